import assert from 'node:assert/strict';
import { it } from 'node:test';
import { ListBuilder } from './list-builder.ts';
import type { ListItemStart } from './series.ts';

const bulletAt = (left: number): ListItemStart => {
  const marker = { text: '-', series: 'bullet', form: '-', value: 0 } as const;
  return { marker, item: { markers: [marker], left, textLeft: left + 10 } as ListItemStart['item'] };
};

it('items that stand further and further in nest no deeper than anybody nests', () => {
  const builder = new ListBuilder(bulletAt(0), 'first', 1);
  for (let at = 1; at < 1_000; at++) assert.ok(builder.add(bulletAt(at * 20), `item ${at}`, 1, 10, false));
  let [depth, last] = [0, builder.finish()];
  for (let next: typeof last | undefined = last; next !== undefined; next = next.items[0]?.lists[0])
    [depth, last] = [depth + 1, next];
  assert.deepEqual([depth, last.items.length], [32, 1_000 - 31]);
});

it('a count that begins flush with another one is part of its item, and the first one goes on behind it', () => {
  const counted = (text: string, form: string, value: number): ListItemStart => {
    const marker = { text, series: form === '#.' ? 'decimal' : 'letter', form, value } as const;
    return { marker, item: { markers: [marker], left: 50, textLeft: 70 } as ListItemStart['item'] };
  };
  const builder = new ListBuilder(counted('1.', '#.', 1), 'certify', 1);
  assert.ok(builder.add(counted('(a)', '(a)', 1), 'designed', 1, 10, false));
  assert.ok(builder.add(counted('(b)', '(a)', 2), 'evaluated', 1, 10, false));
  assert.ok(builder.add(counted('2.', '#.', 2), 'disclosed', 1, 10, false));
  const { items, ordered } = builder.finish();
  assert.ok(ordered);
  assert.deepEqual(
    items.map(({ text, lists }) => [text, lists[0]?.items.length ?? 0]),
    [
      ['certify', 2],
      ['disclosed', 0],
    ],
  );
  assert.ok(!builder.add(counted('1.', '#.', 1), 'another list', 1, 10, false));
});
