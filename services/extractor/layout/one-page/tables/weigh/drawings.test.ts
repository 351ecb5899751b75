import assert from 'node:assert/strict';
import test from 'node:test';
import { none, only, Sheet } from '../sheet.fixture.ts';
import { cellSigns } from './cells.ts';

test('bars beside a scale are no table, though rules run across at its marks', () => {
  const sheet = new Sheet();
  ['80', '60', '40', '20', '0'].forEach((mark, i) => {
    sheet.text(mark, 100, 103 + 30 * i).across(100 + 30 * i, 120, 500);
  });
  ['34', '41', '59', '22', '17'].forEach((value, i) => {
    sheet.text(value, 150 + 70 * i, 190 - Number(value));
  });
  none(sheet);
});

test('labels in boxes apart from each other are a diagram', () => {
  const sheet = new Sheet();
  ['Reader', 'Finder', 'Writer', 'Sender'].forEach((label, i) => {
    sheet.shade(100, 100 + 40 * i, 200, 130 + 40 * i).text(label, 135, 118 + 40 * i);
    sheet.shade(230, 100 + 40 * i, 330, 130 + 40 * i).text(label, 265, 118 + 40 * i);
  });
  none(sheet);
});

test('shaded cells with little white space between them are a table', () => {
  const sheet = new Sheet();
  for (let row = 0; row < 4; row += 1) {
    for (let column = 0; column < 3; column += 1) {
      const [left, top] = [100 + 102 * column, 100 + 22 * row];
      sheet.shade(left, top, left + 100, top + 20).text(`${row * 3 + column}`, left + 10, top + 14);
    }
  }
  only(sheet);
});

test('rows far apart between the rules of two charts are none', () => {
  const sheet = new Sheet();
  for (const y of [100, 260, 300, 460]) sheet.across(y, 90, 500);
  sheet.row(240, [120, 250, 380], ['Cutting', 'Fabrication', 'Transport']);
  sheet.row(440, [120, 250, 380], ['Raw woods', 'Labour', 'Interest']);
  none(sheet);
});

test('a heading between rules over sentences is no list', () => {
  const sheet = new Sheet().text('Preface', 100, 114).text('This document says what is real.', 100, 150);
  for (const y of [100, 120, 220]) sheet.across(y, 90, 400);
  sheet.text('If you have any questions, please write to us:', 100, 170).text('Ada Lovelace', 100, 190);
  none(sheet);
});

test('a grid whose lines part few cells of many edges is patchy, as the wires of a circuit are', () => {
  const edges = Array.from({ length: 13 }, (_, at) => 20 * at);
  const corners = [0, 4, 8];
  const cells = corners.flatMap(row =>
    corners.map(column => ({ row, column, rowspan: 4, colspan: 4, words: [] })),
  );
  assert.equal(cellSigns({ kind: 'ruled', xs: edges, ys: edges, cells }).patchy, true);
  assert.equal(
    cellSigns({ kind: 'ruled', xs: [0, 80, 160, 240], ys: [0, 80, 160, 240], cells }).patchy,
    false,
  );
});

test('boxes inside a diagram of straight lines are no rows of a table', () => {
  const sheet = new Sheet().grid([100, 400], [100, 300]);
  // Pins at the sides of the frame, and parallel wires one below the other.
  for (const x of [110, 120, 130, 370, 380, 390]) sheet.down(x, 100, 300);
  sheet.across(200, 100, 130).across(200, 370, 400);
  for (const [i, label] of ['Timing', 'Oscillator', 'Counter'].entries()) {
    const y = 130 + 50 * i;
    for (const side of [0, 24]) sheet.across(y + side, 150, 350);
    sheet
      .text(label, 160, y + 10)
      .text('VDD', 300, y + 10)
      .text('state', 160, y + 21)
      .text('bus', 300, y + 21);
  }
  none(sheet);
});

test('numbers with their thousands parted are no marks of a scale', () => {
  const sheet = new Sheet().row(96, [100, 250], ['Party', 'Ballots'], { bold: true });
  ['9,933', '6,853', '3,080', '0'].forEach((ballots, i) => {
    sheet.across(100 + 20 * i, 90, 400).row(114 + 20 * i, [100, 250], [`Party ${'ABCD'[i]}`, ballots]);
  });
  sheet.across(180, 90, 400);
  only(sheet);
});
