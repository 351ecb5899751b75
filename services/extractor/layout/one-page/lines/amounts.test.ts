import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt, lineAt } from '../../page/line.fixture.ts';
import { isAmountRow } from './amounts.ts';
import { linesOf } from './lines.ts';

/** A label at the left and an amount that ends at `end`. */
const row = (at: number, label: string, amount: string, end = 400) => {
  const items = itemsAt(0, 100 + 14 * at, amount, { index: 20 * at + 10 });
  const last = items.at(-1);
  const shift = end - (last ? last.left + last.width : 0);
  return [
    ...itemsAt(50, 100 + 14 * at, label, { index: 20 * at }),
    ...items.map(item => ({ ...item, left: item.left + shift })),
  ];
};
const texts = (...rows: ReturnType<typeof row>[]) => linesOf(rows.flat()).map(line => line.text);

test('amounts set flush right are read with what they are for', () => {
  assert.deepEqual(
    texts(row(0, 'Subtotal', '€ 1.593,36'), row(1, 'VAT 21 %', '€ 124,61'), row(2, 'Paid on 3 May', '-9.32')),
    ['Subtotal € 1.593,36', 'VAT 21 % € 124,61', 'Paid on 3 May -9.32'],
  );
});

test('amounts at one edge are read with what they are for, however far apart their rows stand', () => {
  assert.deepEqual(texts(row(0, 'Subtotal', '593.36'), row(40, 'Total', '717.97')), [
    'Subtotal 593.36',
    'Total 717.97',
  ]);
});

test('a lone amount, and numbers that are no amounts, stay apart', () => {
  assert.equal(texts(row(0, 'Subtotal', '593.36'), row(1, 'Place', 'Delft')).length, 4);
  assert.equal(texts(row(0, 'Figure', '12'), row(1, 'Table', '14')).length, 4);
  assert.equal(texts(row(0, 'Subtotal', '593.36', 400), row(1, 'Total', '717.97', 380)).length, 4);
});

test('prices in the middle below the dishes of a column are not those of the column beside it', () => {
  const centred = (text: string, baseline: number, middle: number, index: number) => {
    const items = itemsAt(0, baseline, text, { index });
    const last = items.at(-1);
    const shift = middle - (last ? last.left + last.width : 0) / 2;
    return items.map(item => ({ ...item, left: item.left + shift }));
  };
  const menu = [0, 1].flatMap(at => [
    ...centred('Soup or Salad', 100 + 42 * at, 100, 40 * at),
    ...centred('Bread with Oil', 114 + 42 * at, 100, 40 * at + 10),
    ...centred('Fish or Roast Beef', 100 + 42 * at, 300, 40 * at + 20),
    ...centred('$3.75', 114 + 42 * at, 300, 40 * at + 30),
  ]);
  assert.equal(linesOf(menu).length, 8);
});

test('a sentence beside a column of amounts is no label', () => {
  const prose = 'The committee met on the third of May and agreed to what follows';
  assert.equal(texts(row(0, prose, '593.36', 700), row(1, prose, '717.97', 700)).length, 4);
});

test('a row with its amount ends a line, one that merely mentions it does not', () => {
  const [amount] = linesOf([...row(0, 'Subtotal', '593,36'), ...row(1, 'Total', '717,97')]);
  assert.ok(amount && isAmountRow(amount));
  assert.equal(isAmountRow(lineAt(50, 100, 'The ticket was 12.50')), false);
});

test('prices at the right edge of a page are read with the dishes at its left', () => {
  const dishes = (shift: number) =>
    texts(row(0, 'Bruschetta', '6,00', shift), row(1, 'Carpaccio', '9,50', shift));
  assert.deepEqual(dishes(480), ['Bruschetta 6,00', 'Carpaccio 9,50']);
  assert.equal(dishes(620).length, 4, 'farther off than a page is wide');
});

test('years at the right edge are read with what was drawn before them on their line, however long that is', () => {
  const station = 'Engineer for bridges and roofs at the yard of Ponte and Filhos';
  const next = (at: number, label: string, years: string) => {
    const items = row(at, label, years, 500);
    return items.map((item, place) => ({ ...item, index: 20 * at + place }));
  };
  assert.deepEqual(texts(next(0, station, '2012 - 2015'), next(1, 'Keeper', '[2]')), [
    `${station} 2012 - 2015`,
    'Keeper [2]',
  ]);
  assert.equal(texts(next(0, station, '2012 - 2015')).length, 2, 'a lone one may be anything');
});

test('the price beside the first line of a description is no word of it (menus)', () => {
  const wrapped = (at: number, ...lines: string[]) => [
    ...row(at, lines[0] ?? '', `${at + 8},00 €`),
    ...itemsAt(50, 114 + 14 * at, lines[1] ?? '', { index: 20 * at + 15 }),
  ];
  assert.deepEqual(
    texts(
      wrapped(0, 'Tomato sauce, mozzarella, ham', 'of the better kind, olives'),
      wrapped(3, 'Cream and', 'potatoes'),
    ),
    [
      'Tomato sauce, mozzarella, ham',
      '8,00 €',
      'of the better kind, olives',
      'Cream and',
      '11,00 €',
      'potatoes',
    ],
  );
});
