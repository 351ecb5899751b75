import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from './find.ts';
import { Sheet, texts } from './sheet.fixture.ts';
import { withTurnedHeads } from './turned-heads.ts';

const LEFTS = [100, 200, 250, 300];
const VALUES = [
  ['Aldersey', '25.3', '61.6', '56.7'],
  ['Brimley', '62.8', '49.5', '65.0'],
  ['Coxhoe', '2.3', '94.0', '86.7'],
  ['Dunmow', '8.3', '9.0', '6.7'],
];

/** Words that run up from a place, each after the one before. */
function runsUp(sheet: Sheet, text: string, left: number, bottom: number): Sheet {
  let baseline = bottom;
  for (const word of text.split(' ')) {
    sheet.text(word, left, baseline);
    const item = sheet.page.items.at(-1);
    if (item) Object.assign(item, { angle: 90, spaceBefore: true });
    baseline -= (word.length + 1) * 5;
  }
  return sheet;
}

function rowsOf(sheet: Sheet): string[][] {
  const { items } = sheet.page;
  return texts(withTurnedHeads(findTables(sheet.page), items)[0]?.rows ?? []);
}

test('heads that stand on end above the columns of a table without lines are its first row', () => {
  const sheet = new Sheet();
  ['Total organic carbon', 'Lead', 'Sum of all'].forEach((head, i) => {
    runsUp(sheet, head, 215 + 50 * i, 185);
  });
  VALUES.forEach((row, i) => {
    sheet.row(200 + 14 * i, LEFTS, row);
  });
  assert.deepEqual(rowsOf(sheet), [['', 'Total organic carbon', 'Lead', 'Sum of all'], ...VALUES]);
});

test('they stand in the row of the first column, where that has a label', () => {
  const sheet = new Sheet().text('Station', 100, 186);
  VALUES.forEach((row, i) => {
    sheet.row(200 + 14 * i, LEFTS, row);
  });
  for (const [at, head] of ['Total organic carbon', 'Lead', 'Sum of all'].entries())
    runsUp(sheet, head, 215 + 50 * at, 186);
  assert.ok(rowsOf(sheet).some(row => row[1] === 'Total organic carbon' && row[3] === 'Sum of all'));
});

test('one such text, or texts far above, are no heads', () => {
  const one = new Sheet();
  runsUp(one, 'Draft', 215, 185);
  const far = new Sheet();
  for (const at of [0, 1, 2]) runsUp(far, 'Axis', 215 + 50 * at, 120);
  for (const sheet of [one, far]) {
    VALUES.forEach((row, i) => {
      sheet.row(200 + 14 * i, LEFTS, row);
    });
    assert.deepEqual(rowsOf(sheet), VALUES);
  }
});

test('words that stand on end in a drawn cell are read as they run', () => {
  const sheet = new Sheet().grid([90, 190, 240, 290], [100, 200, 220, 240]);
  sheet.text('Station', 100, 190);
  runsUp(sheet, 'Total organic carbon', 218, 198);
  runsUp(sheet, 'Dissolved lead', 268, 198);
  sheet
    .row(214, [100, 200, 250], ['Aldersey', '25.3', '61.6'])
    .row(234, [100, 200, 250], ['Brimley', '62.8', '49.5']);
  assert.deepEqual(texts(findTables(sheet.page)[0]?.rows ?? [])[0], [
    'Station',
    'Total organic carbon',
    'Dissolved lead',
  ]);
});
