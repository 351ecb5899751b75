import assert from 'node:assert/strict';
import test from 'node:test';
import type { Rule } from '../../../page/content.ts';
import { itemsAt } from '../../../page/line.fixture.ts';
import { findTables } from '../find.ts';
import { FreeWords } from '../shape/free-words.ts';
import { toWords } from '../shape/words.ts';
import { FRUIT, only, Sheet, THREE, texts } from '../sheet.fixture.ts';
import { withShadedEnds } from './shaded-rules.ts';

const rule = (orientation: Rule['orientation'], position: number, start: number, end: number): Rule => ({
  ...{ orientation, position, start, end },
  ...{ thickness: 1, color: 0 },
});

test('alternate stripes part the rows of a grid whose lines run down only', () => {
  const sheet = new Sheet().across(100, 90, 500).across(120, 90, 500).across(200, 90, 500);
  for (const x of [240, 390]) sheet.down(x, 100, 200);
  sheet.shade(90, 140, 500, 160).shade(90, 180, 500, 200).row(114, THREE, ['Fruit', 'Count', 'Price']);
  const rows = [...FRUIT, ['Total', '49', '10.50']];
  rows.forEach((row, i) => {
    sheet.row(134 + 20 * i, THREE, row);
  });
  assert.deepEqual(texts(only(sheet).rows).slice(1), rows);
});

test('lines that run down through shaded rows part their columns, though a text of one has wide spaces', () => {
  const sheet = new Sheet();
  for (const x of [240, 390]) sheet.down(x, 100, 200);
  const rows = [['Fruit', 'Count', 'Price'], ...FRUIT, ['Total', '49', '10.50']];
  rows.forEach((row, i) => {
    sheet.shade(90, 100 + 20 * i, 500, 120 + 20 * i, 0xddddd0 + i).row(114 + 20 * i, THREE, row);
  });
  sheet.text('red    juicy', 145, 134);
  assert.deepEqual(texts(only(sheet).rows), [
    ...rows.slice(0, 1),
    ['Apples red juicy', '12', '3.50'],
    ...rows.slice(2),
  ]);
});

test('white rows between shaded ones have their columns, though a second line of those is shaded as one', () => {
  const sheet = new Sheet();
  const lefts = [95, 205, 305, 405];
  const names = ['Rent', 'Food', 'Shoes', 'Books', 'Train', 'Fee', 'Tea'];
  names.forEach((name, at) => {
    const top = 100 + 20 * at;
    if (at % 2 === 0) {
      for (const [left, right] of [
        [90, 200],
        [200, 300],
        [300, 400],
        [400, 500],
      ] as const)
        sheet.shade(left, top, right, top + 10);
      sheet.shade(90, top + 10, 200, top + 20).shade(200, top + 10, 500, top + 20);
    }
    sheet.row(top + 8, lefts, [`05-${at + 1}`, name, at === 2 ? '72' : '', '$3.50'], { size: 8 });
    sheet.text('by card', 205, top + 18, { size: 8 });
  });
  const rows = texts(only(sheet).rows);
  assert.deepEqual(
    rows.filter(row => row.at(-1) === '$3.50'),
    names.map((name, at) => [
      `05-${at + 1}`,
      at % 2 === 0 ? name : `${name} by card`,
      at === 2 ? '72' : '',
      '$3.50',
    ]),
  );
});

test('shorter stripes of the sums below a striped table part none of its columns', () => {
  const sheet = new Sheet().row(114, THREE, ['Fruit', 'Count', 'Price']);
  const rows = [...FRUIT, ['Quinces', '8', '6.40'], ['Cherries', '300', '9.00']];
  rows.forEach((row, i) => {
    if (i % 2 === 0) sheet.shade(90, 120 + 20 * i, 500, 140 + 20 * i);
    sheet.row(134 + 20 * i, THREE, row);
  });
  const below = 126 + 20 * rows.length;
  [
    ['Sum', '22.00'],
    ['Tax', '4.18'],
    ['Total', '26.18'],
  ].forEach(([label, amount], i) => {
    if (i % 2 === 0) sheet.shade(340, below + 20 * i, 500, below + 20 * (i + 1));
    sheet.row(below + 14 + 20 * i, [345, 400], [label ?? '', amount ?? '']);
  });
  assert.deepEqual(texts(findTables(sheet.page)[0]?.rows ?? []).slice(0, rows.length + 1), [
    ['Fruit', 'Count', 'Price'],
    ...rows,
  ]);
});

