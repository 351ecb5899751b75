import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { only, Sheet, texts } from '../sheet.fixture.ts';

/** A sheet of 600 × 800 pt with its frame, and a title block with these edges. */
function drawingSheet(xs: readonly number[], ys: readonly number[]): Sheet {
  return new Sheet().grid([30, 585], [15, 785]).grid(xs, ys);
}

test('of the frame of a drawing its title block alone is a table, and what is drawn in it stands outside', () => {
  const sheet = drawingSheet([285, 385, 485, 585], [705, 725, 745, 765, 785])
    .text('Import module', 200, 300)
    .text('Export module', 400, 500);
  const rows = [
    ['Change', 'Sheet', 'Date'],
    ['Drawn', 'Mill', '12.03.26'],
    ['Checked', 'Field', '14.03.26'],
    ['Approved', 'Hill', '15.03.26'],
  ];
  rows.forEach((row, at) => {
    sheet.row(719 + 20 * at, [290, 390, 490], row);
  });
  assert.deepEqual(texts(only(sheet).rows), rows);
});

test('the text of a framed page is no cell above its title block, as wide as the frame', () => {
  const sheet = drawingSheet([30, 130, 230, 585], [725, 755, 785]);
  for (let line = 0; line < 40; line++)
    sheet.text('as many words of the report as go into one line of its page', 60, 60 + 14 * line);
  sheet.row(745, [40, 140, 240], ['Change', 'Sheet', 'Report on the boats below the bridge']);
  sheet.row(775, [40, 140, 240], ['1', '7', 'Second edition']);
  const table = only(sheet);
  assert.equal(table.rows.length, 2);
});

test('a table over the whole page whose lines part its columns is one', () => {
  const sheet = new Sheet().grid([30, 200, 585], [15, 60, 600, 785]);
  sheet.row(45, [40, 210], ['Day', 'What is done']);
  sheet.row(75, [40, 210], ['Monday', 'Boats are cleaned']);
  sheet.row(620, [40, 210], ['Tuesday', 'Boats are painted']);
  assert.equal(findTables(sheet.page)[0]?.rows.length, 3);
});
