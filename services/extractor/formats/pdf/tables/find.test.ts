import assert from 'node:assert/strict';
import test from 'node:test';
import type { TableCell } from '../../../../../schemas/document.ts';
import type { PageContent, Rule, Shading, TextItem } from '../page.ts';
import { findTables } from './find.ts';

interface Style {
  bold?: boolean;
  size?: number;
  monospace?: boolean;
}

/** A page of 600 × 800 pt on which a test draws. */
class Sheet {
  readonly page: PageContent = {
    number: 1,
    width: 600,
    height: 800,
    items: [],
    rules: [],
    shadings: [],
    curves: [],
    pictures: [],
  };

  /** Words half an em wide a letter, and as wide a space between. */
  text(text: string, left: number, baseline: number, style: Style = {}): this {
    const size = style.size ?? 10;
    const font = {
      name: 'Test',
      bold: style.bold ?? false,
      italic: false,
      monospace: style.monospace ?? false,
    };
    for (const word of text.matchAll(/\S+/g)) {
      const item: TextItem = {
        text: word[0],
        left: left + word.index * size * 0.5,
        baseline,
        width: word[0].length * size * 0.5,
        size,
        angle: 0,
        font,
        color: 0,
        invisible: false,
        spaceBefore: word.index > 0,
        index: this.page.items.length,
      };
      this.page.items.push(item);
    }
    return this;
  }

  /** One row of texts at the given left sides; empty texts are left out. */
  row(baseline: number, lefts: readonly number[], texts: readonly string[], style: Style = {}): this {
    texts.forEach((text, i) => {
      if (text) this.text(text, lefts[i] ?? 0, baseline, style);
    });
    return this;
  }

  across(y: number, start: number, end: number, joints: number[] = []): this {
    this.#rule({ orientation: 'horizontal', position: y, start, end, thickness: 0.5, color: 0, joints });
    return this;
  }

  down(x: number, start: number, end: number): this {
    this.#rule({ orientation: 'vertical', position: x, start, end, thickness: 0.5, color: 0 });
    return this;
  }

  shade(left: number, top: number, right: number, bottom: number, color = 0xdddddd): this {
    const shading: Shading = { left, top, right, bottom, color };
    this.page.shadings.push(shading);
    return this;
  }

  /** All lines of a grid with these edges. */
  grid(xs: readonly number[], ys: readonly number[]): this {
    for (const y of ys) this.across(y, xs[0] ?? 0, xs.at(-1) ?? 0);
    for (const x of xs) this.down(x, ys[0] ?? 0, ys.at(-1) ?? 0);
    return this;
  }

  #rule(rule: Rule): void {
    this.page.rules.push(rule);
  }
}

const texts = (rows: readonly TableCell[][]): string[][] => rows.map(row => row.map(cell => cell.text));

function only(sheet: Sheet) {
  const tables = findTables(sheet.page);
  assert.equal(tables.length, 1);
  return tables[0]!;
}

function none(sheet: Sheet): void {
  assert.deepEqual(
    findTables(sheet.page).map(table => texts(table.rows)),
    [],
  );
}

const THREE = [100, 250, 400];
const FRUIT = [
  ['Apples', '12', '3.50'],
  ['Pears', '7', '2.25'],
  ['Quinces', '30', '4.75'],
];

test('a ruled grid is a table, cell by cell', () => {
  const sheet = new Sheet().grid([90, 240, 390, 500], [100, 120, 140, 160]);
  FRUIT.forEach((row, i) => {
    sheet.row(114 + 20 * i, THREE, row);
  });
  const table = only(sheet);
  assert.equal(table.kind, 'ruled');
  assert.deepEqual(texts(table.rows), FRUIT);
});

test('a cell without a line below spans its rows and keeps its text once', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 160]) sheet.across(y, 90, 500);
  sheet.across(140, 240, 500);
  for (const x of [90, 240, 390, 500]) sheet.down(x, 100, 160);
  sheet
    .row(114, THREE, ['Kind', 'Count', 'Price'])
    .row(134, THREE, ['Fruit', '12', '3.50'])
    .row(154, THREE, ['', '7', '2.25']);
  const [, second, third] = only(sheet).rows;
  assert.deepEqual(
    second?.map(cell => [cell.text, cell.rowspan]),
    [
      ['Fruit', 2],
      ['12', 1],
      ['3.50', 1],
    ],
  );
  assert.equal(third?.length, 2);
});

