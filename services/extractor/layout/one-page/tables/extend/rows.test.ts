import assert from 'node:assert/strict';
import test from 'node:test';
import { findTables } from '../find.ts';
import { FRUIT, only, Sheet, THREE, texts } from '../sheet.fixture.ts';

test('the rows above alternate stripes belong to their table, head and all', () => {
  const sheet = new Sheet().row(100, THREE, ['Fruit', 'Count', 'Price'], { bold: true }).across(105, 90, 500);
  [...FRUIT, ...FRUIT].forEach((row, i) => {
    if (i % 2 === 1) sheet.shade(90, 105 + 18 * i, 500, 123 + 18 * i);
    sheet.row(118 + 18 * i, THREE, row);
  });
  assert.deepEqual(texts(only(sheet).rows), [['Fruit', 'Count', 'Price'], ...FRUIT, ...FRUIT]);
});

test('a list that stands right above the bold head of stripes is no part of their table', () => {
  const sheet = new Sheet().row(154, THREE, ['Fruit', 'Count', 'Price'], { bold: true });
  ['– a pear', '– a fig', '– a plum'].forEach((item, i) => {
    sheet.text(item, THREE[0] ?? 0, 100 + 16 * i);
  });
  [...FRUIT, ...FRUIT].forEach((row, i) => {
    if (i % 2 === 0) sheet.shade(90, 159 + 18 * i, 500, 177 + 18 * i);
    sheet.row(172 + 18 * i, THREE, row);
  });
  assert.deepEqual(texts(only(sheet).rows), [['Fruit', 'Count', 'Price'], ...FRUIT, ...FRUIT]);
});

test('where rules part the rows, the row below the last of them is one too', () => {
  const sheet = new Sheet();
  [['Fruit', 'Count', 'Price'], ...FRUIT].forEach((row, i) => {
    sheet.across(100 + 20 * i, 90, 500).row(114 + 20 * i, THREE, row);
  });
  assert.equal(only(sheet).rows.length, 4);
});

test('the sum below a line under the values alone is a row below the last stripe', () => {
  const sheet = new Sheet();
  [...FRUIT, ...FRUIT, FRUIT[0] ?? []].forEach((row, i) => {
    if (i % 2 === 0) sheet.shade(90, 105 + 18 * i, 500, 123 + 18 * i);
    sheet.row(118 + 18 * i, THREE, row);
  });
  sheet.across(231, 240, 500).row(244, THREE, ['Total', '110', '24.50']).across(249, 240, 500);
  assert.deepEqual(texts(only(sheet).rows).at(-1), ['Total', '110', '24.50']);
});

test('where rules part the last rows of a table with shaded heads, the row below the last rule is one too', () => {
  const sheet = new Sheet()
    .row(20, [100, 420], ['Invoice from', 'Invoice to'])
    .row(34, [100, 420], ['Fruit Ltd', 'Jam Makers'])
    .row(48, [100, 420], ['Orchard Road 1', 'Mill Lane 7'])
    .shade(90, 56, 500, 76)
    .text('Payment method', 100, 70, { bold: true })
    .text('Bank transfer', 100, 90)
    .shade(90, 100, 400, 120)
    .shade(400, 100, 500, 120)
    .across(76, 90, 500);
  [
    ['Item', 'Price'],
    ['Apples', '4.50'],
    ['Pears', '6.00'],
    ['Quinces', '2.25'],
  ].forEach((row, i) => {
    sheet.row(114 + 26 * i, [100, 440], row);
    if (i < 3) sheet.across(120 + 26 * i, 90, 500);
  });
  sheet.text('Total: 12.75', 420, 214, { bold: true });
  assert.deepEqual(texts(only(sheet).rows).slice(-4), [
    ['Item', 'Price'],
    ['Apples', '4.50'],
    ['Pears', '6.00'],
    ['Quinces', '2.25'],
  ]);
});

test('below a table that lines close at its sides nothing is a row of it', () => {
  const sheet = new Sheet();
  [
    ['Item', 'Price'],
    ['Apples', '4.50'],
    ['Pears', '6.00'],
  ].forEach((row, i) => {
    sheet.row(114 + 26 * i, [100, 440], row).across(120 + 26 * i, 90, 500);
  });
  sheet.across(94, 90, 500);
  for (const x of [90, 400, 500]) sheet.down(x, 94, 172);
  sheet.row(192, [100, 440], ['Quinces', '2.25']);
  assert.equal(only(sheet).rows.length, 3);
});

