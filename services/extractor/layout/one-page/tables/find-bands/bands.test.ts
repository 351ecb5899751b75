import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { FRUIT, none, only, Sheet, THREE, texts } from '../sheet.fixture.ts';

test('three rules make a table; the labels above the second are its head', () => {
  const sheet = new Sheet().across(100, 90, 500).across(120, 90, 500).across(190, 90, 500);
  sheet.row(114, THREE, ['Fruit', 'Count', 'Price']);
  FRUIT.forEach((row, i) => {
    sheet.row(140 + 18 * i, THREE, row);
  });
  const table = only(sheet);
  assert.deepEqual(texts(table.rows), [['Fruit', 'Count', 'Price'], ...FRUIT]);
  assert.deepEqual(
    table.rows[0]?.map(cell => cell.header),
    [true, true, true],
  );
  assert.equal(table.rows[1]?.[0]?.header, false);
});

test('boxes side by side above a table are none of its rows, though together they are as wide', () => {
  const sheet = new Sheet();
  for (const [left, right, name] of [
    [90, 220, 'Vendor'],
    [230, 360, 'Ship to'],
    [370, 500, 'Bill to'],
  ] as const) {
    sheet.grid([left, right], [100, 150]);
    sheet
      .text(name, left + 6, 114, { bold: true })
      .text('Mill Lane', left + 6, 128)
      .text('Bristol', left + 6, 142);
  }
  sheet.shade(90, 160, 500, 176).row(172, THREE, ['Fruit', 'Count', 'Price'], { bold: true });
  FRUIT.forEach((row, i) => {
    sheet.row(190 + 20 * i, THREE, row).across(196 + 20 * i, 90, 500);
  });
  assert.deepEqual(texts(only(sheet).rows), [['Fruit', 'Count', 'Price'], ...FRUIT]);
});

test('a heading between a table and a ground as wide as it parts the two', () => {
  const sheet = new Sheet().row(100, THREE, ['Fruit', 'Count', 'Price'], { bold: true });
  FRUIT.forEach((row, i) => {
    sheet.across(106 + 20 * i, 90, 500).row(120 + 20 * i, THREE, row);
  });
  sheet.across(166, 90, 500).text('Example', 90, 186, { bold: true, size: 12 }).shade(90, 194, 500, 254);
  for (const [i, line] of ['curl -X POST', '  -H Accept', '  -F file'].entries())
    sheet.text(line, 96, 208 + 14 * i, { monospace: true });
  assert.deepEqual(texts(only(sheet).rows), [['Fruit', 'Count', 'Price'], ...FRUIT]);
});

test('a box of text above a table is none of its rows, a frame around rows is', () => {
  const rows = (sheet: Sheet, top: number) => {
    for (const [i, row] of [['Fruit', 'Count', 'Price'], ...FRUIT].entries())
      sheet.row(top + 14 + 16 * i, THREE, row);
    return sheet;
  };
  const below = () => rows(new Sheet(), 166).across(166, 90, 500).across(184, 90, 500).across(232, 90, 500);
  const boxed = below().grid([90, 500], [100, 150]);
  for (const [i, line] of ['Acme Limited', 'Mill Lane', 'Bristol'].entries())
    boxed.text(line, 96, 114 + 14 * i);
  assert.equal(only(boxed).rows[0]?.[0]?.text, 'Fruit');
  const framed = rows(new Sheet().grid([90, 500], [100, 170]), 100).across(300, 90, 500);
  assert.equal(only(framed).rows.length, 1 + FRUIT.length);
});

test('rules drawn cell by cell tell the columns of empty bodies', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160]) sheet.across(y, 90, 500, [240]);
  sheet.text('Surname', 95, 114).text('Town', 95, 134).text('Telephone', 95, 154);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Surname', ''],
    ['Town', ''],
    ['Telephone', ''],
  ]);
});

