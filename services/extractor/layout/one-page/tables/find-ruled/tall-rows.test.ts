import assert from 'node:assert/strict';
import test from 'node:test';
import { FRUIT, only, Sheet, THREE, texts } from '../sheet.fixture.ts';

test('a body ruled around its columns only is parted into the rows of its text', () => {
  const sheet = new Sheet().grid([90, 240, 390, 500], [100, 120, 200]);
  sheet.row(114, THREE, ['Fruit', 'Count', 'Price']);
  FRUIT.forEach((row, i) => {
    sheet.row(134 + 20 * i, THREE, row);
  });
  assert.deepEqual(texts(only(sheet).rows), [['Fruit', 'Count', 'Price'], ...FRUIT]);
});

test('labels of two lines beside numbers do not keep such a body whole', () => {
  const sheet = new Sheet().grid([90, 180, 270, 360], [100, 120, 240]);
  const columns = [100, 190, 280];
  sheet
    .row(114, columns, ['Plant', '2024', '2025'])
    .row(134, columns, ['Order of the', '565.34', '104.23'])
    .row(146, columns, ['garden', '', ''])
    .row(162, columns, ['Paper', '225.91', ''])
    .row(178, columns, ['Between every', '135.65', '170.72'])
    .row(190, columns, ['answer', '', ''])
    .row(206, columns, ['Station', '', '87.10']);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Plant', '2024', '2025'],
    ['Order of the garden', '565.34', '104.23'],
    ['Paper', '225.91', ''],
    ['Between every answer', '135.65', '170.72'],
    ['Station', '', '87.10'],
  ]);
});

test('rows whose dates a narrow column parts at their hyphens are parted', () => {
  const columns = [100, 150, 300];
  const sheet = new Sheet()
    .grid([90, 140, 290, 400], [100, 120, 240])
    .row(114, columns, ['Date', 'Text', 'Balance']);
  [
    ['2022-03-', 'Hex bolt', '76,640.94'],
    ['04', '', ''],
    ['2021-05-', 'Travel expenses and', '85,222.23'],
    ['26', 'the material', ''],
    ['2024-04-', 'Visit', '84,870.01'],
    ['11', '', ''],
  ].forEach((row, i) => {
    sheet.row(134 + 12 * i + 4 * Math.floor(i / 2), columns, row);
  });
  assert.deepEqual(texts(only(sheet).rows).slice(1), [
    ['2022-03-04', 'Hex bolt', '76,640.94'],
    ['2021-05-26', 'Travel expenses and the material', '85,222.23'],
    ['2024-04-11', 'Visit', '84,870.01'],
  ]);
});

test('such rows may be words alone, farther apart than lines of a text', () => {
  const sheet = new Sheet().grid([90, 240, 500], [100, 120, 200]).row(114, [100, 250], ['Term', 'Meaning']);
  [
    ['Pome', 'Fruit with a core'],
    ['Drupe', 'Fruit with a stone'],
    ['Berry', 'Fruit with seeds'],
  ].forEach((row, i) => {
    sheet.row(136 + 20 * i, [100, 250], row);
  });
  assert.equal(only(sheet).rows.length, 4);
});

test('two lists in cells side by side stay two cells', () => {
  const sheet = new Sheet()
    .grid([90, 240, 500], [100, 120, 180])
    .row(114, [100, 250], ['Reagents', 'Supplies']);
  [
    ['Ethanol', 'Ice bath'],
    ['Buffer', 'Tubes'],
    ['Water', 'Marker'],
  ].forEach((row, i) => {
    sheet.row(134 + 12 * i, [100, 250], row);
  });
  assert.deepEqual(texts(only(sheet).rows)[1], ['Ethanol Buffer Water', 'Ice bath Tubes Marker']);
});

test('white space in all cells at once parts the rows that one frame holds', () => {
  const sheet = new Sheet()
    .grid([90, 240, 400, 560], [100, 120, 240])
    .row(114, [100, 250, 410], ['Source', 'Definition', 'Examples'])
    .text('Stationary:', 100, 134);
  sheet.row(158, [110, 250, 410], ['Major', 'Ten tons or more of', 'Refineries, steel']);
  sheet.row(170, [110, 250, 410], ['', 'any one of the gases', 'makers']);
  sheet.row(194, [110, 250, 410], ['Area', 'Less than ten tons of', 'Gas stations, paint']);
  sheet.row(206, [110, 250, 410], ['', 'any of them', 'shops']);
  assert.deepEqual(texts(only(sheet).rows).slice(1), [
    ['Stationary:', '', ''],
    ['Major', 'Ten tons or more of any one of the gases', 'Refineries, steel makers'],
    ['Area', 'Less than ten tons of any of them', 'Gas stations, paint shops'],
  ]);
});

test('so it does where titles of what follows stand above the lines with the labels, beside two columns or more', () => {
  const lefts = [100, 160, 310];
  const sheet = new Sheet().grid([90, 150, 300, 450], [100, 120, 250, 270]);
  sheet.row(114, lefts, ['Time', 'What', 'Who']).row(264, lefts, ['18:00 on', 'Dinner', 'All']);
  sheet.text('Final hearing', 160, 134);
  ['Opening', 'Address', 'The jury'].forEach((what, i) => {
    sheet.row(148 + 27 * i, lefts, [`14:0${i} on`, what, 'J. Moore']);
  });
  sheet.text('Presentations', 160, 226).row(238, lefts, ['14:15 on', 'Plans', 'Teams']);
  assert.deepEqual(texts(only(sheet).rows).slice(1), [
    ['14:00 on', 'Final hearing Opening', 'J. Moore'],
    ['14:01 on', 'Address', 'J. Moore'],
    ['14:02 on', 'The jury', 'J. Moore'],
    ['14:15 on', 'Presentations Plans', 'Teams'],
    ['18:00 on', 'Dinner', 'All'],
  ]);
});

