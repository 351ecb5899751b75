import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankPage } from '../../../layout/page/blank-page.fixture.ts';
import { itemsAt } from '../../../layout/page/line.fixture.ts';
import type { RecognizedPage } from '../../../ocr/engine.ts';
import { agreement, sampleOf } from './sample.ts';

const box = { left: 0, top: 0, right: 0, bottom: 0 };
const read = (...lines: string[]): RecognizedPage => ({
  width: 1,
  height: 1,
  quarterTurns: 0,
  lines: lines.map(line => ({
    ...box,
    words: line.split(' ').map(text => ({ ...box, text, confidence: 99 })),
  })),
  rules: { horizontal: [], vertical: [] },
  confidence: 99,
});

test('the six lines that say most are the sample, with their accents and descenders', () => {
  const items = [
    ...itemsAt(50, 100, 'A title'),
    ...[300, 312, 324, 336, 348, 360].flatMap(y => itemsAt(50, y, 'a long line of running text')),
    ...itemsAt(50, 700, 'A foot'),
  ];
  assert.deepEqual(sampleOf(items, blankPage()), { left: 0, top: 288, right: 600, bottom: 365 });
  assert.equal(sampleOf([], blankPage()), null);
});

test('readings agree by their words, whatever their case, order and punctuation; signs of squares count one by one', () => {
  const part = { left: 0, top: 0, right: 600, bottom: 800 };
  const items = [...itemsAt(50, 100, '“The river rose,'), ...itemsAt(50, 112, '川が増水 した')];
  assert.equal(agreement(items, part, read('川 が 増水した', 'THE RIVER ROSE')), 1);
  assert.equal(agreement(items, part, read('Uif sjwfs sptf')), 0);
  assert.equal(agreement(items, part, { ...read('The river rose'), quarterTurns: 2 }), 0);
  assert.equal(agreement([], part, read()), 0);
});