test('shading behind single lines of a ruled cell makes no rows', () => {
  const sheet = new Sheet().grid([90, 240, 390], [100, 140, 160, 180]);
  sheet
    .shade(95, 102, 235, 116)
    .shade(95, 116, 235, 130)
    .text('Two lines', 100, 112)
    .text('of head', 100, 126);
  sheet.text('Value', 250, 112).row(154, THREE, ['a', '1']).row(174, THREE, ['b', '2']);
  assert.deepEqual(texts(only(sheet).rows)[0], ['Two lines of head', 'Value']);
});

test('cells that are only shaded are a grid, spans included', () => {
  const sheet = new Sheet();
  sheet.shade(90, 100, 500, 120, 0x336699);
  for (const y of [120, 140, 160]) {
    for (const [left, right] of [
      [90, 240],
      [240, 390],
      [390, 500],
    ] as const)
      sheet.shade(left, y, right, y + 20);
  }
  sheet.text('All of it', 260, 114);
  FRUIT.forEach((row, i) => {
    sheet.row(134 + 20 * i, THREE, row);
  });
  const rows = only(sheet).rows;
  assert.deepEqual(
    rows[0]?.map(cell => [cell.text, cell.colspan]),
    [['All of it', 3]],
  );
  assert.deepEqual(texts(rows).slice(1), FRUIT);
});

test('a stripe without text is room between two parts of a table, no row', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160, 180]) {
    for (const [left, right] of [
      [90, 240],
      [240, 390],
      [390, 500],
    ] as const)
      sheet.shade(left, y, right, y + 20, y % 40 === 20 ? 0xdddddd : 0xeeeeee);
  }
  const rows = [...FRUIT.slice(0, 2), ['', '', ''], ...FRUIT.slice(0, 2)];
  rows.forEach((row, i) => {
    sheet.row(114 + 20 * i, THREE, row);
  });
  assert.deepEqual(
    texts(only(sheet).rows),
    rows.filter(([label]) => label !== ''),
  );
});

test('striped rows with cells for signs and room between are a table though most of its cells are slivers', () => {
  const sheet = new Sheet();
  const cells = [50, 250, 254, 262, 312, 318, 322, 330, 380, 386, 390, 398, 448];
  FRUIT.concat([
    ['Plums', '9', '1.10'],
    ['Total', '58', '11.60'],
  ]).forEach(([label = '', one = '', two = ''], i) => {
    const top = 100 + 11 * i;
    if (i % 2 === 0)
      cells.slice(1).forEach((right, c) => {
        sheet.shade(cells[c] ?? 0, top, right, top + 11);
      });
    sheet.row(top + 8, [52, 255, 282, 323, 350, 391, 418], [label, '$', one, '$', two, '$', two]);
  });
  for (const y of [155, 166])
    for (const [from, to] of [
      [254, 312],
      [322, 380],
      [390, 448],
    ] as const)
      sheet.across(y, from, to);
  assert.equal(only(sheet).rows.length, 5);
});

test('stripes of two tables side by side, with little white between, stay apart', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160]) {
    const color = y === 100 ? 0xbbbbbb : 0xeeeeee - (y % 40);
    for (const x of [60, 140, 220, 306, 386, 466]) sheet.shade(x, y, x + 80, y + 20, color);
  }
  FRUIT.forEach((row, i) => {
    sheet.row(134 + 20 * i, [65, 145, 225], row);
    sheet.row(134 + 20 * i, [311, 391, 471], row);
  });
  sheet.row(114, [65, 145, 225], ['Fruit', 'Count', 'Price'], { bold: true });
  sheet.row(114, [311, 391, 471], ['Tree', 'Number', 'Cost'], { bold: true });
  assert.deepEqual(
    findTables(sheet.page).map(table => texts(table.rows)),
    [
      [['Fruit', 'Count', 'Price'], ...FRUIT],
      [['Tree', 'Number', 'Cost'], ...FRUIT],
    ],
  );
});

