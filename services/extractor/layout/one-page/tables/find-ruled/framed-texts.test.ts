import assert from 'node:assert/strict';
import test from 'node:test';
import { FRUIT, only, Sheet, THREE, texts } from '../sheet.fixture.ts';

test('a caption over the head and a note under the rows in one frame with them are no rows', () => {
  const sheet = new Sheet();
  for (const y of [80, 100, 120, 140, 160, 180, 200]) sheet.across(y, 90, 500);
  for (const x of [90, 500]) sheet.down(x, 80, 200);
  for (const x of [240, 390]) sheet.down(x, 100, 180);
  sheet.text('Exhibit 19. Fruit of the year', 100, 94).row(114, THREE, ['Fruit', 'Count', 'Price']);
  FRUIT.forEach((row, i) => {
    sheet.row(134 + 20 * i, THREE, row);
  });
  sheet.text('Source: the market of the town', 100, 194);
  assert.deepEqual(texts(only(sheet).rows), [['Fruit', 'Count', 'Price'], ...FRUIT]);
});

test('parts of the page above and below in one frame with a table are no rows of it', () => {
  const sheet = new Sheet();
  for (const y of [80, 200, 220, 240, 260, 280, 400]) sheet.across(y, 90, 500);
  for (const x of [90, 500]) sheet.down(x, 80, 400);
  for (const x of [240, 390]) sheet.down(x, 200, 280);
  for (const top of [80, 280])
    for (let line = 0; line < 6; line += 1)
      sheet.text('The parts are made of one kind of metal, and they', 100, top + 20 + 14 * line);
  sheet.row(214, THREE, ['Fruit', 'Count', 'Price']);
  FRUIT.forEach((row, i) => {
    sheet.row(234 + 20 * i, THREE, row);
  });
  assert.deepEqual(texts(only(sheet).rows), [['Fruit', 'Count', 'Price'], ...FRUIT]);
});
