import assert from 'node:assert/strict';
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, beforeEach, describe, test } from 'node:test';
import type { ExtractSuccess, JsonSuccess } from '../../schemas/api.ts';
import { withCores } from '../../tests/support/cores.ts';
import { readOrder, WrongUse } from './arguments.ts';
import { EXIT, extract } from './extract.ts';
import type { Loaded } from './inputs.ts';
import { type DocumentReader, Stopped, Unread } from './reader.ts';
import { keyOf } from './service-reader.ts';

const FOLDER = mkdtempSync(join(tmpdir(), 'textrail-cli-'));
after(() => rmSync(FOLDER, { recursive: true, force: true }));

const metadata = { content_type: 'text/html', bytes: 1, chars: 1, ocr: false };
const text = (extracted_text: string): ExtractSuccess => ({ status: 'success', extracted_text, metadata });
const heading = (title: string): JsonSuccess => ({
  status: 'success',
  elements: [{ type: 'heading', text: title, page: null, offset: 0, bbox: null, level: 2 }],
  metadata: { ...metadata, format: 'json', tier: 'standard', pages: null, vlm: false },
});

/** Answers each document with its own bytes. A document `!code` is refused with that code; `stop` ends the run. */
class EchoReader implements DocumentReader {
  seen: string[] = [];
  closed = false;

  async read(document: Loaded, format: 'text' | 'json') {
    const content = 'url' in document ? document.url : 'bytes' in document ? document.bytes.toString() : '';
    this.seen.push(content);
    if (content === 'stop') throw new Stopped('unauthorized: no such key');
    if (content.startsWith('!')) throw new Unread(content.slice(1), 'says\u001b[2J why');
    return format === 'json' ? heading(content) : text(content);
  }

  async close() {
    this.closed = true;
  }
}