test('labels wrapped upwards from one line are one row; a numbered caption over their rule is none of it', () => {
  const sheet = new Sheet().shade(90, 60, 500, 75).text('Table A-1. Fruit of the year', 90, 92);
  for (const y of [98, 145, 200]) sheet.across(y, 90, 500);
  sheet.row(116, THREE, ['', 'Count in', 'Price of']);
  sheet.row(128, THREE, ['', 'the first', 'a pound of']);
  sheet.row(140, THREE, ['Fruit', 'week', 'each']);
  FRUIT.forEach((row, i) => {
    sheet.row(158 + 18 * i, THREE, row);
  });
  assert.deepEqual(texts(only(sheet).rows), [
    ['Fruit', 'Count in the first week', 'Price of a pound of each'],
    ...FRUIT,
  ]);
});

test('columns hardly farther apart than words are cut where the rules say that their cells meet', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 190]) sheet.across(y, 90, 300, [128, 240]);
  [
    ['Code', 'Name', 'Count'],
    ['A100', 'Bolts', '12'],
    ['B200', 'Hexagon nuts of steel', '30'],
    ['C310', 'Threaded rods', '6'],
  ].forEach((row, i) => {
    sheet
      .text(row[0]!, 104, 114 + 20 * i)
      .text(row[1]!, 129.5, 114 + 20 * i)
      .text(row[2]!, 250, 114 + 20 * i);
  });
  assert.deepEqual(texts(only(sheet).rows)[2], ['B200', 'Hexagon nuts of steel', '30']);
});

test('fields to be filled in, with white space between, are no table', () => {
  const sheet = new Sheet();
  [
    ['First name', 'Surname'],
    ['Town', 'Country'],
    ['Date', 'Signature'],
  ].forEach((labels, i) => {
    const y = 100 + 30 * i;
    sheet
      .across(y, 90, 290)
      .across(y, 298, 500)
      .row(y + 10, [90, 298], labels, { size: 8 });
  });
  none(sheet.across(190, 90, 290).across(190, 298, 500));
});

test('rules far apart around a table and other text are no rules of a table', () => {
  const sheet = new Sheet();
  for (const y of [100, 600]) sheet.across(y, 90, 500);
  sheet.grid([90, 190, 290], [200, 220, 240]);
  sheet.row(214, [100, 200], ['Type', 'Current']).row(234, [100, 200], ['IR 840', '8']);
  for (let line = 0; line < 10; line += 1)
    sheet.row(270 + 30 * line, [100, 350], ['Low capacity', line % 3 === 0 ? 'Case' : '']);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Type', 'Current'],
    ['IR 840', '8'],
  ]);
});

const PROSE =
  'The rates were last changed in the spring of the year before and hold for all who asked in time';

test('a paragraph between two tables whose rules are equally long parts them', () => {
  const sheet = new Sheet().across(120, 90, 570).across(260, 90, 570);
  sheet.row(114, [95, 250, 400], ['Fruit', 'Count', 'Price'], { bold: true });
  FRUIT.forEach((row, i) => {
    sheet.row(135 + 15 * i, [95, 250, 400], row);
  });
  sheet.text(PROSE, 90, 195).text('and paid.', 90, 208);
  sheet.row(254, [95, 180, 460], ['Name', 'Rule', 'Rank'], { bold: true });
  sheet.row(275, [95, 180, 460], ['First', 'Host', '34']).row(290, [95, 180, 460], ['Second', 'Path', '26']);
  assert.deepEqual(
    findTables(sheet.page).map(table => texts(table.rows)),
    [
      [['Fruit', 'Count', 'Price'], ...FRUIT],
      [
        ['Name', 'Rule', 'Rank'],
        ['First', 'Host', '34'],
        ['Second', 'Path', '26'],
      ],
    ],
  );
});

test('such a paragraph is no wrapped cell where a rule runs under each row', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160, 200, 220, 240, 260]) sheet.across(y, 90, 570);
  FRUIT.forEach((row, i) => {
    sheet.row(114 + 20 * i, THREE, row);
  });
  sheet.text(PROSE, 90, 174).text('and paid.', 90, 186);
  FRUIT.forEach((row, i) => {
    sheet.row(214 + 20 * i, [95, 300, 500], row);
  });
  const rows = findTables(sheet.page).map(table => texts(table.rows));
  assert.deepEqual(rows, [FRUIT, FRUIT]);
});

