import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { FRUIT, none, only, Sheet, THREE, texts } from '../sheet.fixture.ts';

test('a note below a table that runs across its columns, with a wide space in it, is no row', () => {
  const lefts = [40, 140, 180, 220, 260, 300, 340, 380];
  const sheet = new Sheet();
  ['Central Station', 'Market Square', 'University', 'Airport'].forEach((stop, i) => {
    const times = lefts.slice(1).map((_, column) => `${6 + column}.0${i}`);
    sheet.row(100 + 14 * i, lefts, [stop, ...times]);
  });
  sheet.text('N Not on school days.', 40, 160).text('R Stops on request', 180, 160);
  const { rows } = only(sheet);
  assert.deepEqual([rows.length, rows[0]?.length], [4, 8]);
});

test('a row whose label runs across empty columns takes none of the columns from the others', () => {
  const lefts = [40, 140, 200, 260, 320];
  const sheet = new Sheet();
  const row = (at: number, label: string, values: readonly string[]) =>
    sheet.row(100 + 14 * at, lefts, [label, ...values]);
  ['Apples', 'Pears', 'Plums', 'Figs', 'Dates', 'Limes'].forEach((fruit, i) => {
    row(i < 3 ? i : i + 1, fruit, ['12', '7', '30', `${i}.50`]);
  });
  sheet.text('All fruit of the old garden', 40, 142).text('4.50', 320, 142);
  const { rows } = only(sheet);
  assert.deepEqual([rows.length, rows[0]?.length], [7, 5]);
  assert.equal(rows[3]?.at(-1)?.text, '4.50');
});

test('rows without lines that keep the same strips white are a table', () => {
  const sheet = new Sheet().row(100, THREE, ['Fruit', 'Count', 'Price'], { bold: true });
  FRUIT.forEach((row, i) => {
    sheet.row(116 + 16 * i, THREE, row);
  });
  const table = only(sheet);
  assert.equal(table.kind, 'unruled');
  assert.deepEqual(texts(table.rows), [['Fruit', 'Count', 'Price'], ...FRUIT]);
});

test('a wrapped cell of a table without lines stays in its row', () => {
  const sheet = new Sheet();
  sheet.row(100, THREE, ['1', 'Growth of the first', '12.5']).text('and second kind', 250, 112);
  sheet.row(128, THREE, ['2', 'Decline', '7.5']).row(144, THREE, ['3', 'Rest', '1.5']);
  assert.deepEqual(texts(only(sheet).rows)[0], ['1', 'Growth of the first and second kind', '12.5']);
});

test('a larger line between two tables parts them', () => {
  const sheet = new Sheet();
  FRUIT.forEach((row, i) => {
    sheet.row(100 + 16 * i, THREE, row);
  });
  sheet.text('Vegetables', 100, 152, { size: 14 });
  FRUIT.forEach((row, i) => {
    sheet.row(172 + 16 * i, THREE, row);
  });
  assert.equal(findTables(sheet.page).length, 2);
});

test('numbered items with nested ones are no table, however far their numbers stand from the text', () => {
  const sheet = new Sheet();
  sheet.row(100, [130, 160], ['1.', 'A program']);
  sheet.row(114, [130, 160], ['2.', 'If the file is less']);
  sheet.row(128, [130, 160], ['3.', 'Overwritten values']);
  sheet.row(142, [100, 130], ['2.', 'Restructure it']);
  sheet.row(156, [130, 160], ['1.', 'A frequent case']);
  sheet.row(170, [130, 160], ['2.', 'This means that']);
  sheet.row(184, [100, 130], ['3.', 'The script exists']);
  none(sheet);
});

test('counting numbers before several values each are the first column of a table', () => {
  const sheet = new Sheet();
  FRUIT.forEach((row, at) => {
    sheet.row(100 + 14 * at, [70, ...THREE], [`${at + 1}`, ...row]);
  });
  assert.deepEqual(texts(only(sheet).rows)[1], ['2', 'Pears', '7', '2.25']);
});