test('labels above stripes stand over their own columns where two share one and signs have none', () => {
  const sheet = new Sheet()
    .across(96, 18, 560)
    .text('Time', 90, 92, { bold: true })
    .row(92, [20, 66, 150, 250, 380, 470], ['Date', 'Day', 'Place', 'Home', 'Away', 'League'], {
      bold: true,
    });
  for (let row = 0; row < 8; row += 1) {
    const y = 98 + 20 * row;
    if (row % 2 === 0) sheet.shade(18, y, 560, y + 20);
    sheet.row(y + 14, [84, 150, 250, 340, 380, 470], ['19:30', 'Rink', 'Owls', 'vs.', 'Hawks', 'Autumn']);
    if (row % 4 === 0) sheet.row(y + 14, [20, 66], [`${row + 1}.5.`, 'Wed']);
  }
  const [head = [], first = []] = texts(only(sheet).rows);
  assert.deepEqual(head, ['Date', 'Day Time', 'Place', 'Home', '', 'Away', 'League']);
  assert.deepEqual(first, ['1.5.', 'Wed 19:30', 'Rink', 'Owls', 'vs.', 'Hawks', 'Autumn']);
});

test('plain labels that begin where the texts of their columns do are the head, though some columns have none', () => {
  const lefts = [60, 115, 160, 210, 330, 350, 480];
  const sheet = new Sheet().row(140, [60, 115, 160, 210, 350], ['Date', 'Day', 'Start', 'Home', 'Away']);
  sheet.across(146, 60, 540);
  for (let row = 0; row < 6; row += 1) {
    const y = 146 + 17 * row;
    sheet.row(y + 12, lefts, [`0${row}.08.`, 'Fri', '19:30', 'Owls', '–', 'Hawks', row % 2 ? 'live' : '']);
    sheet.across(y + 17, 60, 510);
  }
  const [head = [], first = []] = texts(only(sheet).rows);
  assert.deepEqual(head, ['Date', 'Day', 'Start', 'Home', '', 'Away', '']);
  assert.deepEqual(first, ['00.08.', 'Fri', '19:30', 'Owls', '–', 'Hawks', '']);
});

test('labels between two rules over a table of shaded cells are its head, also in two lines', () => {
  const sheet = new Sheet().across(98, 60, 540).across(128, 60, 540).across(228, 60, 540);
  const edges = [60, 180, 300, 420, 540];
  sheet
    .row(110, [310, 430], ['Requests a', 'Requests a'], { bold: true })
    .row(116, [70, 190], ['Region', 'Requests'], { bold: true })
    .row(122, [310, 430], ['million', 'week'], { bold: true });
  for (let row = 0; row < 5; row += 1) {
    const y = 128 + 20 * row;
    if (row % 2 === 0)
      edges.slice(1).forEach((right, i) => {
        sheet.shade(edges[i] ?? 0, y, right, y + 20);
      });
    sheet.row(y + 14, [70, 190, 310, 430], [`Region ${row}`, `1${row}4`, `7${row},12`, `${row + 3}`]);
  }
  const [head = [], first = []] = texts(only(sheet).rows);
  assert.deepEqual(head, ['Region', 'Requests', 'Requests a million', 'Requests a week']);
  assert.deepEqual(first, ['Region 0', '104', '70,12', '3']);
});

test('sums close together below the last rule are a row each', () => {
  const sheet = new Sheet();
  [['Fruit', 'Count', 'Price'], ...FRUIT].forEach((row, i) => {
    sheet.row(114 + 20 * i, THREE, row).across(120 + 20 * i, 90, 500);
  });
  const sums = [
    ['Subtotal', '', '10.50'],
    ['VAT 19%', '', '2.00'],
    ['Total', '', '12.50'],
  ];
  sums.forEach((row, i) => {
    sheet.row(194 + 12 * i, THREE, row);
  });
  assert.deepEqual(
    texts(only(sheet).rows)
      .slice(-3)
      .map(row => row.filter(Boolean)),
    sums.map(row => row.filter(Boolean)),
  );
});

test('where rules part the rows, a head of two levels hides the row below the last of them not', () => {
  const lefts = [100, 240, 330, 440];
  const rows = ['Apples', 'Pears', 'Quinces'].map((fruit, at) => [
    fruit,
    `${137 + at}`,
    `${194 + at}`,
    `${at}.50`,
  ]);
  const sheet = new Sheet()
    .row(100, [100, 250, 440], ['Fruit', 'Sold', 'Price'], { bold: true })
    .across(104, 230, 410)
    .row(114, [240, 330], ['in May', 'in June'], { bold: true });
  rows.forEach((row, at) => {
    sheet.across(118 + 14 * at, 90, 500).row(128 + 14 * at, lefts, row);
  });
  sheet.text('Notes', 100, 180, { size: 14, bold: true });
  assert.deepEqual(texts(only(sheet).rows).slice(2), rows);
});

