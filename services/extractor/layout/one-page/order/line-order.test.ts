import { deepEqual, equal } from 'node:assert/strict';
import test from 'node:test';
import type { TextItem } from '../../page/content.ts';
import { Sheet } from '../tables/sheet.fixture.ts';
import { inLineOrder } from './line-order.ts';

const ROWS = ['Oak 12', 'Ash 7', 'Elm 30', 'Fir 9', 'Yew 4', 'Box 5', 'Lime 8', 'Pine 6', 'Teak 2', 'Sal 3'];
const IN_ORDER = ROWS.flatMap(row => row.split(' '));

/** Ten rows of two cells, each cell drawn separately, in the given order of the 20 cells. */
function drawn(places: readonly number[]): TextItem[] {
  const sheet = new Sheet();
  for (const place of places) {
    const row = place >> 1;
    sheet.text(IN_ORDER[place] ?? '', place % 2 === 0 ? 60 : 300, 100 + 14 * row);
  }
  return sheet.page.items;
}

const textsOf = (items: readonly TextItem[]) => items.map(item => item.text);
const places = IN_ORDER.map((_, place) => place);

test('texts drawn in no order are put in that of their lines', () => {
  const mixed = places.map(place => (place * 11) % places.length);
  const ordered = inLineOrder(drawn(mixed));
  deepEqual(textsOf(ordered), IN_ORDER);
  deepEqual(
    ordered.map(item => item.index),
    places,
  );
});

test('a page drawn from its foot is turned about, text by text: what was drawn together stays together', () => {
  const columns = [...places.filter(place => place % 2 === 0), ...places.filter(place => place % 2 === 1)];
  deepEqual(
    textsOf(inLineOrder(drawn(columns.toReversed()))),
    columns.map(place => IN_ORDER[place]),
  );
});

test('columns drawn one after the other keep their order', () => {
  const columns = [...places.filter(place => place % 2 === 0), ...places.filter(place => place % 2 === 1)];
  deepEqual(
    textsOf(inLineOrder(drawn(columns))),
    columns.map(place => IN_ORDER[place]),
  );
});

test('pieces of a word that were drawn apart are one word', () => {
  const sheet = new Sheet();
  for (let row = 9; row >= 0; row--) {
    const [word = '', number = ''] = (ROWS[row] ?? '').split(' ');
    sheet.text(number, 300, 100 + 14 * row);
    sheet.text(word.slice(1), 65, 100 + 14 * row);
    sheet.text(word.slice(0, 1), 60, 100 + 14 * row);
  }
  const ordered = inLineOrder(sheet.page.items);
  deepEqual(textsOf(ordered), IN_ORDER);
  equal(ordered[0]?.width, 15);
});
