import assert from 'node:assert/strict';
import test from 'node:test';
import { cpuMsOf } from '../../../../../tests/support/cpu-time.ts';
import { findTables } from './find.ts';
import { FRUIT, none, only, Sheet, THREE, texts } from './sheet.fixture.ts';

test('every word of a table is used once', () => {
  const sheet = new Sheet().grid([90, 240, 390, 500], [100, 120, 140, 160]);
  FRUIT.forEach((row, i) => {
    sheet.row(114 + 20 * i, THREE, row);
  });
  sheet.text('Not in the table at all', 100, 300);
  const { pieces } = only(sheet);
  assert.deepEqual(
    pieces.map(piece => piece.item),
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
  );
});

test('bars with a scale beside them are no table', () => {
  const sheet = new Sheet();
  for (const [i, y] of [100, 130, 160, 190].entries())
    sheet.across(y, 120, 480).text(String(30 - 10 * i), 95, y + 3);
  [110, 150, 125, 170, 140].forEach((top, i) => {
    sheet.shade(150 + 60 * i, top, 175 + 60 * i, 190, 0xcc0000);
  });
  none(sheet);
});

test('text in two columns is no table', () => {
  const sheet = new Sheet();
  for (let i = 0; i < 12; i += 1)
    sheet.text('words that run on to the end of their column and', 60, 100 + 12 * i);
  for (let i = 0; i < 12; i += 1)
    sheet.text('more words that run on to the end of the other', 320, 100 + 12 * i);
  none(sheet);
});

test('what is found does not depend on the scale of the page', () => {
  const scaled = (factor: number) => {
    const sheet = new Sheet();
    sheet.row(
      100 * factor,
      THREE.map(x => x * factor),
      ['Fruit', 'Count', 'Price'],
      { size: 10 * factor },
    );
    for (const [i, row] of FRUIT.entries()) {
      const lefts = THREE.map(x => x * factor);
      sheet.row((116 + 16 * i) * factor, lefts, row, { size: 10 * factor });
    }
    return texts(only(sheet).rows);
  };
  assert.deepEqual(scaled(0.5), scaled(1));
  assert.deepEqual(scaled(2), scaled(1));
});

test('a page of lines, words and shadings without end is given up in time', async () => {
  const sheet = new Sheet();
  for (let i = 0; i < 19_000; i += 1) sheet.text('w', (i * 7) % 600, 100 + (i % 3) * 9);
  for (let i = 0; i < 3_900; i += 1) sheet.across(i / 5, i % 300, 300 + (i % 290));
  for (let i = 0; i < 1_900; i += 1) sheet.shade(i % 500, i / 4, (i % 500) + 60, i / 4 + 9);
  const tookMs = await cpuMsOf(() => findTables(sheet.page));
  assert.ok(tookMs < 15_000, `${tookMs} ms`);
});

test('bands of colour over the whole width of a slide are no table', () => {
  const sheet = new Sheet().shade(0, 0, 300, 20, 0x0000aa).shade(300, 0, 600, 20, 0xccaa00);
  sheet.shade(0, 20, 600, 50, 0xffee00);
  sheet.row(14, [20, 320], ['Distributions', 'Normal ones']).text('The normal distribution', 20, 40);
  none(sheet);
});