test('the row below the last rule is whole where rows of one line are hardly farther apart than lines', () => {
  const sheet = new Sheet().row(100, THREE, ['Fruit', 'Count', 'Price'], { bold: true }).across(104, 90, 500);
  FRUIT.forEach((row, i) => {
    sheet.row(116 + 15.9 * i, THREE, row).across(120 + 15.9 * i, 90, 500);
  });
  sheet.row(164, THREE, ['Medlars', 'sold by the', '1.20']).row(176, [240], ['pound']);
  assert.deepEqual(texts(only(sheet).rows).at(-1), ['Medlars', 'sold by the pound', '1.20']);
});

test('the row below the last rule is whole where its cells wrap, and its label stands at half their height', () => {
  const sheet = new Sheet();
  const rows = [['Fruit', 'Count', 'Price'], ...FRUIT];
  rows.forEach((row, i) => {
    sheet.across(100 + 30 * i, 90, 500).row(114 + 30 * i, THREE, row);
  });
  sheet
    .across(100 + 30 * rows.length, 90, 500)
    .row(114 + 30 * rows.length, [240, 390], ['at noon', '1.50'])
    .text('Medlars', 100, 120 + 30 * rows.length)
    .row(126 + 30 * rows.length, [240, 390], ['at night', '1.20'])
    .text('Prices of May', 100, 160 + 30 * rows.length);
  assert.deepEqual(texts(only(sheet).rows).at(-1), ['Medlars', 'at noon at night', '1.50 1.20']);
});

test('a head over values that stand elsewhere in their columns joins the table', () => {
  const sheet = new Sheet().row(94, [100, 220, 370], ['Fruit', 'Count', 'Price'], { bold: true });
  FRUIT.forEach((row, i) => {
    sheet.across(100 + 20 * i, 90, 500).row(114 + 20 * i, [100, 280, 450], row);
  });
  sheet.across(160, 90, 500);
  assert.deepEqual(texts(only(sheet).rows)[0], ['Fruit', 'Count', 'Price']);
});

test('a text close above a table stays outside', () => {
  const sheet = new Sheet().text(
    'Prices were taken on the first market day of the month, as they are.',
    90,
    96,
  );
  [['Fruit', 'Count', 'Price'], ...FRUIT].forEach((row, i) => {
    sheet.across(102 + 20 * i, 90, 500).row(116 + 20 * i, THREE, row);
  });
  assert.equal(only(sheet).rows.length, 4);
});

test('a label that wraps in the last row below the stripes is one, and a caption under it is none', () => {
  const sheet = new Sheet().row(100, THREE, ['Fruit', 'Count', 'Price'], { bold: true }).across(105, 90, 500);
  [...FRUIT, FRUIT[0]!, ['Medlars from', '4', '9.00']].forEach((row, i) => {
    if (i % 2 === 1) sheet.shade(90, 105 + 18 * i, 500, 123 + 18 * i);
    sheet.row(118 + 18 * i, THREE, row);
  });
  sheet.text('the garden', 100, 202).text('Table 3: Prices', 100, 217);
  assert.deepEqual(texts(only(sheet).rows).at(-1), ['Medlars from the garden', '4', '9.00']);
});

test('rows beside stripes may wrap above the first of them and be nearly empty below the last', () => {
  const sheet = new Sheet().row(76, THREE, ['Fruit', 'Count', 'Price'], { bold: true });
  sheet.row(94, THREE, ['Apples', '12', 'three and a']).text('half', 400, 106);
  FRUIT.forEach((row, i) => {
    if (i % 2 === 0) sheet.shade(90, 112 + 20 * i, 500, 132 + 20 * i);
    sheet.row(126 + 20 * i, THREE, row);
  });
  sheet.row(186, THREE, ['Medlars', '', '']).text('9.00', 400, 186);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Fruit', 'Count', 'Price'],
    ['Apples', '12', 'three and a half'],
    ...FRUIT,
    ['Medlars', '', '9.00'],
  ]);
});

test('a row without a label below a shaded head and labelled rows belongs to them', () => {
  const lefts = [100, 180, 260, 340, 420];
  const sheet = new Sheet().shade(90, 88, 500, 106);
  [
    ['Swing', 'Load', 'Min', 'Typ', 'Unit'],
    ['High', '10 k', '13', '63', 'V'],
    ['', '2 k', '7', '11', ''],
    ['Low', '5 k', '2', '4', 'V'],
  ].forEach((row, i) => {
    sheet.row(100 + 18 * i, lefts, row, { bold: i === 0 });
  });
  assert.deepEqual(texts(only(sheet).rows)[2], ['', '2 k', '7', '11', '']);
});

