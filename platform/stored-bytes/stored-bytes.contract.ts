/** What every adapter of the port guarantees, as tests. */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { StoredBytes } from './stored-bytes.ts';

/** `open` returns two views of the same counts, as two processes have them. */
export function storedBytesContract(name: string, open: () => [StoredBytes, StoredBytes]): void {
  it(`the counts of stored bytes on ${name} are seen by all, and replaced as a whole`, async () => {
    const [counting, accepting] = open();
    assert.deepEqual([...(await accepting.read())], []);
    await counting.publish(
      new Map([
        ['a', 10],
        ['b', 2 ** 40],
      ]),
    );
    assert.deepEqual(
      new Map(await accepting.read()),
      new Map([
        ['a', 10],
        ['b', 2 ** 40],
      ]),
    );
    await counting.publish(new Map([['b', 1]]));
    assert.deepEqual([...(await accepting.read())], [['b', 1]]);
    await counting.publish(new Map());
    assert.deepEqual([...(await accepting.read())], []);
    for (const each of [counting, accepting]) each.close();
  });
}