test('a head without a line inside spans its columns', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160]) sheet.across(y, 90, 500);
  for (const x of [90, 240, 500]) sheet.down(x, 100, 160);
  sheet.down(390, 120, 160).text('Name', 100, 114).text('Measured values together', 300, 114);
  sheet.row(134, THREE, ['a', '1', '2']).row(154, THREE, ['b', '3', '4']);
  assert.deepEqual(
    only(sheet).rows[0]?.map(cell => [cell.text, cell.colspan]),
    [
      ['Name', 1],
      ['Measured values together', 2],
    ],
  );
});

test('an open-sided table keeps its outer columns', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160]) sheet.across(y, 90, 500);
  for (const x of [240, 390]) sheet.down(x, 100, 160);
  FRUIT.forEach((row, i) => {
    sheet.row(114 + 20 * i, THREE, row);
  });
  assert.deepEqual(texts(only(sheet).rows), FRUIT);
});

test('columns that are drawn in the head only are kept by the text below', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160, 180]) sheet.across(y, 90, 500);
  for (const x of [90, 500]) sheet.down(x, 100, 180);
  for (const x of [240, 390]) sheet.down(x, 100, 120);
  sheet.row(114, THREE, ['Fruit', 'Count', 'Price']);
  FRUIT.forEach((row, i) => {
    sheet.row(134 + 20 * i, THREE, row);
  });
  assert.deepEqual(texts(only(sheet).rows).slice(1), FRUIT);
});

test('words of one line go each to the cell that holds its middle', () => {
  const sheet = new Sheet().grid([90, 240, 390], [100, 120, 140]);
  sheet.text('left', 100, 114).text('right', 250, 114).text('one          other', 215, 134);
  assert.deepEqual(texts(only(sheet).rows)[1], ['one', 'other']);
});