test('marks of footnotes below a table are none of its rows', () => {
  const sheet = new Sheet().row(100, THREE, ['Fruit', 'Count', 'Price'], { bold: true });
  FRUIT.forEach((row, i) => {
    sheet.row(118 + 14 * i, THREE, row);
  });
  sheet.text('1', 100, 160, { size: 6 }).text('Dozen.', 104, 164, { size: 8 });
  sheet.text('2', 252, 160, { size: 6 }).text('Each of them, as sold on market days.', 256, 164, { size: 8 });
  assert.deepEqual(texts(only(sheet).rows).at(-1), FRUIT.at(-1));
});

test('a row below the last stripe may begin with a line of its longest cell, above its label', () => {
  const sheet = new Sheet().row(98, THREE, ['No', 'Article', 'Price'], { bold: true });
  FRUIT.forEach((row, i) => {
    if (i % 2 === 0) sheet.shade(90, 106 + 22 * i, 500, 128 + 22 * i);
    sheet.row(120 + 22 * i, THREE, [`${i + 1}`, row[0]!, row[2]!]);
  });
  sheet.text('Medlars from the', 250, 180).row(186, THREE, ['4', '', '9.00']).text('garden', 250, 192);
  assert.deepEqual(texts(only(sheet).rows).at(-1), ['4', 'Medlars from the garden', '9.00']);
});

test('a heading under a shaded head does not part the head from the rows below', () => {
  const sheet = new Sheet().shade(90, 88, 460, 105);
  sheet.row(100, THREE, ['Item', '2024', '2023'], { bold: true });
  sheet.text('Income', 100, 118);
  sheet.row(132, THREE, ['Fees', '120', '115']);
  sheet.row(146, THREE, ['Interest', '14', '12']);
  assert.deepEqual(
    texts(only(sheet).rows).map(row => row[0]),
    ['Item', 'Income', 'Fees', 'Interest'],
  );
});

test('a bold line of units belongs to the bold labels above it, though the rules begin below both', () => {
  const sheet = new Sheet()
    .row(76, THREE, ['Fruit', 'Weight', 'Price'], { bold: true })
    .row(96, THREE, ['', '(kg)', '(EUR)'], { bold: true });
  FRUIT.forEach((row, i) => {
    sheet.across(102 + 20 * i, 90, 500).row(116 + 20 * i, THREE, row);
  });
  sheet.across(162, 90, 500);
  const table = only(sheet);
  assert.deepEqual(texts(table.rows).slice(0, 2), [
    ['Fruit', 'Weight', 'Price'],
    ['', '(kg)', '(EUR)'],
  ]);
});

const withSum = (amount: string, left: number): string[][] => {
  const sheet = new Sheet()
    .shade(90, 86, 500, 105)
    .row(100, THREE, ['Fruit', 'Count', 'Price'], { bold: true });
  [...FRUIT, ...FRUIT].forEach((row, i) => {
    sheet.row(118 + 18 * i, THREE, row);
  });
  sheet.text('Total of all', 300, 226).text(amount, left, 226);
  return texts(findTables(sheet.page)[0]?.rows ?? []);
};

test('a sum below the last column belongs to the table, wherever its label begins, which covers the columns before it', () => {
  assert.deepEqual(withSum('21.00', 395).at(-1), ['Total of all', '21.00']);
});

test('the sum below a single item belongs to its table', () => {
  const sheet = new Sheet().row(100, THREE, ['Fruit', 'Count', 'Price'], { bold: true });
  sheet
    .shade(90, 104, 500, 122)
    .row(117, THREE, FRUIT[0] ?? [])
    .text('Sum', 250, 135)
    .text('3.50', 400, 135);
  assert.deepEqual(texts(only(sheet).rows), [['Fruit', 'Count', 'Price'], FRUIT[0], ['', 'Sum', '3.50']]);
});

test('a number below the last column that ends elsewhere is no sum of it', () => {
  assert.equal(withSum('21.00', 440).length, 7);
});

