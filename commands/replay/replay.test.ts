import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import type { Element } from '../../schemas/api.ts';
import { compare, similarity } from './compare.ts';
import { type Reading, savedReading, saveReading } from './reading.ts';
import { report, table, worst } from './report.ts';
import { aligned, writeCases } from './side-by-side.ts';

const THRESHOLD = { leastSimilarity: 0.95, mostFar: 0.01 };

const element = (type: Element['type'], text: string, more: Partial<Element> = {}): Element => ({
  type,
  text,
  page: null,
  offset: 0,
  bbox: null,
  ...more,
});

const WORDS =
  'The quick brown fox jumps over the lazy dog while nobody at all is looking out of the window today';

function reading(elements: Element[], more: Partial<Reading> = {}): Reading {
  return {
    sha256: 'a'.repeat(64),
    name: 'a.pdf',
    format: 'json',
    milliseconds: 100,
    contentType: 'application/pdf',
    code: null,
    body: { elements, metadata: { content_type: 'application/pdf', chars: 1, pages: 1, ocr: false } },
    ...more,
  };
}

const failed = (code: string): Reading => reading([], { code, body: null });
const BOTH = [element('heading', 'Foxes', { level: 1 }), element('paragraph', WORDS)];

describe('how alike two texts are', () => {
  test('is 1 for the same words, whatever the space between them, and 0 for no common words', () => {
    assert.equal(similarity('one two  three four', 'one\ntwo three four'), 1);
    assert.equal(similarity('one two three', 'four five six'), 0);
    assert.equal(similarity('', ''), 1);
    assert.equal(similarity('one two three', ''), 0);
  });

  test('falls a little with a word, and hardly with a paragraph that moved', () => {
    const other = WORDS.replace('lazy', 'sleepy');
    const changed = similarity(WORDS, other);
    assert.ok(changed > 0.8 && changed < 0.9, String(changed));
    assert.ok(similarity(`${WORDS} ${other}`, `${other} ${WORDS}`) > 0.9);
    assert.ok(similarity(WORDS, WORDS.split(' ').toReversed().join(' ')) < 0.1);
  });

  test('sees characters of scripts without spaces', () => {
    const text = '今日は良い天気ですね。明日も晴れるでしょう。';
    const changed = similarity(text, text.replace('晴', '雨'));
    assert.ok(changed > 0.7 && changed < 0.95, String(changed));
  });
});

describe('two readings of a document', () => {
  test('are the same where only their time differs', () => {
    const { outcome, milliseconds } = compare(reading(BOTH), reading(BOTH, { milliseconds: 50 }));
    assert.deepEqual([outcome, milliseconds], ['same', { was: 100, now: 50 }]);
  });

  test('differ in elements, headings, tables and metadata, each counted', () => {
    const cells = (text: string) => [[{ text, colspan: 1, rowspan: 1, header: false }]];
    const was = reading([...BOTH, element('table', 'x', { cells: cells('x') })]);
    const now = reading([
      element('heading', 'Foxes', { level: 2 }),
      element('paragraph', WORDS),
      element('table', 'x', { cells: cells('x') }),
      element('table', 'y', { cells: cells('y') }),
    ]);
    if (now.body !== null) now.body.metadata.pages = 2;
    const found = compare(was, now);
    assert.equal(found.outcome, 'changed');
    assert.deepEqual(found.elements, { was: 3, now: 4 });
    assert.deepEqual(found.headings, { was: 1, now: 1, similarity: 0 });
    assert.deepEqual(found.tables, { was: 1, now: 2, similarity: 2 / 3 });
    assert.deepEqual(found.metadata, ['pages: 1 -> 2']);
  });

  test('are told apart by whether the document is read', () => {
    const outcome = (was: Reading, now: Reading) => compare(was, now).outcome;
    assert.equal(outcome(reading(BOTH), failed('timeout')), 'fails now');
    assert.equal(outcome(failed('timeout'), reading(BOTH)), 'reads now');
    assert.equal(outcome(failed('timeout'), failed('encrypted')), 'fails otherwise');
    assert.equal(outcome(failed('timeout'), failed('timeout')), 'same');
  });
});

