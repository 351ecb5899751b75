import assert from 'node:assert/strict';
import test from 'node:test';
import { only, Sheet, texts } from '../sheet.fixture.ts';

const LEFTS = [100, 300, 360, 430];
const filled = (rows: string[][]) => rows.map(row => row.filter(text => text !== ''));

function priceList(label: string, below: string): string[][] {
  const sheet = new Sheet().row(100, LEFTS, ['Article', 'Ordered', 'Open', 'Amount'], { bold: true });
  sheet
    .row(117, LEFTS, ['Oak board', '820', '12', '5,555.99'])
    .row(134, LEFTS, [label, '513', '7', '4,219.87']);
  sheet.text(below, 100, 151);
  sheet
    .row(168, LEFTS, ['Birch board', '389', '31', '3,711.36'])
    .row(185, LEFTS, ['Ash', '174', '5', '671.95']);
  return filled(texts(only(sheet).rows));
}

test('a note below the row whose label ends in its sign is a row of its own in a table without lines', () => {
  assert.deepEqual(
    priceList('Pine *', '* Only with the consent of the office of the north of the river').slice(2, 4),
    [['Pine *', '513', '7', '4,219.87'], ['* Only with the consent of the office of the north of the river']],
  );
});

test('a description with a bullet below a label without a sign stays in the cell of its item', () => {
  assert.equal(priceList('Pine', '* Sawn and dried for two years in the yard north of the river').length, 5);
});
