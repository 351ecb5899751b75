import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RecognizedPage } from './engine.ts';
import { OcrTally } from './tally.ts';

const line = { left: 0, top: 0, right: 9, bottom: 9, words: [] };
const page = (confidence: number, lines = [line]): RecognizedPage => ({
  width: 9,
  height: 9,
  quarterTurns: 0,
  lines,
  rules: { horizontal: [], vertical: [] },
  confidence,
});

test('pages with text are counted, with their mean confidence; blank ones and failures are not', async () => {
  const image = { width: 1, height: 1, pixels: new Uint8Array(1) };
  const read = [page(90), page(0, []), page(71)];
  const tally = new OcrTally({
    recognize: async () => read.shift() ?? Promise.reject(new Error('broken')),
  });
  assert.deepEqual(tally.count(), { pages: 0, confidence: null });
  for (let count = 0; count < 3; count++) await tally.recognize(image);
  await assert.rejects(tally.recognize(image), /broken/);
  assert.deepEqual(tally.count(), { pages: 2, confidence: 81 });
  assert.equal(tally.atOnce, 1);
});