test('debits and credits are two columns, though no row has both', () => {
  const sheet = new Sheet().across(120, 90, 500);
  const lefts = [100, 240, 340, 440];
  for (const top of [144, 180, 216]) sheet.shade(90, top, 500, top + 18);
  sheet.row(114, lefts, ['Entry', 'Date', 'Debit', 'Credit']);
  const entries = [
    ['Rent', '01.07', '40.00', ''],
    ['Sale', '03.07', '', '95.00'],
    ['Stamps', '04.07', '10.50', ''],
    ['Fee', '09.07', '12.00', ''],
    ['Fuel', '10.07', '61.20', ''],
    ['Rope', '12.07', '14.90', ''],
  ];
  entries.forEach((row, i) => {
    sheet.row(140 + 18 * i, lefts, row);
  });
  assert.deepEqual(texts(only(sheet).rows).slice(-entries.length), entries);
});

test('where each row between rules has one full line, the labels that go on below it are in it', () => {
  const sheet = new Sheet()
    .across(100, 90, 500)
    .row(113, [100, 250, 330, 410], ['Stop', '100', '107', '114']);
  const stops = [['Central', 'Station'], ['Market', 'Square'], ['Town Hall'], ['Harbour', 'East']];
  stops.forEach(([first = '', second = ''], i) => {
    const top = 118 + 30 * i;
    sheet.across(top, 90, 500).row(top + 12, [100, 250, 330, 410], [first, `5:0${i}`, `6:1${i}`, `7:2${i}`]);
    sheet.row(top + 24, [100], [second]);
  });
  sheet.across(238, 90, 500);
  const labels = texts(only(sheet).rows).map(([label]) => label);
  assert.deepEqual(labels, ['Stop', 'Central Station', 'Market Square', 'Town Hall', 'Harbour East']);
});

test('of three rows between rules, below a head over the first of them, each holds the label that wraps in it', () => {
  const lefts = [100, 350, 450];
  const sheet = new Sheet().row(113, lefts, ['Artikel', 'Menge', 'Betrag'], { bold: true });
  sheet.across(120, 96, 500).row(133, lefts, ['Sand', '162', '8.550,81']);
  sheet.across(140, 96, 500).row(153, lefts, ['Kies', '39', '1.180,30']);
  sheet.across(160, 96, 500).row(173, lefts, ['Schmales Holz', '240', '742,15']);
  // A capitalised German noun looks like the start of a row.
  sheet.text('Bretter', 100, 184).across(191, 96, 500);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Artikel', 'Menge', 'Betrag'],
    ['Sand', '162', '8.550,81'],
    ['Kies', '39', '1.180,30'],
    ['Schmales Holz Bretter', '240', '742,15'],
  ]);
});

test('a label without numbers over the rows of a part between rules stays a row of its own', () => {
  const lefts = [100, 350, 450];
  const sheet = new Sheet().across(100, 96, 500).row(113, lefts, ['Item', 'This year', 'Last year']);
  sheet.across(120, 96, 500).text('Assets', 100, 133).row(147, lefts, ['Cash', '100', '200']);
  sheet.across(154, 96, 500).text('Debts', 100, 167).row(181, lefts, ['Loans', '300', '400']);
  sheet.across(188, 96, 500);
  assert.deepEqual(texts(only(sheet).rows).slice(1), [
    ['Assets', '', ''],
    ['Cash', '100', '200'],
    ['Debts', '', ''],
    ['Loans', '300', '400'],
  ]);
});

test('rules under the titles of sections are no edges of one table', () => {
  const sheet = new Sheet();
  ['Holder', 'Account', 'Balance'].forEach((title, at) => {
    const top = 100 + 110 * at;
    sheet.text(title, 60, top).across(top + 6, 60, 530);
    [
      ['Number of it', '031870104520'],
      ['Name of it', 'Savings'],
      ['Printed on', '2025-06-01'],
    ].forEach((row, i) => {
      sheet.row(top + 25 + 20 * i, [64, 430], row);
    });
  });
  const found = findTables(sheet.page)
    .flatMap(table => texts(table.rows))
    .flat();
  for (const title of ['Holder', 'Account', 'Balance']) assert.ok(!found.some(text => text.includes(title)));
});

