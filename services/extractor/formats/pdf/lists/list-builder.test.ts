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
