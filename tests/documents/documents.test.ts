import assert from 'node:assert/strict';
import { test } from 'node:test';
import { acceptedScores, entries, readEntry, roundedScores } from './collection.ts';
import { compare } from './differences.ts';
import type { OutlineLine } from './outline.ts';

/** Scans need OCR and take minutes; `npm run documents` reads them. */
const printed = entries().filter(({ isScan }) => !isScan);

test('no printed document is read worse than was accepted', async () => {
  const accepted = acceptedScores();
  const worse: string[] = [];
  for (const entry of printed) {
    const { scores } = await readEntry(entry);
    const now = roundedScores(scores).all ?? 0;
    const before = accepted[entry.name]?.all ?? 1;
    if (now < before) worse.push(`${entry.name}: ${before} → ${now} (npm run documents -- ${entry.name})`);
  }
  assert.deepEqual(worse, []);
});

const lines = (...texts: string[]): OutlineLine[] =>
  texts.map(text => ({ kind: text.startsWith('# ') ? 'heading' : 'paragraph', text }));

test('a line that is missing, added or of another kind is a difference and costs its kinds', () => {
  const expected = lines('# One', 'two', 'three');
  assert.deepEqual(compare(expected, expected, false), {
    differences: [],
    scores: { heading: 1, paragraph: 1, all: 1 },
  });
  const { differences, scores } = compare(expected, lines('# One', 'three', 'four'), false);
  assert.deepEqual(
    differences.map(({ sign, line }) => sign + line.text),
    ['-two', '+four'],
  );
  assert.deepEqual(roundedScores(scores), { heading: 1, paragraph: 0.5, all: 0.667 });
});

test('a misread letter is none in a scan, another word is', () => {
  const [expected, read] = [
    lines('the harbour was dredged in spring'),
    lines('the harb0ur was dredged in spring'),
  ];
  assert.equal(compare(expected, read, true).scores.all, 1);
  assert.equal(compare(expected, read, false).scores.all, 0);
  assert.equal(compare(expected, lines('bees fly out when it is warm'), true).scores.all, 0);
});