test('rows of three columns without lines may stand more than three lines apart', () => {
  const sheet = new Sheet().row(100, THREE, ['Fruit', 'Count', 'Price'], { bold: true });
  FRUIT.forEach((row, at) => {
    sheet.row(132 + 32 * at, THREE, row);
  });
  assert.equal(only(sheet).rows.length, 4);
});

test('numbered headings with a line of text between them are no table', () => {
  const sheet = new Sheet();
  sheet.row(100, [70, 110], ['4.4', 'Creating encrypted passwords'], { size: 12, bold: true });
  sheet.text('There are tools for encrypted passwords with salt.', 110, 128);
  sheet.row(164, [70, 110], ['4.5', 'Modules and the names they serve'], { size: 12, bold: true });
  none(sheet);
});

test('a label of rows under the empty corner of the head is a row of the table', () => {
  const lefts = [60, 200, 260, 320];
  const sheet = new Sheet()
    .row(100, lefts, ['', 'Note', '2023', '2022'], { bold: true })
    .text('Assets', 60, 115);
  ['Cash', 'Stocks', 'Claims', 'Total'].forEach((label, i) => {
    sheet.row(130 + 15 * i, lefts, [label, `${i + 4}`, '12,340', '10,220']);
  });
  assert.deepEqual(
    texts(only(sheet).rows)
      .map(row => row[0])
      .slice(0, 3),
    ['', 'Assets', 'Cash'],
  );
});

test('padded rows of four columns are a table though they stand far apart, those of three are not', () => {
  const FOUR = [50, 180, 280, 380];
  const rows = [
    ['Design', '34.20', '100', '3420.00'],
    ['Building', '45.50', '100', '4550.00'],
    ['Printing', '25.75', '100', '2575.00'],
  ];
  const sheet = (columns: number) => {
    const drawn = new Sheet();
    for (const [i, row] of rows.entries())
      drawn.row(100 + 40 * i, FOUR.slice(0, columns), row.slice(0, columns));
    return drawn;
  };
  assert.equal(only(sheet(4)).rows.length, 3);
  none(sheet(3));
});

test('a heading over the first column alone belongs to the rows when the head leaves that column blank', () => {
  const sheet = new Sheet();
  sheet.row(100, [250, 400], ['2024', '2023']);
  sheet.text('Income', 100, 116);
  sheet.row(132, THREE, ['Fees', '120', '115']);
  sheet.row(148, THREE, ['Interest', '14', '12']);
  sheet.text('Costs', 100, 164);
  sheet.row(180, THREE, ['Rent', '60', '58']);
  assert.deepEqual(
    texts(only(sheet).rows).map(row => row[0]),
    ['', 'Income', 'Fees', 'Interest', 'Costs', 'Rent'],
  );
});

test('rows far apart whose cells wrap are one table, though the last line of one is a single text', () => {
  const sheet = new Sheet().row(100, [100, 220, 360], ['Plan', 'For whom', 'Support'], { bold: true });
  sheet.row(126, [100, 220, 360], ['Basic', 'Single users', 'By mail within']).text('three days', 360, 137);
  sheet.row(163, [100, 220, 360], ['Team', 'Up to ten users', 'By telephone and']).text('by mail', 360, 174);
  sheet.row(200, [100, 220, 360], ['Group', 'Any number of', 'A person of your']);
  sheet.row(211, [220, 360], ['users', 'own']);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Plan', 'For whom', 'Support'],
    ['Basic', 'Single users', 'By mail within three days'],
    ['Team', 'Up to ten users', 'By telephone and by mail'],
    ['Group', 'Any number of users', 'A person of your own'],
  ]);
});

test('a label at the left that wraps does not end its table', () => {
  const sheet = new Sheet();
  sheet.row(100, THREE, ['Income', '2024', '2023'], { bold: true });
  sheet.row(114, THREE, ['Fees', '1,250', '980']);
  sheet.row(128, THREE, ['Shares of profits of other', '310', '45']);
  sheet.text('companies, net of any tax', 100, 139).text('that was paid', 100, 150);
  sheet.row(164, THREE, ['Rent', '400', '390']);
  assert.equal(only(sheet).rows.length, 4);
});