test('wrapped lines of a cell are joined and a line-end hyphen goes', () => {
  const sheet = new Sheet().grid([90, 240, 390], [100, 140, 160]);
  sheet
    .text('A long expla-', 100, 114)
    .text('nation here', 100, 126)
    .text('12', 250, 114)
    .row(154, THREE, ['b', '13']);
  assert.deepEqual(texts(only(sheet).rows)[0], ['A long explanation here', '12']);
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

test('a rule under a group label says which columns it spans, and the other heads span both rows', () => {
  const sheet = new Sheet()
    .across(100, 90, 500)
    .across(140, 90, 500)
    .across(210, 90, 500)
    .across(118, 245, 460);
  sheet.text('Harvest', 330, 114).row(134, THREE, ['Fruit', 'Count', 'Price']);
  FRUIT.forEach((row, i) => {
    sheet.row(160 + 18 * i, THREE, row);
  });
  const [top, second] = only(sheet).rows;
  assert.deepEqual(
    top?.map(cell => [cell.text, cell.colspan, cell.rowspan]),
    [
      ['Fruit', 1, 2],
      ['Harvest', 2, 1],
    ],
  );
  assert.deepEqual(
    second?.map(cell => cell.text),
    ['Count', 'Price'],
  );
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

test('a grid that is empty but for its first column is a form', () => {
  const sheet = new Sheet().grid([90, 240, 500], [100, 120, 140, 160]);
  sheet.text('Surname', 95, 114).text('Town', 95, 134).text('Telephone', 95, 154);
  assert.deepEqual(texts(only(sheet).rows), [
    ['Surname', ''],
    ['Town', ''],
    ['Telephone', ''],
  ]);
});

test('a head over lines parted by rules is a table of one column', () => {
  const sheet = new Sheet();
  for (const y of [100, 120, 140, 160, 180]) sheet.across(y, 90, 300);
  sheet.text('Members of the board', 95, 114, { bold: true });
  ['Ada Lovelace', 'Grace Hopper', 'Mary Somerville'].forEach((name, i) => {
    sheet.text(name, 95, 134 + 20 * i);
  });
  assert.deepEqual(texts(only(sheet).rows), [
    ['Members of the board'],
    ['Ada Lovelace'],
    ['Grace Hopper'],
    ['Mary Somerville'],
  ]);
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

test('labels beside a drawn grid are its first column', () => {
  const sheet = new Sheet().grid([240, 390, 500], [100, 120, 140, 160]);
  FRUIT.forEach((row, i) => {
    sheet.row(114 + 20 * i, [200, 250, 400], [row[0]!.slice(0, 6), row[1]!, row[2]!]);
  });
  assert.deepEqual(
    texts(only(sheet).rows).map(row => row[0]),
    ['Apples', 'Pears', 'Quince'],
  );
});

test('every word of a table is used once', () => {
  const sheet = new Sheet().grid([90, 240, 390, 500], [100, 120, 140, 160]);
  FRUIT.forEach((row, i) => {
    sheet.row(114 + 20 * i, THREE, row);
  });
  sheet.text('Not in the table at all', 100, 300);
  const { pieces } = only(sheet);
  assert.deepEqual(
    pieces.map(piece => piece.item),
    [0, 1, 2, 3, 4, 5, 6, 7, 8],
  );
});

test('contents with page numbers are no table', () => {
  const sheet = new Sheet();
  ['Introduction', 'Method', 'Results', 'Discussion', 'References'].forEach((title, i) => {
    sheet.text(title, 100, 100 + 16 * i).text(String(3 + 4 * i), 480, 100 + 16 * i);
  });
  none(sheet);
});

test('numbered items are no table', () => {
  const sheet = new Sheet();
  ['Check the pump', 'Open the valve', 'Wait for a minute', 'Close it'].forEach((step, i) => {
    sheet.text(`${i + 1}.`, 100, 100 + 14 * i).text(step, 130, 100 + 14 * i);
  });
  none(sheet);
});

test('bars with a scale beside them are no table', () => {
  const sheet = new Sheet();
  for (const [i, y] of [100, 130, 160, 190].entries())
    sheet.across(y, 120, 480).text(String(30 - 10 * i), 95, y + 3);
  [110, 150, 125, 170, 140].forEach((top, i) => {
    sheet.shade(150 + 60 * i, top, 175 + 60 * i, 190, 0xcc0000);
  });
  none(sheet);
});

test('text in two columns is no table', () => {
  const sheet = new Sheet();
  for (let i = 0; i < 12; i += 1)
    sheet.text('words that run on to the end of their column and', 60, 100 + 12 * i);
  for (let i = 0; i < 12; i += 1)
    sheet.text('more words that run on to the end of the other', 320, 100 + 12 * i);
  none(sheet);
});

test('a box around prose is no table', () => {
  const sheet = new Sheet().grid([90, 500], [100, 180]);
  for (let i = 0; i < 5; i += 1)
    sheet.text('words that fill the box from one side to the other, line after line', 100, 116 + 13 * i);
  none(sheet);
});

test('shaded boxes of program text are no table', () => {
  const sheet = new Sheet();
  for (const top of [100, 150, 200]) {
    sheet.shade(90, top, 500, top + 20).text('make install PREFIX=/opt', 100, top + 14, { monospace: true });
    sheet.text('and then go on with', 90, top + 36);
  }
  none(sheet);
});

test('what is found does not depend on the scale of the page', () => {
  const scaled = (factor: number) => {
    const sheet = new Sheet();
    sheet.row(
      100 * factor,
      THREE.map(x => x * factor),
      ['Fruit', 'Count', 'Price'],
      { size: 10 * factor },
    );
    for (const [i, row] of FRUIT.entries()) {
      const lefts = THREE.map(x => x * factor);
      sheet.row((116 + 16 * i) * factor, lefts, row, { size: 10 * factor });
    }
    return texts(only(sheet).rows);
  };
  assert.deepEqual(scaled(0.5), scaled(1));
  assert.deepEqual(scaled(2), scaled(1));
});

test('a page of lines, words and shadings without end is given up in time', () => {
  const sheet = new Sheet();
  for (let i = 0; i < 19_000; i += 1) sheet.text('w', (i * 7) % 600, 100 + (i % 3) * 9);
  for (let i = 0; i < 3_900; i += 1) sheet.across(i / 5, i % 300, 300 + (i % 290));
  for (let i = 0; i < 1_900; i += 1) sheet.shade(i % 500, i / 4, (i % 500) + 60, i / 4 + 9);
  const start = performance.now();
  findTables(sheet.page);
  assert.ok(performance.now() - start < 15_000);
});
