import assert from 'node:assert/strict';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PassThrough } from 'node:stream';
import { describe, type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { pdf, textPdf } from '../../../tests/support/pdf-documents.ts';
import { until } from '../../../tests/support/waiting.ts';
import { confinement, SESSION_PRIORITY } from './confinement.ts';
import { extract } from './extract.ts';
import { writeFrame } from './framing.ts';
import { GIVING_WAY } from './session-priority.ts';
import { Worker } from './worker.ts';

const OPTIONS = { memoryMb: 512, lowPriority: false, ocrLanguages: ['eng'] };
const NO_LENDER = { lend: () => undefined, giveBack: () => undefined };
/** Acts like unshare(1) between its fork and the call that ties its child's life to its own. */
const forked = (told: string) => `#!/bin/sh\nsleep 60 &\ntouch ${told}\nwait\n`;
const LIMIT_MS = 20_000;

test('a worker that is killed while it starts leaves nothing behind that holds its pipes', async t => {
  if (!confinement().prefix.includes('unshare')) return t.skip('the machine gives workers no namespaces');
  const folder = mkdtempSync(join(tmpdir(), 'textrail-worker-'));
  const path = process.env.PATH;
  t.after(() => {
    process.env.PATH = path;
    rmSync(folder, { recursive: true });
  });
  const [program, told] = [join(folder, 'unshare'), join(folder, 'forked')];
  writeFileSync(program, forked(told));
  chmodSync(program, 0o755);
  process.env.PATH = `${folder}:${path}`;
  const worker = new Worker(OPTIONS, NO_LENDER);
  await until('it has forked', async () => existsSync(told) || undefined);
  worker.kill();
  const ended = await Promise.race([worker.gone.then(() => 'gone'), sleep(LIMIT_MS, 'held', { ref: false })]);
  assert.equal(ended, 'gone');
});

test('a worker for jobs gives way, and does not stand still, where the kernel shares the processor between sessions first, too', async t => {
  if (!existsSync('/proc/self/autogroup')) return t.skip('the kernel does not group by session');
  const worker = new Worker({ ...OPTIONS, lowPriority: true }, NO_LENDER);
  t.after(() => worker.kill());
  await worker.ready;
  // sched(7): "/autogroup-25 nice 5". Only the session's nice value counts against other sessions.
  const group = readFileSync(`/proc/${Reflect.get(worker, 'child').pid}/autogroup`, 'utf8');
  assert.match(group, new RegExp(`nice ${SESSION_PRIORITY}$`, 'm'));
});

test('a worker that takes another’s place gives way while it starts, and not a moment longer, where the kernel shares between sessions', async t => {
  if (!existsSync('/proc/self/autogroup')) return t.skip('the kernel does not group by session');
  const worker = new Worker(OPTIONS, NO_LENDER, { gently: true });
  t.after(() => worker.kill());
  await worker.ready;
  const priority = () => readFileSync(`/proc/${Reflect.get(worker, 'child').pid}/autogroup`, 'utf8');
  assert.match(priority(), new RegExp(`nice ${GIVING_WAY}$`, 'm'));
  await worker.stopGivingWay();
  assert.match(priority(), /nice 0$/m);
  assert.ok(worker.alive);
});

test('a worker says how many pages of a document are read, to whoever listens', async t => {
  const worker = new Worker(OPTIONS, NO_LENDER);
  t.after(() => worker.kill());
  await worker.ready;
  const told: string[] = [];
  const listener = { everyMs: 0, told: (done: number, of: number) => void told.push(`${done}/${of}`) };
  const read = (document: Buffer, heard?: typeof listener) =>
    worker.run({ format: 'text' }, document, performance.now() + LIMIT_MS, heard && { progress: heard });
  const threePages = pdf(['One', 'Two', 'Three'].map(text => [{ text }]));
  await read(threePages, listener);
  assert.deepEqual(told, ['1/3', '2/3', '3/3']);
  await read(textPdf('One page'), listener);
  await read(threePages);
  assert.equal(told.length, 3, 'not of a single page, and not once nobody listens');
  await read(threePages, { ...listener, everyMs: LIMIT_MS });
  assert.equal(told.length, 3, 'nor sooner than is asked for');
});

test('a large answer that comes in pieces is whole, and so is what is read after it', async t => {
  const worker = new Worker(OPTIONS, NO_LENDER);
  t.after(() => worker.kill());
  await worker.ready;
  const row = (at: number) => `<tr><td>“${at}”</td><td>${'text '.repeat(20)}</td></tr>`;
  const rows = Array.from({ length: 12_000 }, (_, at) => row(at)).join('');
  const document = Buffer.from(`<!DOCTYPE html><p>Before</p><table border=1>${rows}</table><p>After</p>`);
  const expected = await extract({ format: 'json' }, document);
  const pieces: Uint8Array[] = [];
  const sendPiece = async (piece: Uint8Array) => void pieces.push(piece);
  await extract({ format: 'json' }, document, { sendPiece });
  assert.ok(pieces.length > 2, 'it is sent while it is made');
  for (let turn = 0; turn < 2; turn++) {
    const large = await worker.run({ format: 'json' }, document, performance.now() + LIMIT_MS);
    assert.ok(large.kind === 'answered' && large.response.equals(expected.response));
    const small = await worker.run(
      { format: 'json' },
      Buffer.from('<p>Small</p>'),
      performance.now() + LIMIT_MS,
    );
    assert.ok(small.kind === 'answered');
    assert.equal(JSON.parse(String(small.response)).elements[0].text, 'Small');
  }
});

test('a large answer goes in pieces to whoever keeps it, and a single word of millions of letters too', async t => {
  const worker = new Worker(OPTIONS, NO_LENDER);
  t.after(() => worker.kill());
  await worker.ready;
  const word = 'letters'.repeat(700_000);
  const cells = '<tr><td>a</td><td>b</td></tr>'.repeat(500);
  for (const [format, document] of [
    ['text', `<p>${word}</p>`],
    ['json', `<p>Before</p><table border=1>${cells}<tr><td>${word}</td><td>b</td></tr></table>`],
  ] as const) {
    const bytes = Buffer.from(`<!DOCTYPE html>${document}`);
    const pieces: Buffer[] = [];
    const keep = async (coming: AsyncIterable<Buffer>) => {
      for await (const piece of coming) pieces.push(piece);
    };
    const outcome = await worker.run({ format }, bytes, performance.now() + LIMIT_MS, { keep });
    assert.ok(outcome.kind === 'answered' && outcome.response.length === 0);
    assert.ok(Math.max(...pieces.map(({ length }) => length)) <= 2 ** 20);
    assert.ok(Buffer.concat(pieces).equals((await extract({ format }, bytes)).response));
  }
});

describe('a worker under a document’s command', () => {
  /** Acts as if the worker had written these bytes itself. */
  const said = (worker: Worker, header: unknown, body = Buffer.alloc(0)) => {
    const frame = new PassThrough();
    writeFrame(frame, header, body);
    Reflect.get(worker, 'child').stdio[4].emit('data', frame.read());
  };
  const ready = async (t: TestContext) => {
    const worker = new Worker(OPTIONS, NO_LENDER);
    t.after(() => worker.kill());
    await worker.ready;
    const read = (listeners = {}) =>
      worker.run({ format: 'text' }, Buffer.from('<p>Words</p>'), performance.now() + LIMIT_MS, listeners);
    return { worker, read };
  };

  test('is ended where its answer could stand in no event', async t => {
    const { worker, read } = await ready(t);
    const outcome = read();
    said(worker, { kind: 'completed', contentType: 'text/html', chars: 'many' });
    assert.equal((await outcome).kind, 'died');
  });

  test('is ended where it asks on and on and does not listen', async t => {
    const { worker, read } = await ready(t);
    process.kill(Reflect.get(worker, 'processId'), 'SIGSTOP');
    const outcome = read();
    for (let id = 0; worker.alive && id < 100_000; id++) said(worker, { kind: 'ask', id });
    assert.equal((await outcome).kind, 'died');
    assert.ok(Reflect.get(worker, 'requests').writableLength < 1_000_000);
  });

  test('is ended where what it says is larger than any picture', async t => {
    const { worker, read } = await ready(t);
    const outcome = read();
    const lengths = Buffer.alloc(8);
    lengths.writeUInt32LE(2, 0);
    lengths.writeUInt32LE(100_000_000, 4);
    Reflect.get(worker, 'child').stdio[4].emit('data', lengths);
    assert.equal((await outcome).kind, 'died');
  });

  test('is ended where its answer cannot be kept, and leaves nothing half kept', async t => {
    const { worker, read } = await ready(t);
    const outcome = read({ keep: () => Promise.reject(new Error('the disk is full')) });
    said(worker, { kind: 'piece' }, Buffer.from('{"status":'));
    assert.equal((await outcome).kind, 'died');
    const other = await ready(t);
    let kept: Promise<unknown> = Promise.resolve();
    const broken = other.read({ keep: (pieces: AsyncIterable<Buffer>) => (kept = Array.fromAsync(pieces)) });
    said(other.worker, { kind: 'piece' }, Buffer.from('{"status":'));
    other.worker.kill();
    assert.equal((await broken).kind, 'died');
    await assert.rejects(kept, /broke off/);
  });
});