test('numbered headings with items of one line between them are no table', () => {
  const sheet = new Sheet();
  const bold = { bold: true, size: 14 };
  sheet.row(100, [80, 130], ['1.13', '2.2.0 of the boats'], bold);
  sheet.text('• Merge the changes from the river', 130, 122).text('– This adds support for ropes', 142, 134);
  sheet.row(166, [80, 130], ['1.14', '2.1.0 of the boats'], bold);
  sheet.text('• Merge the changes from the lake', 130, 188);
  none(sheet);
});

test('rows at one distance, however far apart, are one table with the headings of their groups', () => {
  const sheet = new Sheet().text('What the company earned and spent in the two years before.', 100, 56);
  [
    ['', '2021', '2020'],
    ['Revenue', '', ''],
    ['Sales', '1,880', '2,292'],
    ['Service', '3,668', '4,754'],
    ['Expenses', '', ''],
    ['Rent', '2,661', '2,999'],
    ['Staff', '7,160', '4,757'],
  ].forEach((row, i) => {
    sheet.row(100 + 30 * i, THREE, row);
  });
  assert.equal(only(sheet).rows.length, 7);
});

test('tables drawn one after the other are two, though their rows stand side by side', () => {
  const plots = [
    ['Row', 'Plot', 'Yield'],
    ['11', '5', '9.9'],
    ['12', '5', '8.1'],
    ['13', '6', '7.3'],
  ];
  const weeks = [
    ['Weeks', 'Trade', 'Days'],
    ['50', 'smith', '9'],
    ['52', 'cook', '10'],
    ['47', 'smith', '30'],
  ];
  for (const pitch of [15, 33]) {
    const sheet = new Sheet();
    for (const [left, rows] of [[100, plots] as const, [300, weeks] as const])
      for (const [i, row] of rows.entries()) sheet.row(100 + pitch * i, [left, left + 55, left + 110], row);
    assert.deepEqual(
      findTables(sheet.page).map(table => texts(table.rows)),
      [plots, weeks],
    );
  }
});

test('such rows may number what stands beside them, where a label stands over the numbers', () => {
  const sheet = new Sheet().row(100, [100, 250], ['Position', 'Provider'], { bold: true });
  ['Docker', 'Swarm', 'File', 'Consul', 'Nomad'].forEach((name, i) => {
    sheet.row(128 + 28 * i, [100, 250], [String(i + 1), name]);
  });
  assert.equal(only(sheet).rows.length, 6);
});

test('the address and the fields of a letter are no head of the table below them', () => {
  const sheet = new Sheet();
  ['14 Harbour Lane', 'Bristol BS1 4QA', 'United Kingdom'].forEach((line, i) => {
    sheet.text(line, 100, 100 + 16 * i);
  });
  ['Finance Office', '2 Castle Street', 'Leeds LS1 3BB'].forEach((line, i) => {
    sheet.text(line, 250, 100 + 16 * i);
  });
  sheet.row(148, [100, 250], ['Department:', 'Research']).row(164, [100, 250], ['Status:', 'Final']);
  const items = [
    ['Pos', 'Item', 'Price', 'Amount'],
    ['1', 'Pipe', '25.11', '451.98'],
    ['2', 'Roller', '71.48', '571.84'],
  ];
  items.forEach((row, i) => {
    sheet.row(190 + 26 * i, [100, 150, 300, 400], row);
  });
  const last = findTables(sheet.page).at(-1);
  assert.deepEqual(texts(last?.rows ?? []), items);
});

test('the label of a total may run over columns that its row leaves empty', () => {
  const sheet = new Sheet();
  const items = [
    ['Pos', 'Item', 'Price', 'Amount'],
    ['1', 'Pipe', '25.11', '451.98'],
    ['2', 'Roller', '71.48', '571.84'],
    ['3', 'Screw', '5.43', '54.30'],
    ['4', 'Mask', '46.49', '464.90'],
  ];
  items.forEach((row, i) => {
    sheet.row(100 + 16 * i, [100, 150, 300, 400], row);
  });
  sheet.row(180, [100, 150, 300, 400], ['Subtotal of all', '', '', '1,543.02']);
  assert.deepEqual(texts(only(sheet).rows).slice(0, 5), items);
});

