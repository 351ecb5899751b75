import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt } from '../../page/line.fixture.ts';
import { lineNumbersOf } from './line-numbers.ts';

const rows = (number: (at: number) => string | null, text: string, count = 20) =>
  Array.from({ length: count }, (_, at) => {
    const [label, baseline] = [number(at), 100 + 12 * at];
    return [
      ...(label === null ? [] : itemsAt(40 - 4 * label.length, baseline, label, { size: 8, index: 10 * at })),
      ...itemsAt(60, baseline, text, { index: 10 * at + 1 }),
    ];
  }).flat();

const PROSE = 'and the river rose all night long';

test('numbers that count the lines of running text are no words of it', () => {
  assert.equal(lineNumbersOf(rows(at => `${at + 1}`, PROSE)).size, 20);
});

test('where every fifth line has its number, it is one all the same', () => {
  assert.equal(lineNumbersOf(rows(at => ((at + 1) % 4 === 0 ? `${at + 1}` : null), PROSE)).size, 5);
});

test('rows of a table and items of a list have numbers of their own', () => {
  assert.equal(lineNumbersOf(rows(at => `${at + 1}`, 'oats 12')).size, 0);
  assert.equal(lineNumbersOf(rows(at => `${at + 1}`, 'Keep the boat dry all winter')).size, 0);
});

test('numbers that do not count are read where they stand', () => {
  assert.equal(lineNumbersOf(rows(at => `${(at * 7) % 20}`, PROSE)).size, 0);
});

test('numbers printed on paper count no rows of the text set on it, numbers on the rows of a table do', () => {
  const numbers = Array.from({ length: 28 }, (_, at) =>
    itemsAt(40, 80 + 24 * at, `${at + 1}`, { size: 10, index: at }),
  ).flat();
  const text = (pitch: number) =>
    Array.from({ length: 20 }, (_, at) =>
      itemsAt(80, 80 + pitch * at, PROSE, { index: 100 + 10 * at }),
    ).flat();
  assert.equal(lineNumbersOf([...numbers, ...text(27)]).size, 28);
  assert.equal(lineNumbersOf([...numbers, ...text(24).map(item => ({ ...item, text: 'Oats' }))]).size, 0);
});

test('numbers printed on paper count no rows either where a text stands on most of them and runs on', () => {
  const numbers = Array.from({ length: 28 }, (_, at) =>
    itemsAt(40, 80 + 24 * at, `${at + 1}`, { size: 10, index: at }),
  ).flat();
  const text = [0, ...Array.from({ length: 18 }, (_, at) => at + 10)].flatMap(at =>
    itemsAt(80, 80 + 24 * at, at % 3 === 0 ? `The ${PROSE}` : PROSE, { index: 100 + 20 * at }),
  );
  assert.equal(lineNumbersOf([...numbers, ...text]).size, 28);
});

test('lines counted in fives are lines, though clauses begin on most of them', () => {
  const inFives = (at: number) => ((at + 1) % 5 === 0 ? `${at + 1}` : null);
  assert.equal(lineNumbersOf(rows(inFives, 'B. The boats are kept dry all winter', 25)).size, 5);
  assert.equal(lineNumbersOf(rows(inFives, 'oats 12', 25)).size, 0);
});

test('positions of an order in steps of ten, and its amounts in fives, count no lines: others stand between them', () => {
  const position = (at: number) => (at % 3 === 0 ? `${10 * (at / 3 + 1)}` : null);
  const amount = (at: number) => (at % 3 === 0 ? `${5 * (at / 3 + 1)}` : null);
  for (const count of [position, amount])
    assert.equal(lineNumbersOf(rows(count, 'Oats of the old market in bags')).size, 0);
});

test('numbers whose edges differ by a hair are one column', () => {
  const near = rows(at => `${at + 1}`, PROSE).map(item =>
    /^\d+$/.test(item.text)
      ? { ...item, left: item.left + 1 + (Number(item.text) % 5 < 2 ? 0.001 : -0.001) }
      : item,
  );
  assert.equal(lineNumbersOf(near).size, 20);
});

test('numbers in fives between two columns count the lines of both, as in patents; those of another count do not', () => {
  const columns = (value: (row: number) => number) =>
    Array.from({ length: 40 }, (_, row) => {
      const [baseline, index] = [100 + 12 * row, 10 * row];
      const label = `${value(row + 1)}`;
      const number = itemsAt(300 - 2.5 * label.length, baseline, label, { index });
      return [
        ...itemsAt(60, baseline, PROSE, { index: index + 1 }),
        ...((row + 1) % 5 === 0 ? number : []),
        ...itemsAt(340, baseline, PROSE, { index: index + 2 }),
      ];
    }).flat();
  assert.equal(lineNumbersOf(columns(row => row)).size, 8);
  assert.equal(lineNumbersOf(columns(row => row / 5)).size, 0);
});