describe('textrail extract', () => {
  let documents: string;
  let out: string;
  beforeEach(() => {
    const folder = mkdtempSync(join(FOLDER, 'run-'));
    documents = join(folder, 'documents');
    out = join(folder, 'out');
    mkdirSync(join(documents, 'sub'), { recursive: true });
    for (const [name, content] of [
      ['b.pdf', 'two'],
      ['a.pdf', 'one'],
      ['sub/c.pdf', 'three'],
      ['.hidden', 'four'],
    ] as const)
      writeFileSync(join(documents, name), content);
  });

  async function run(args: string[], { isTTY = false, aborted = false } = {}) {
    const reader = new EchoReader();
    const stdout: string[] = [];
    const stderr: string[] = [];
    const code = await extract(args, {
      stdout: { write: written => stdout.push(written) },
      stderr: { write: written => stderr.push(written), isTTY, columns: 80 },
      open: () => reader,
      buckets: () => assert.fail('no bucket was named'),
      signal: aborted ? AbortSignal.abort() : new AbortController().signal,
    });
    return { code, stdout: stdout.join(''), stderr: stderr.join(''), reader };
  }

  test('one document to standard output is its text and nothing else', async () => {
    const { code, stdout, stderr, reader } = await run([join(documents, 'a.pdf')]);
    assert.deepEqual([code, stdout, stderr], [EXIT.read, 'one\n', '']);
    assert.ok(reader.closed);
  });

  test('a folder is read in the order of its names, without hidden files', async () => {
    const { stdout } = await run([documents, '--jobs', '3']);
    const names = [...stdout.matchAll(/==> (.+) <==\n(.+)\n/g)].map(([, name, content]) => [name, content]);
    assert.deepEqual(
      names,
      [
        ['a.pdf', 'one'],
        ['b.pdf', 'two'],
        ['sub/c.pdf', 'three'],
      ].map(([name = '', content]) => [join(documents, name), content]),
    );
  });

  test('several as JSON are a line each, failures among them', async () => {
    writeFileSync(join(documents, 'b.pdf'), '!encrypted');
    const { code, stdout } = await run([documents, '--json']);
    const lines = stdout
      .trim()
      .split('\n')
      .map(line => JSON.parse(line));
    assert.equal(code, EXIT.someUnread);
    assert.deepEqual(
      lines.map(({ source, status }) => [source, status]),
      [
        [join(documents, 'a.pdf'), 'success'],
        [join(documents, 'b.pdf'), 'error'],
        [join(documents, 'sub/c.pdf'), 'success'],
      ],
    );
  });

  test('--out writes a file for each document, in the folders of the documents', async () => {
    const { code } = await run([documents, '--markdown', '--out', out]);
    assert.equal(code, EXIT.read);
    assert.equal(readFileSync(join(out, 'sub/c.pdf.md'), 'utf8'), '## three\n');
  });

  test('what an earlier run has written into the same folder is no document', async () => {
    const inside = join(documents, 'text');
    await run([documents, '--out', inside]);
    const { reader } = await run([documents, '--out', inside]);
    assert.deepEqual(reader.seen.sort(), ['one', 'three', 'two']);
  });

  test('--resume leaves out what was written, unless its document has changed', async () => {
    await run([documents, '--out', out]);
    rmSync(join(out, 'a.pdf.txt'));
    const later = Date.now() / 1000 + 60;
    utimesSync(join(documents, 'b.pdf'), later, later);
    const { reader, stderr } = await run([documents, '--out', out, '--resume']);
    assert.deepEqual(reader.seen.sort(), ['one', 'two']);
    assert.match(stderr, /^1 were written before$/m);
    assert.equal((await run([join(documents, 'a.pdf'), '--out', out, '--resume'])).reader.closed, false);
  });

  test('a document that cannot be read is one line, and the others are read', async () => {
    writeFileSync(join(documents, 'a.pdf'), '!unsupported_format');
    const { code, stderr } = await run([documents, '--out', out]);
    assert.equal(code, EXIT.someUnread);
    assert.match(stderr, /^not read: .*a\.pdf: unsupported_format: says\?\[2J why$/m);
    assert.ok(existsSync(join(out, 'sub/c.pdf.txt')));
    assert.equal(existsSync(join(out, 'a.pdf.txt')), false);
  });

  test('what was read beside the document that stopped a run is printed: it was paid for', async () => {
    writeFileSync(join(documents, 'a.pdf'), 'stop');
    const { code, stdout, stderr } = await run(['--jobs', '2', documents]);
    assert.equal(code, EXIT.stopped);
    assert.match(stdout, /^==> .*b\.pdf <==\ntwo\n\n$/);
    assert.match(stderr, /2 of 3 documents are left/);
  });

  test('a run that is stopped begins nothing more and says how much is left', async () => {
    writeFileSync(join(documents, 'b.pdf'), 'stop');
    const { code, stderr, reader } = await run([documents, '--out', out, '--jobs', '1']);
    assert.equal(code, EXIT.stopped);
    assert.deepEqual(reader.seen, ['one', 'stop']);
    assert.match(stderr, /stopped: unauthorized: no such key; 2 of 3 documents are left/);
  });

  test('an interrupted run ends as such', async () => {
    assert.equal((await run([documents], { aborted: true })).code, EXIT.interrupted);
  });

  test('a terminal has a bar, which failures do not break', async () => {
    writeFileSync(join(documents, 'a.pdf'), '!timeout');
    const { stderr } = await run([documents, '--out', out, '--jobs', '1'], { isTTY: true });
    assert.match(stderr, /\[\.{24}\] 0\/3/);
    assert.ok(stderr.includes(`\r\u001b[Knot read: ${join(documents, 'a.pdf')}: timeout`));
    assert.match(stderr, /\[#{24}\] 3\/3/);
  });

  const wrong: [why: string, args: string[]][] = [
    ['nothing is named', []],
    ['a file is not there', ['/nowhere/at-all.pdf']],
    ['two formats are', ['--json', '--text', '-']],
    ['--resume has nothing to look at', ['--resume', '-']],
    ['an option is unknown', ['--fast', '-']],
    ['--jobs is no number', ['--jobs', 'many', '-']],
    ['a url is not https', ['--url', 'http://example.org/']],
  ];
  for (const [why, args] of wrong) {
    test(`is wrong use where ${why}`, () => assert.rejects(run(args), WrongUse));
  }

  test('is wrong use where the folder for what is read is a file', () =>
    assert.rejects(run([documents, '--out', join(documents, 'a.pdf')]), WrongUse));

  test('a folder without documents is said to have none', async () => {
    const empty = join(documents, 'empty');
    mkdirSync(empty);
    const { code, stderr } = await run([empty]);
    assert.equal(code, EXIT.read);
    assert.match(stderr, /no documents there/);
  });

  test('is wrong use where two documents would be written to one place', () => {
    const args = [join(documents, 'a.pdf'), join(documents, '..', 'documents', 'a.pdf'), '--out', out];
    return assert.rejects(run(args), /would both be written/);
  });
});

describe('the Idempotency-Keys of the command line', () => {
  const bytes = Buffer.from('x');
  test('are the same for the same request, and others for any other', () => {
    assert.equal(keyOf({ bytes }, 'text', true), keyOf({ bytes: Buffer.from('x') }, 'text', true));
    const keys = [
      keyOf({ bytes }, 'text', true),
      keyOf({ bytes }, 'json', true),
      keyOf({ bytes }, 'text', false),
      keyOf({ bytes: Buffer.from('y') }, 'text', true),
      keyOf({ url: 'https://example.org/' }, 'text', true),
    ];
    assert.equal(new Set(keys).size, keys.length);
    assert.ok(keys.every(key => key.length <= 255));
  });
});

test('jobs are as many as the machine has cores, 64 at the most, unless said otherwise', t => {
  for (const [cores, jobs] of [
    [3, 3],
    [96, 64],
  ] as const) {
    withCores(t, cores);
    assert.equal(readOrder(['-']).jobs, jobs);
  }
  assert.equal(readOrder(['-', '--jobs', '7']).jobs, 7);
});