test('labels of groups without a rule below them are rows where lines stand as far apart as rows', () => {
  const rows = [
    ['Account', 'Total'],
    ['Assets', ''],
    ['Current assets', ''],
    ['Petty cash', '5.00'],
    ['Total for cash', '5.00'],
    ['Total for assets', '5.00'],
    ['Debts', ''],
    ['Salaries', '2.00'],
    ['Total for debts', '2.00'],
    ['Total', '3.00'],
  ];
  const sheet = new Sheet().across(80, 90, 500);
  for (const [i, row] of rows.entries()) {
    sheet.row(94 + 20 * i, [100, 440], row);
    if (row[1]) sheet.across(100 + 20 * i, 90, 500);
  }
  assert.deepEqual(texts(only(sheet).rows), rows);
});

test('frames with nothing between them are no rows of one table', () => {
  const sheet = new Sheet();
  for (const [top, bottom] of [
    [80, 130],
    [140, 220],
  ] as const)
    sheet.grid([90, 500], [top, bottom]);
  sheet.row(94, [100, 300], ['From', 'Deliver to'], { bold: true });
  sheet.row(108, [100, 300], ['Acme Limited', 'Bristol Fruit']);
  sheet.row(122, [100, 300], ['Mill Lane', 'High Street']);
  sheet.across(160, 90, 500).row(154, THREE, ['Fruit', 'Count', 'Price'], { bold: true });
  for (const [i, row] of FRUIT.entries()) sheet.row(174 + 18 * i, THREE, row);
  const last = findTables(sheet.page).at(-1);
  assert.deepEqual(texts(last?.rows ?? []), [['Fruit', 'Count', 'Price'], ...FRUIT]);
});

test('rules part rows of several lines each, though one of many has an amount of its own in its second line', () => {
  const sheet = new Sheet();
  const names = ['Rent', 'Top-up', 'Food', 'Shoes', 'Books', 'Train'];
  for (let at = 0; at <= names.length; at++) sheet.across(100 + 30 * at, 90, 500, [240, 390]);
  names.forEach((name, at) => {
    const top = 112 + 30 * at;
    sheet.row(top, THREE, [`05-${at + 1}`, name, '3.50'], { size: 8 });
    if (name === 'Top-up')
      sheet.text('Fee: 0.17', 250, top + 7, { size: 4 }).text('3.67', 400, top + 7, { size: 4 });
    else sheet.text('To: A Company, Euston', 250, top + 7, { size: 4 });
    sheet.text('Card: 4165', 250, top + 12, { size: 4 });
  });
  const found = texts(only(sheet).rows);
  assert.deepEqual(found[0], ['05-1', 'Rent To: A Company, Euston Card: 4165', '3.50']);
  assert.deepEqual(found.at(-1), ['05-6', 'Train To: A Company, Euston Card: 4165', '3.50']);
});

test('labels that end in a colon beside their values, two lines of them between rules, are two rows and no head', () => {
  const lefts = [60, 160, 300, 420];
  const sheet = new Sheet().across(100, 50, 550).across(140, 50, 550).across(180, 50, 550);
  sheet.row(116, lefts, ['Date:', '02.03.2026', 'Payable:', '06.03.2026']);
  sheet.row(130, lefts, ['Client:', '004453', 'Contract:', '4711']);
  sheet.row(156, lefts, ['Place:', 'Lund', 'Country:', 'Sweden']);
  sheet.row(170, lefts, ['Road:', 'Elm', 'House:', '12']);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Date:', '02.03.2026', 'Payable:', '06.03.2026'],
    ['Client:', '004453', 'Contract:', '4711'],
    ['Place:', 'Lund', 'Country:', 'Sweden'],
    ['Road:', 'Elm', 'House:', '12'],
  ]);
});