const PAIRS = [
  ['Apples', '12'],
  ['Pears', '7'],
];
const grid = (): Sheet => {
  const sheet = new Sheet().grid([90, 240, 390], [120, 140, 160]);
  PAIRS.forEach((row, i) => {
    sheet.row(134 + 20 * i, [100, 250], row);
  });
  return sheet;
};

test('a shaded head and a shaded sum that touch a grid and are as wide are rows of it', () => {
  const sheet = grid().row(114, [100, 250], ['Fruit', 'Count']).row(174, [100, 250], ['All', '19']);
  sheet.shade(90, 100, 240, 120).shade(240, 100, 390, 120).shade(90, 160, 390, 180);
  assert.deepEqual(texts(only(sheet).rows), [['Fruit', 'Count'], ...PAIRS, ['All', '19']]);
});

test('a head whose cells shading alone parts has the columns of the grid that frames it', () => {
  const framed = (...head: string[][]): Sheet => {
    const sheet = grid().shade(90, 90, 240, 120).shade(240, 90, 390, 120);
    sheet.across(90, 90, 390).down(90, 90, 120).down(390, 90, 120);
    head.forEach((line, at) => {
      sheet.row(102 + 12 * at, [100, 250], line);
    });
    return sheet;
  };
  const parted = framed(['Fruit of', 'Count of'], ['the year', 'the day']);
  assert.deepEqual(texts(only(parted).rows), [['Fruit of the year', 'Count of the day'], ...PAIRS]);
  const across = 'Fruit of the whole market of the old town';
  assert.deepEqual(texts(only(framed([across])).rows), [[across], ...PAIRS]);
});

test('a shaded head without parts keeps its one text over all columns', () => {
  const sheet = grid().text('Fruit of the whole market of the old town', 100, 114).shade(90, 100, 390, 120);
  assert.deepEqual(texts(only(sheet).rows), [['Fruit of the whole market of the old town'], ...PAIRS]);
});

test('a shaded box that is narrower than the grid below it is none of its rows', () => {
  const sheet = grid().text('Note', 100, 114).shade(90, 100, 240, 120);
  assert.deepEqual(texts(only(sheet).rows), PAIRS);
});

test('a shaded box of labels over values is no row of the shaded table below it', () => {
  const order = (top: number) => {
    const sheet = new Sheet().shade(90, top, 500, top + 40);
    sheet.row(top + 14, THREE, ['Order date', 'Payment', 'Currency'], { size: 8 });
    sheet.row(top + 28, THREE, ['19 June', 'Card', 'KWD'], { bold: true });
    for (const [i, row] of [['Fruit', 'Count', 'Price'], ...FRUIT].entries()) {
      const y = 160 + 20 * i;
      sheet.shade(90, y, 240, y + 20, i === 0 ? 0x402000 : 0xfcfaf3);
      sheet.shade(240, y, 390, y + 20, i === 0 ? 0x402000 : 0xfcfaf3);
      sheet.shade(390, y, 500, y + 20, i === 0 ? 0x402000 : 0xfcfaf3);
      sheet.row(y + 14, THREE, row);
    }
    return sheet;
  };
  assert.deepEqual(texts(findTables(order(112).page).at(-1)?.rows ?? []), [
    ['Fruit', 'Count', 'Price'],
    ...FRUIT,
  ]);
});

test('a stroke of a pen with a dot below it grows by nothing, and comes to an end', () => {
  const stroke = {
    horizontal: [rule('horizontal', 505.8, 65.8, 73.3)],
    vertical: [rule('vertical', 66.3, 496.8, 506.8)],
  };
  const dot = { left: 68.2, top: 509.2, right: 70.9, bottom: 513.5, color: 0, joints: [] };
  const words = new FreeWords(toWords(itemsAt(60, 515, 'signed')));
  assert.deepEqual(withShadedEnds(stroke, [dot], words), stroke);
});