test('a row whose label is wrapped around its values may follow the heading of its group', () => {
  const sheet = new Sheet().row(100, THREE, ['Item', '2021', '2020']).text('Income', 100, 115);
  sheet.row(130, THREE, ['Sales', '880', '292']).row(145, THREE, ['Service', '668', '754']);
  sheet
    .text('Expenses', 100, 160)
    .text('Depreciation and', 100, 175)
    .row(181, [0, 250, 400], ['', '661', '999']);
  sheet.text('amortisation', 100, 187).row(202, THREE, ['Staff', '160', '757']);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Item', '2021', '2020'],
    ['Income', '', ''],
    ['Sales', '880', '292'],
    ['Service', '668', '754'],
    ['Expenses', '', ''],
    ['Depreciation and amortisation', '661', '999'],
    ['Staff', '160', '757'],
  ]);
});

test('rows whose text ends as near to the next column as words stand are rows of the table all the same', () => {
  const lefts = [100, 170, 400];
  const sheet = new Sheet().row(100, lefts, ['Duty', 'What is done', 'Who'], { bold: true });
  sheet.row(120, lefts, ['Lamps', 'The lamps of the quay are lit at dusk', 'Harbour master']);
  sheet.text('and put out by day.', 170, 133);
  // 45 letters of 5 points end half an em before the next column.
  sheet.row(153, lefts, ['Lines', 'Lines are looked at twice each night in fogs,', 'Night watch']);
  sheet.text('once in others.', 170, 166);
  sheet.row(186, lefts, ['Fires', 'No fire is left alone.', 'Deputy']);
  sheet.row(206, lefts, ['Books', 'The book is kept by the watch.', 'Any two']);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Duty', 'What is done', 'Who'],
    ['Lamps', 'The lamps of the quay are lit at dusk and put out by day.', 'Harbour master'],
    ['Lines', 'Lines are looked at twice each night in fogs, once in others.', 'Night watch'],
    ['Fires', 'No fire is left alone.', 'Deputy'],
    ['Books', 'The book is kept by the watch.', 'Any two'],
  ]);
});

test('the second line of the last row stays in it, as far below as those of the rows before', () => {
  const sheet = new Sheet();
  const talks = [
    ['09.00', 'Rivers without names', 'Marta Oliveira', 'Hall A'],
    ['10.00', 'Sediment and memory', 'Jan de Wit', 'Hall A'],
    ['11.00', 'Reading old maps', 'Aiko Tanaka', 'Room 12'],
  ];
  talks.forEach(([time = '', title = '', speaker = '', room = ''], at) => {
    sheet.row(100 + 32 * at, THREE, [time, title, room]).text(speaker, 250, 113.7 + 32 * at);
  });
  const rows = texts(only(sheet).rows);
  assert.deepEqual(
    rows.map(row => row[1]),
    talks.map(([, title, speaker]) => `${title} ${speaker}`),
  );
});

test('titles in larger type and items of a list go on with no label of the row above them', () => {
  const sheet = new Sheet();
  const years = [200, 420];
  sheet
    .row(100, years, ['Senior engineer, Porto', '2021 to 2026'])
    .row(126, years, ['Engineer, Bonn', '2017']);
  sheet.text('Education', 200, 141, { size: 12 });
  sheet
    .row(162, years, ['Master of engineering', '2015'])
    .row(188, years, ['Bachelor of engineering', '2012']);
  sheet.text('• Studied in Porto', 200, 201);
  sheet.row(214, years, ['School of the river', '2009']);
  const cells = findTables(sheet.page).flatMap(({ rows }) => texts(rows).flat());
  assert.deepEqual(
    cells.filter(cell => /Education|•/.test(cell)),
    [],
  );
});