test('paragraphs in one cell of a row do not part it', () => {
  const sheet = new Sheet()
    .grid([90, 240, 400, 560], [100, 120, 240])
    .row(114, [100, 250, 410], ['Source', 'Definition', 'Examples'])
    .row(134, [100, 250, 410], ['Major', 'Ten tons or more of', 'Refineries'])
    .text('any one of the gases', 250, 146)
    .text('Less in the winter of', 250, 170)
    .text('the year before', 250, 182);
  assert.equal(only(sheet).rows.length, 2);
});

test('between ruled columns rows of wrapped cells are told by the white space between them', () => {
  const sheet = new Sheet()
    .grid([90, 240, 400, 560], [100, 120, 240])
    .row(114, [100, 250, 410], ['Risk', 'Description', 'Owner']);
  ['Delay', 'Budget', 'Losses'].forEach((risk, i) => {
    sheet.row(136 + 30 * i, [100, 250, 410], [risk, 'Something that happens', 'J. Moore']);
    sheet.text('to the whole project', 250, 148 + 30 * i);
  });
  assert.equal(only(sheet).rows.length, 4);
});

test('two lines that three drawn columns share are two rows where numbers stand below numbers', () => {
  const two = (second: readonly string[]) =>
    new Sheet()
      .grid([90, 240, 400, 560], [100, 120, 160])
      .row(114, [100, 250, 410], ['Name', 'Size', 'Price'])
      .row(134, [100, 250, 410], ['Mariner', 'L', '20.28'])
      .row(152, [100, 250, 410], second);
  assert.deepEqual(texts(only(two(['Deckhand', 'XL', '130.95'])).rows).slice(1), [
    ['Mariner', 'L', '20.28'],
    ['Deckhand', 'XL', '130.95'],
  ]);
  assert.equal(only(two(['jacket', 'large', 'each'])).rows.length, 2, 'lines that go on with their texts');
  assert.equal(only(two(['', 'XL', '(0.95)'])).rows.length, 2, 'a column that has one line');
});

test('two labels over each other beside two numbers over each other are two rows, in two columns as well', () => {
  const sheet = new Sheet().grid([90, 240, 390], [100, 120, 160]);
  sheet.row(114, [100, 250], ['Item', 'Count'], { bold: true });
  sheet.row(134, [100, 250], ['Apples', '12']).row(152, [100, 250], ['Pears', '7']);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Item', 'Count'],
    ['Apples', '12'],
    ['Pears', '7'],
  ]);
});

test('a week of a calendar is one row, as the other weeks are, whatever stands under its days', () => {
  const days = [90, 170, 250, 330, 410];
  const lefts = days.slice(0, -1).map(x => x + 4);
  const sheet = new Sheet().grid(days, [100, 120, 180, 240, 300]);
  sheet.row(114, lefts, ['Mon', 'Tue', 'Wed', 'Thu']);
  sheet.row(134, lefts, ['2', '3', '4', '5']);
  sheet.row(194, lefts, ['9', '10', '11', '12']);
  sheet.row(206, lefts, ['Dentist', '', 'Meeting', 'Choir']);
  sheet.row(218, lefts, ['', '', '10:00', '']);
  sheet.row(254, lefts, ['16', '17', '18', '19']);
  assert.deepEqual(texts(only(sheet).rows).slice(1), [
    ['2', '3', '4', '5'],
    ['9 Dentist', '10', '11 Meeting 10:00', '12 Choir'],
    ['16', '17', '18', '19'],
  ]);
});

test('items whose names and types go on in further lines are rows, where other rows of the grid part their columns', () => {
  const columns = [100, 250, 320, 400];
  const sheet = new Sheet()
    .across(80, 90, 480)
    .across(100, 90, 480)
    .across(240, 90, 480)
    .across(260, 90, 480);
  for (const x of [90, 480]) sheet.down(x, 80, 260);
  for (const x of [240, 310, 390]) sheet.down(x, 100, 240);
  // Nothing in the rows above ends where the label of the total ends.
  sheet.down(160, 240, 260).row(94, [95], ['Buyer: the orchard']).row(254, [95, 170], ['Total', 'Four']);
  sheet
    .row(112, columns, ['Item', 'Type', 'Price', 'Sum'])
    .row(126, columns, ['Module of radio for things', 'E220', '51.33', '51.33'])
    .row(138, columns, ['along walls', '-01', '', ''])
    .row(150, columns, ['Fees', '', '4.42', '4.42'])
    .row(232, columns, ['Sums', '', '', '55.75']);
  assert.deepEqual(
    texts(only(sheet).rows)
      .slice(1, -1)
      .map(row => row.filter((_, column) => column === 0 || column > row.length - 4)),
    [
      ['Item', 'Type', 'Price', 'Sum'],
      ['Module of radio for things along walls', 'E220 -01', '51.33', '51.33'],
      ['Fees', '', '4.42', '4.42'],
      ['Sums', '', '', '55.75'],
    ],
  );
});

test('a line of Chinese after which a letter would have found room ends its text, however long the next is', () => {
  const columns = [100, 250, 320];
  const sheet = new Sheet().grid([90, 240, 310, 400], [100, 240]);
  sheet
    .row(112, columns, ['货物或应税劳务名称', '数量', '金额'])
    .row(130, columns, ['*运输服务*客运服务费和一个很长很长的名称', '1', '15.94'])
    .row(232, columns, ['合计', '', '15.94']);
  assert.equal(only(sheet).rows.length, 3);
});
