import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blankPage } from '../../../layout/page/blank-page.fixture.ts';
import { itemsAt } from '../../../layout/page/line.fixture.ts';
import type { RecognizedPage } from '../../../ocr/engine.ts';
import { agreement, agreementOfRuns, samplesOf, sheetOf } from './sample.ts';

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

test('the sample is a few words from each third of the lines that say something', () => {
  const items = [
    ...itemsAt(50, 40, '12 345'),
    ...[100, 112, 124, 300, 312, 324, 700, 712, 724].flatMap(y => itemsAt(50, y, 'words of one line')),
  ];
  const samples = samplesOf(items, blankPage());
  assert.deepEqual(
    samples.map(({ words }) => words.map(({ text }) => text).join(' ')),
    Array(3).fill('words of one line'),
  );
  const [first, second, third] = samples.map(({ part }) => part);
  assert.ok(first && second && third && first.bottom < second.top && second.bottom < third.top);
  assert.ok(first.top > 80 && first.bottom < 130);
  assert.deepEqual(samplesOf([], blankPage()), []);
});

test('pictures stand beside each other on one sheet, with paper around them', () => {
  const dark = (width: number, height: number) => ({ width, height, pixels: new Uint8Array(width * height) });
  const { width, height, pixels } = sheetOf([dark(10, 4), dark(20, 8)]);
  assert.ok(width > 30 && height > 8);
  assert.equal(pixels.length, width * height);
  assert.equal(pixels.filter(shade => shade === 0).length, 10 * 4 + 20 * 8);
});

test('readings agree by their words, whatever their case, accents, order and punctuation; signs of squares count one by one', () => {
  const words = [...itemsAt(50, 100, '“The river rosé,'), ...itemsAt(50, 112, '川が増水 した')];
  assert.equal(agreement(words, read('川 が 増水した', 'THE RIVER ROSE')), 1);
  assert.equal(agreement(words, read('Uif sjwfs sptf')), 0);
  assert.equal(agreement(itemsAt(50, 100, 'T h e'), read('The')), 0);
  assert.equal(agreement(itemsAt(50, 100, 'of it'), read('of it')), 1);
});

test('readings of codes agree by their runs of letters, wherever they are parted and whatever looks alike', () => {
  const code = itemsAt(
    50,
    100,
    'qXlKSgWvtpTqCrc25nTmQC0ONkiFO+JNswVjnkRDSkKIeoA9B41KfVt4y2b5CFLTQ5MtSqKPAHPR',
  );
  const shown = read('B41KfVt4y2b5CFLTQ5MtSqKPAHPR', 'qX1KSgWvtpTqCrc25nTmQCOONkiFO+JNswVjnkRDSkKIeoA9');
  assert.equal(agreement(code, shown), 0);
  assert.ok(agreementOfRuns(code, shown) > 0.9);
  const shifted = itemsAt(50, 100, 'Uif sjwfs sptf boe uif csjehf xbt dmptfe');
  assert.equal(agreementOfRuns(shifted, read('The river rose and the bridge was closed')), 0);
  assert.equal(agreementOfRuns([], shown), 0);
});