/** Four columns below a bold head; every other row is shaded cell by cell, and group labels are bold. */
function striped(head: readonly string[], rows: readonly string[][]): Sheet {
  const lefts = [100, 250, 330, 420];
  const sheet = new Sheet().row(114, lefts, head, { bold: true });
  rows.forEach((row, i) => {
    const top = 119 + 17 * i;
    if (i % 2 === 1)
      lefts.forEach((left, at) => {
        sheet.shade(left - 5, top, (lefts[at + 1] ?? 475) - 5, top + 17);
      });
    sheet.row(top + 12, lefts, row, { bold: row[1] === '' });
  });
  return sheet;
}

test('over shaded rows a label of a group and the head above it belong to the table', () => {
  const head = ['Article', 'Colour', 'Size', 'Price'];
  const rows = [
    ['Jackets', '', '', ''],
    ['Coxswain', 'red', 'XL', '17.25'],
    ['Skipper', 'red', 'S', '85.23'],
    ['Pilot', 'black', 'S', '81.92'],
    ['Boots', '', '', ''],
    ['Mariner', 'navy', 'L', '139.78'],
  ];
  assert.deepEqual(texts(only(striped(head, rows)).rows), [head, ...rows]);
});

test('a bold head that leaves the first column blank belongs to the rows below a label of a group', () => {
  const head = ['', 'Note', '2040', '2039'];
  const rows = [
    ['Fixed assets', '', '', ''],
    ['Land', '8', '93,251', '25,902'],
    ['Patents', '3', '79,460', '89,475'],
    ['Shares', '4', '57,421', '80,694'],
  ];
  assert.deepEqual(texts(only(striped(head, rows)).rows), [head, ...rows]);
});

test('a head over the first rule that leaves the corner over the labels blank belongs to its table', () => {
  const sheet = new Sheet().row(92, [250, 400], ['2019', '2020'], { bold: true });
  for (const y of [100, 120, 140, 160, 180]) sheet.across(y, 90, 480);
  sheet.text('Income', 100, 114, { bold: true });
  FRUIT.forEach((row, i) => {
    sheet.row(134 + 20 * i, THREE, row);
  });
  assert.deepEqual(texts(only(sheet).rows), [['', '2019', '2020'], ['Income', '', ''], ...FRUIT]);
});

test('bold labels as near as words, each ending where the numbers of its column do, are the head', () => {
  const sheet = new Sheet();
  const rights = [140, 180, 225, 270, 315, 355];
  const row = (baseline: number, texts: readonly string[], bold: boolean) => {
    texts.forEach((text, i) => {
      sheet.text(text, (rights[i] ?? 0) - 5 * text.length, baseline, { bold });
    });
  };
  const head = ['Year', 'Ashford', 'Brampton', 'Carlisle', 'Dalehead', 'Eskdale'];
  row(100, head, true);
  const years = ['1998', '1999', '2000', '2001'].map(year => [year, '12.5', '7', '30.25', '118', '4.0']);
  years.forEach((texts, i) => {
    row(118 + 18 * i, texts, false);
  });
  assert.deepEqual(texts(only(sheet).rows), [head, ...years]);
});

test('labels over columns of numbers are their head though they are not bold, reach out of the last one and stand over a row above the first rule', () => {
  const sheet = new Sheet().row(100, [182, 240, 290], ['TOTAL', 'Election', 'Provision']);
  sheet.row(109, [250, 324], ['Day', 'al']);
  ['Casey', 'Write-in', 'Scattered', 'Not assigned', 'Votes cast'].forEach((name, i) => {
    sheet.row(120 + 14 * i, [20, 190, 260, 310], [name, `1${i}`, `${i}`, '1']);
    sheet.across(124 + 14 * i, 20, 320);
  });
  assert.deepEqual(texts(only(sheet).rows).slice(0, 2), [
    ['', 'TOTAL', 'Election Day', 'Provision al'],
    ['Casey', '10', '0', '1'],
  ]);
});

test('a head in the type of the rows’ labels belongs to them, though small print has more of their words', () => {
  const joints = [125, 335, 417, 499];
  const lefts = [45, 127, 337, 419, 520];
  const sheet = new Sheet().row(148, lefts, ['Date', 'Description', 'Out', 'In', 'Balance'], { size: 8 });
  [1, 2, 3, 4].forEach((day, at) => {
    const top = 168 + 29 * at;
    sheet
      .across(top - 13, 43, 556, joints)
      .row(top, lefts, [`05-0${day}`, 'Shop', '£3.50', '', '£9.00'], { size: 8 });
    sheet.text('To: The Shop on the Corner of a Street', 127, top + 7, { size: 4.5 });
    sheet.text('Card: the one that we sent in May', 127, top + 12, { size: 4.5 });
  });
  assert.deepEqual(texts(only(sheet).rows)[0], ['Date', 'Description', 'Out', 'In', 'Balance']);
});
