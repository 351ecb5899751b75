import assert from 'node:assert/strict';
import test from 'node:test';
import { none, only, Sheet, texts } from '../sheet.fixture.ts';

const LABELS = ['Passenger', 'Booking', 'Issued'];
const VALUES = ['Jane Doe', 'X7K2PQ', '2 March'];
const LEFTS = [60, 200, 340];

test('a row of labels over a row of values in bold or larger type is a table of one record', () => {
  for (const [label, value] of [
    [{}, { bold: true }],
    [{ size: 8 }, { size: 10 }],
    [{ bold: true }, {}],
  ])
    assert.deepEqual(
      texts(only(new Sheet().row(100, LEFTS, LABELS, label).row(114, LEFTS, VALUES, value)).rows),
      [LABELS, VALUES],
    );
});

test('bold labels and a value beside each of them are a table of two columns; labels in one type with them, or with a colon, are none', () => {
  const sheet = (style: { bold?: boolean }, end = '') => {
    const drawn = new Sheet();
    const values = ['7F3A2B-0012', 'March 1, 2026', 'March 31, 2026'];
    ['Invoice number', 'Date of issue', 'Date due'].forEach((label, i) => {
      drawn.text(label + end, 60, 100 + 20 * i, style).text(values[i] ?? '', 200, 100 + 20 * i);
    });
    return drawn;
  };
  assert.equal(only(sheet({ bold: true })).rows.length, 3);
  none(sheet({}));
  none(sheet({ bold: true }, ':'));
});

test('names in the middle over their places, and two rows in one type, are none', () => {
  none(
    new Sheet()
      .row(100, [75, 205, 345], LABELS, { bold: true })
      .row(114, LEFTS, ['University of Hull', 'Old Mill Trust', 'Port of Leith']),
  );
  none(new Sheet().row(100, LEFTS, LABELS).row(114, LEFTS, VALUES));
});

test('labels in small type over larger values without a number are a table, too', () => {
  const values = ['NAKAMURA YUI', 'KQXM', '14 NOV 2026'];
  const sheet = new Sheet().row(100, LEFTS, ['PASSENGER', 'REFERENCE', 'ISSUED'], { size: 7 });
  assert.deepEqual(texts(only(sheet.row(114, LEFTS, values, { size: 11 })).rows)[1], values);
});

test('a long value beside its bold label leaves the labels and values of minutes a table', () => {
  const sheet = new Sheet();
  const fields = [
    ['Place', 'Harbour office, upper floor'],
    ['Present', 'A. Lund, B. Mirza, C. Neill, D. Ferri, E. Sato'],
    ['Apologies', 'F. Grant'],
  ];
  fields.forEach(([label = '', value = ''], at) => {
    sheet.text(label, 60, 100 + 16 * at, { bold: true }).text(value, 160, 100 + 16 * at);
  });
  assert.deepEqual(texts(only(sheet).rows), fields);
});
