import assert from 'node:assert/strict';
import test from 'node:test';
import type { FontStyle, TextItem } from '../../../layout/page/content.ts';
import { withoutPlotMarks } from './plot-marks.ts';

const DINGBATS: FontStyle = { name: 'ZapfDingbats', bold: false, italic: false, monospace: false };

const sign = (left: number, baseline: number, text = '●'): TextItem => ({
  text,
  spaceBefore: true,
  left,
  baseline,
  width: 6,
  size: 8,
  angle: 0,
  font: DINGBATS,
  color: 0,
  invisible: false,
  index: 0,
});

/** Places without any pattern, but the same each time. */
const scattered = Array.from({ length: 120 }, (_, at) =>
  sign(100 + ((at * 37) % 101), 200 + ((at * 53) % 97)),
);

test('the points of a scatter plot are no text, and its labels are', () => {
  const label = sign(80, 250, 'y');
  assert.deepEqual(withoutPlotMarks([label, ...scattered]), [label]);
});

test('signs in the cells of a table, and the bullets of two lists side by side, are text', () => {
  const cells = Array.from({ length: 120 }, (_, at) =>
    sign(100 + 50 * (at % 6), 100 + 12 * Math.floor(at / 6)),
  );
  const bullets = Array.from({ length: 60 }, (_, at) => sign(at % 2 === 0 ? 72 : 320, 100 + 5 * at));
  for (const signs of [cells, bullets]) assert.equal(withoutPlotMarks(signs).length, signs.length);
});

test('a few signs are text wherever they stand', () => {
  const few = scattered.slice(0, 30);
  assert.equal(withoutPlotMarks(few).length, 30);
});
