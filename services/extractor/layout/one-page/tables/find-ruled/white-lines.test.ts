import assert from 'node:assert/strict';
import test from 'node:test';
import { none, only, Sheet, texts, white } from '../sheet.fixture.ts';

const XS = [100, 140, 300, 340, 380];
const YS = [100, 140, 180, 220];

/** Rows of wrapped texts between white lines; the head has no lines inside. */
function whiteLined(): Sheet {
  const sheet = new Sheet();
  sheet.row(113, [104, 144, 304, 344], ['No', 'Requirement', 'Old', 'New'], { bold: true });
  YS.slice(1).forEach((_, i) => {
    const baseline = 153 + 40 * i;
    sheet.row(baseline, [104, 144, 304, 344], [`${i + 1}`, 'Every page asks who', 'yes', 'yes']);
    sheet.row(baseline + 12, [144], ['it is that reads it']);
  });
  sheet.page.whites = [
    ...[...YS, 260].map(y => white('horizontal', y, 100, 380)),
    ...XS.map(x => white('vertical', x, x === 100 || x === 380 ? 100 : 140, 260)),
  ];
  return sheet;
}

test('white lines between cells of colour part rows and columns, those without a colour too', () => {
  const sheet = whiteLined();
  XS.slice(1).forEach((right, i) => {
    sheet.shade(XS[i] ?? 0, 100, right, 140, 0x999999);
    if (i !== 1) for (const y of YS.slice(1)) sheet.shade(XS[i] ?? 0, y, right, y + 40, 0xffcc00 + i);
  });
  const table = only(sheet);
  assert.deepEqual(texts(table.rows), [
    ['No', 'Requirement', 'Old', 'New'],
    ...['1', '2', '3'].map(number => [number, 'Every page asks who it is that reads it', 'yes', 'yes']),
  ]);
});

test('rows that only their colours part are told apart between white lines', () => {
  const sheet = whiteLined();
  sheet.page.whites = sheet.page.whites?.filter(({ position }) => position !== 140) ?? [];
  YS.forEach((top, row) => {
    XS.slice(1).forEach((right, i) => {
      sheet.shade(XS[i] ?? 0, top, right, top + 40, row === 0 ? 0x999999 : 0xeeeeee);
    });
  });
  assert.deepEqual(texts(only(sheet).rows)[0], ['No', 'Requirement', 'Old', 'New']);
});

test('white lines on white paper are not seen', () => {
  const sheet = new Sheet();
  sheet.page.whites = whiteLined().page.whites ?? [];
  sheet.text('A paragraph that somebody set', 104, 113).text('over lines of white.', 104, 125);
  none(sheet);
});

test('white lines on a coloured head part its labels above rows with dark lines', () => {
  const sheet = new Sheet().grid([100, 200, 300, 400], [140, 160, 180, 200]);
  sheet.across(100, 100, 400).down(100, 100, 140).down(400, 100, 140).shade(100, 100, 400, 140, 0x884400);
  sheet.text('District', 105, 124).text('Children at school', 245, 113);
  sheet.row(133, [0, 230, 330], ['', 'Girls', 'Boys']);
  for (const [i, district] of ['Barpeta', 'Cachar', 'Darrang'].entries())
    sheet.row(154 + 20 * i, [105, 230, 330], [district, `8${i}.1`, `7${i}.2`]);
  sheet.page.whites = [
    white('horizontal', 120, 200, 400),
    white('vertical', 200, 100, 140),
    white('vertical', 300, 120, 140),
  ];
  const [first, second, third] = only(sheet).rows;
  assert.deepEqual(
    first?.map(cell => [cell.text, cell.colspan, cell.rowspan]),
    [
      ['District', 1, 2],
      ['Children at school', 2, 1],
    ],
  );
  assert.deepEqual(
    second?.map(cell => cell.text),
    ['Girls', 'Boys'],
  );
  assert.deepEqual(
    third?.map(cell => cell.text),
    ['Barpeta', '80.1', '70.2'],
  );
});

test('rows in white boxes below a head that is shaded cell by cell are parted by the sides of these', () => {
  const sheet = new Sheet();
  const lefts = [100, 160, 300, 380];
  lefts.forEach((left, i) => {
    sheet.shade(left, 100, (lefts[i + 1] ?? 470) - 2, 140, 0xccf0ff);
  });
  sheet.row(122, [104, 164, 304, 384], ['Pos', 'Item', 'Price', 'Amount']);
  const tops = [143, 190, 240, 290];
  const rows = [
    ['1', 'Rent', '86.55', '173.10'],
    ['2', 'Insurance', '23.10', '46.20'],
    ['3', 'Upgrade of the car', '5.04', '10.08'],
    ['4', 'Map', '7.98', '15.96'],
  ];
  rows.forEach(([number = '', item = '', price = '', amount = ''], i) => {
    const top = tops[i] ?? 0;
    sheet.row(top + 12, [104, 164, 304], [number, item, price]).text(amount, 384, top + 22);
  });
  sheet.page.whites = tops.flatMap(top =>
    [top, top + 30].map(position => white('horizontal', position, 100, 472)),
  );
  assert.deepEqual(texts(only(sheet).rows), [['Pos', 'Item', 'Price', 'Amount'], ...rows]);
});

test('white lines down through the dark ones of rows part columns, the open one of dates over several rows too', () => {
  const sheet = new Sheet();
  const starts = [100, 100, 160, 160, 100, 160, 100];
  starts.forEach((start, at) => {
    sheet.across(100 + 20 * at, start, 500);
  });
  sheet.shade(160, 140, 300, 160).shade(300, 140, 500, 160);
  sheet.page.whites = [160, 300].map(x => white('vertical', x, 100, 220));
  const lefts = [105, 165, 305];
  sheet.row(114, lefts, ['Date', 'Payment', 'Amount']);
  [
    ['2 May', 'Rent', '700'],
    ['', 'Shoes', '60'],
    ['', 'Books', '25'],
    ['3 May', 'Bread', '3'],
    ['', 'Milk', '2'],
  ].forEach((row, at) => {
    sheet.row(134 + 20 * at, lefts, row);
  });
  assert.deepEqual(
    only(sheet).rows.map(row =>
      row.map(({ text, rowspan }) => (rowspan > 1 ? `${text} × ${rowspan}` : text)),
    ),
    [
      ['Date', 'Payment', 'Amount'],
      ['2 May × 3', 'Rent', '700'],
      ['Shoes', '60'],
      ['Books', '25'],
      ['3 May × 2', 'Bread', '3'],
      ['Milk', '2'],
    ],
  );
});
