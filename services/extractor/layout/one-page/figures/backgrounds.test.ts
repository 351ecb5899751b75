import assert from 'node:assert/strict';
import test from 'node:test';
import { blankPage } from '../../page/blank-page.fixture.ts';
import { itemsAt } from '../../page/line.fixture.ts';
import { findFigures } from './figures.ts';

/** A watermark of two shapes, 280 by 450 points. */
const curves = [
  { left: 160, top: 170, right: 440, bottom: 620 },
  { left: 270, top: 290, right: 440, bottom: 620 },
];
const page = (left: number, texts: readonly string[]) =>
  blankPage({
    width: 612,
    height: 792,
    curves,
    items: texts.flatMap((text, row) => itemsAt(left, 200 + 30 * row, text)),
  });
const TEXTS = ['Operation description', 'Route: Cartagena', 'Transit time in days', 'Free days in origin'];

test('a drawing that lines of text run over the side of is a background, and no figure', () => {
  assert.equal(findFigures(page(90, TEXTS)).length, 0);
});

test('labels within a drawing, short ones on its edge, and a line or two over it leave it a figure', () => {
  assert.equal(findFigures(page(200, TEXTS)).length, 1);
  assert.equal(findFigures(page(145, ['0.5', '1.0', '1.5', '2.0', '2.5'])).length, 1);
  assert.equal(findFigures(page(90, TEXTS.slice(2))).length, 1);
});