describe('the report of a replay', () => {
  const same = compare(reading(BOTH), reading(BOTH));
  const far = { ...compare(reading(BOTH), reading([element('paragraph', 'x y z')])), name: 'far.pdf' };
  const fails = { ...compare(reading(BOTH), failed('timeout')), name: 'fails.pdf' };
  const gained = { ...compare(failed('timeout'), reading(BOTH)), name: 'gained.pdf' };

  test('passes up to the share of documents that may be far, and what is read at last never counts', () => {
    const ninetyNine = Array.from({ length: 99 }, () => same);
    assert.equal(report([...ninetyNine, far], THRESHOLD).passed, true);
    assert.equal(report([...ninetyNine, far, fails], THRESHOLD).passed, false);
    assert.equal(report([same, gained], THRESHOLD).passed, true);
    assert.equal(report([same, far], { ...THRESHOLD, leastSimilarity: 0 }).passed, true);
  });

  test('counts by kind and in all, as a table too', () => {
    const found = report([same, far, fails, gained], THRESHOLD);
    const { documents, changed, fails_now, reads_now, headings } = found.total;
    assert.deepEqual(
      [found.kinds[0]?.kind, documents, changed, fails_now, reads_now],
      ['pdf json', 4, 1, 1, 1],
    );
    assert.deepEqual(headings, [2, 1]);
    assert.match(table(found), /^all +4 +1 +1 +1 +1 +0\.500 +0\.000/m);
  });

  test('begins the worst with what fails now, and leaves out what is the same', () => {
    assert.deepEqual(
      worst([same, gained, far, fails], 9).map(({ name }) => name),
      ['fails.pdf', 'far.pdf', 'gained.pdf'],
    );
  });
});

describe('what a replay writes', () => {
  const inFolder = async (work: (folder: string) => Promise<void>) => {
    const folder = mkdtempSync(join(tmpdir(), 'textrail-replay-'));
    await work(join(folder, 'new')).finally(() => rmSync(folder, { recursive: true }));
  };

  test('is a reading that comes back as it was, and nothing else does', () =>
    inFolder(async folder => {
      await saveReading(folder, reading(BOTH));
      assert.deepEqual(savedReading(folder, reading(BOTH)), reading(BOTH));
      assert.equal(savedReading(folder, { ...reading(BOTH), format: 'text' }), undefined);
      const [name = ''] = readdirSync(folder);
      const { writeFileSync } = await import('node:fs');
      writeFileSync(join(folder, name), '{}');
      assert.throws(() => savedReading(folder, reading(BOTH)), /no reading that replay --save wrote/);
    }));

  test('is a page a case, escaped, linked, and for its owner only', () =>
    inFolder(async folder => {
      const was = reading(BOTH);
      const now = reading([element('paragraph', '<script>alert(1)</script>')], { name: '<b>.pdf' });
      const index = await writeCases(folder, [{ comparison: compare(was, now), was, now }]);
      const page = readFileSync(join(folder, 'case-001.html'), 'utf8');
      assert.match(page, /&lt;script&gt;alert\(1\)&lt;\/script&gt;/);
      assert.ok(!page.includes('<script'));
      assert.match(readFileSync(index, 'utf8'), /<a href="case-001\.html">&lt;b&gt;\.pdf<\/a>/);
      assert.deepEqual([statSync(folder).mode & 0o777, statSync(index).mode & 0o777], [0o700, 0o600]);
    }));

  test('puts lines beside each other by what they have in common', () => {
    assert.deepEqual(aligned(['a', 'b', 'c'], ['a', 'x', 'c', 'd']), [
      ['a', 'a'],
      ['b', undefined],
      [undefined, 'x'],
      ['c', 'c'],
      [undefined, 'd'],
    ]);
  });
});