test('a row below a heading that would take columns from the rows above is of another table', () => {
  const lefts = [40, 160, 220, 280, 400];
  const sheet = new Sheet();
  ['Basic pay', 'Overtime', 'Holiday pay', 'Bonus'].forEach((pay, i) => {
    sheet.row(100 + 14 * i, lefts, [pay, `1${i}.00`, '14.20', `2${i}.50`, `19${i}.40`]);
  });
  sheet.text('Year to date', 40, 156);
  sheet.row(170, [40, 160, 240, 290, 400], ['Taxable pay', '16204.55', 'Tax paid', '1297.20', '804.10']);
  const rows = findTables(sheet.page)[0]?.rows ?? [];
  assert.deepEqual(
    [rows.length, rows[0]?.map(cell => cell.text)],
    [4, ['Basic pay', '10.00', '14.20', '20.50', '190.40']],
  );
});

test('the small print below the last dish of a menu belongs to it as that below the others does', () => {
  const sheet = new Sheet();
  ['Beetroot soup', 'Smoked eel', 'Duck terrine'].forEach((dish, i) => {
    sheet.row(100 + 34 * i, [40, 400], [dish, `1${i}.50`], { size: 11 });
    sheet.text('with rye bread and dill', 40, 114 + 34 * i, { size: 8 });
  });
  assert.deepEqual(
    texts(only(sheet).rows).map(([dish]) => dish),
    ['Beetroot soup', 'Smoked eel', 'Duck terrine'].map(dish => `${dish} with rye bread and dill`),
  );
});

test('a row of fields above the head of a table takes no part in its columns', () => {
  const lefts = [31, 361, 414, 471];
  const sheet = new Sheet().row(
    62,
    [31, 201, 371],
    ['Vehicle: KN-04', 'Driver: T. Osman', 'Date: 21.11.2026'],
  );
  sheet.row(85, lefts, ['Item', 'OK', 'Not OK', 'Remark'], { bold: true });
  ['Tyres', 'Lights', 'Wipers', 'Oil', 'Kit'].forEach((item, i) => {
    const isBad = i % 2 > 0;
    sheet.row(102 + 17 * i, [31, isBad ? 429 : 365, 471], [item, 'X', isBad ? 'worn' : '']);
  });
  assert.deepEqual(texts(only(sheet).rows).slice(0, 3), [
    ['Item', 'OK', 'Not OK', 'Remark'],
    ['Tyres', 'X', '', ''],
    ['Lights', '', 'X', 'worn'],
  ]);
});

test('close rows of labels and values over the first column alone are no rows of the table below them', () => {
  const sheet = new Sheet();
  const fields = ['2021-02-15', 'Public', '2024-05-24', '2023-10-05', 'Quiet'];
  ['Reference:', 'Carrier:', 'Account:', 'Validity:', 'Branch:'].forEach((label, at) => {
    sheet.row(100 + 11 * at, [58, 208], [label, fields[at] ?? '']);
  });
  sheet.text('The central river opens the former survey near the second timber.', 58, 163);
  const lefts = [58, 330, 480];
  const rows = [
    ['Article', 'Quantity', 'Amount'],
    ['Local survey', '133', '5,187.12'],
    ['Narrow report central', '69', '5,630.23'],
    ['Simple', '210', '2,035.43'],
    ['Heavy bakery annual', '357', '1,014.01'],
  ];
  rows.forEach((row, at) => {
    sheet.row(180 + 13 * at, lefts, row);
  });
  const tables = findTables(sheet.page);
  assert.deepEqual(texts(tables.at(-1)?.rows ?? []), rows);
});

test('a column that is drawn behind all other cells is in their rows', () => {
  const sheet = new Sheet();
  const rows = Array.from({ length: 12 }, (_, row) => [
    `${10 + ((row * 7) % 12)}`,
    ['Nails', 'Planks', 'Paint'][row % 3] ?? '',
    `${(row * 37) % 50}.50`,
  ]);
  rows.forEach(([day = '', , amount = ''], at) => {
    sheet.row(100 + 14 * at, [100, 400], [day, amount]);
  });
  rows.forEach(([, label = ''], at) => {
    sheet.text(label, 200 + 3 * (at % 3), 100 + 14 * at);
  });
  assert.deepEqual(texts(only(sheet).rows), rows);
});
