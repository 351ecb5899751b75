import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsOf } from '../../../layout/recognized/items.ts';
import type { Box, RecognizedPage } from '../../../ocr/engine.ts';
import { isTable } from './grid.ts';

const SCALE = 2.8;
const AT = { left: 50, top: 100, scale: SCALE };
const across = (top: number, left: number, right: number): Box => ({ left, right, top, bottom: top + 3 });
const down = (left: number, top: number, bottom: number): Box => ({ left, right: left + 3, top, bottom });

/** A word of 10-point type whose letters have ascenders but no descenders. */
function word(text: string, left: number, top: number) {
  const box = { left, top, right: left + 14 * text.length, bottom: top + 19 };
  return { ...box, words: [{ ...box, text, confidence: 95 }] };
}

function picture(
  texts: readonly (readonly [string, number, number])[],
  rules: Partial<RecognizedPage['rules']> = {},
) {
  const lines = texts.map(text => word(...text));
  const recognized: RecognizedPage = {
    ...{ width: 900, height: 500, quarterTurns: 0, lines, confidence: 95 },
    rules: { horizontal: [], vertical: [], ...rules },
  };
  return isTable(recognized, itemsOf(lines, AT, 7), AT);
}

const ROWS = [
  ['Harbour', 'Length', 'Built'],
  ['Northern', '12.7', '2010'],
  ['Southern', '11.3', '1984'],
  ['Eastern', '10.1', '1971'],
];
const CELLS = ROWS.flatMap((row, y) => row.map((text, x) => [text, 60 + 280 * x, 60 + 80 * y] as const));

test('cells between rules are a table', () => {
  const horizontal = [40, 120, 200, 280, 360].map(top => across(top, 40, 863));
  const vertical = [40, 310, 590, 860].map(left => down(left, 40, 363));
  assert.equal(picture(CELLS, { horizontal, vertical }), true);
});

test('rows and columns are one without any rule, and under rules that only lie', () => {
  assert.equal(picture(CELLS), true);
  assert.equal(picture(CELLS, { horizontal: [40, 110, 360].map(top => across(top, 40, 863)) }), true);
});

test('labels along the axes of a chart are no table', () => {
  const axis = ['0', '20', '40', '60', '80'].map((text, at) => [text, 40, 360 - 80 * at] as const);
  const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May'].map((text, at) => [text, 120 + 150 * at, 420] as const);
  assert.equal(picture([...axis, ...months]), false);
});

test('a table with much text beside it is a screenshot', () => {
  const prose = Array.from({ length: 6 }, (_, row) =>
    ['nobody', 'knows', 'what', 'it', 'says'].map(
      (text, at) => [text, 60 + (95 + 17 * ((row * 7) % 5)) * at, 420 + 24 * row] as const,
    ),
  ).flat();
  assert.equal(picture([...CELLS, ...prose]), false);
});
