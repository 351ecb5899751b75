import assert from 'node:assert/strict';
import { test } from 'node:test';
import { itemsAt } from '../../page/line.fixture.ts';
import { linesOf } from './lines.ts';

/** Four lines that all end at x = 195, each followed in the stream by what `beside` gives. */
const page = (beside: (at: number) => [string, number] | null) =>
  [
    'the river rose all night long',
    'and stood higher than all of',
    'us could remember so that now',
    'the harbour was full of boats',
  ].flatMap((text, at) => {
    const note = beside(at);
    const [words, left] = note ?? ['', 0];
    const line = itemsAt(50, 100 + 12 * at, text, { index: 20 * at });
    return [
      ...line,
      ...(note === null
        ? []
        : itemsAt(left, 100 + 12 * at, words, { size: 8, index: 20 * at + line.length })),
    ];
  });
const texts = (items: ReturnType<typeof page>) => linesOf(items).map(line => line.text);

test('a note in the margin is no part of the line it stands beside', () => {
  const items = page(at => (at === 1 ? ['see above', 207] : null));
  assert.deepEqual(texts(items).slice(1, 3), ['and stood higher than all of', 'see above']);
});

test('a wide gap inside lines that end elsewhere parts nothing', () => {
  const items = [
    ...itemsAt(50, 100, 'Boats and all'),
    ...itemsAt(126, 100, 'are kept dry in the winter', { index: 3 }),
    ...itemsAt(50, 112, 'in the harbour below the bridge of stone', { index: 9 }),
  ];
  assert.equal(texts(items)[0], 'Boats and all are kept dry in the winter');
});

test('a note of one line beside a justified column is none of its text, though it is as large', () => {
  const line = 'and the river stood higher than it had';
  const rows = Array.from({ length: 14 }, (_, at) =>
    itemsAt(50, 100 + 12 * at, line, { index: 20 * at }),
  ).flat();
  const end = Math.max(...rows.map(item => item.left + item.width));
  const note = itemsAt(end + 11, 148, 'A note in the margin', { index: 20 * 4 + 10 });
  const drawn = [...rows, ...note].sort((one, other) => one.index - other.index);
  assert.ok(texts(drawn).includes('A note in the margin'));
});
