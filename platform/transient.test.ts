import { strict as assert } from 'node:assert';
import { describe, test } from 'node:test';
import { getHeapSpaceStatistics, setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { TransientMap, TransientSet } from './transient.ts';

setFlagsFromString('--expose-gc');
const collectAll = runInNewContext('gc') as () => void;

/** MB by which the old generation grows while many entries of half a kilobyte come and go, a few at a time. */
function promotedMb(map: Map<number, object> | TransientMap<number, object>): number {
  const oldMb = () =>
    getHeapSpaceStatistics()
      .filter(({ space_name }) => space_name === 'old_space' || space_name === 'large_object_space')
      .reduce((sum, { space_used_size: bytes }) => sum + bytes / 1024 / 1024, 0);
  map.set(-1, {});
  collectAll();
  const before = oldMb();
  for (let count = 0; count < 150_000; count++) {
    map.set(count, new Array(64).fill(count));
    map.delete(count - 3);
  }
  return oldMb() - before;
}

describe('a map whose entries come and go', () => {
  test('holds what was set and not deleted, in that order, however many came and went', () => {
    const map = new TransientMap<number, string>();
    const plain = new Map<number, string>();
    for (let count = 0; count < 2_000; count++) {
      for (const each of [map, plain]) {
        each.set(count, `${count}`);
        each.set(count % 7, 'again');
        each.delete(count - (count % 90));
      }
      assert.equal(map.size, plain.size);
    }
    assert.deepEqual([...map], [...plain]);
    assert.deepEqual([...map.keys()], [...plain.keys()]);
    assert.deepEqual([...map.values()], [...plain.values()]);
    assert.equal(map.get(1_999), plain.get(1_999));
    assert.equal(map.delete(1_999), true);
    assert.equal(map.delete(1_999), false);
    assert.equal(map.has(1_999), false);
    map.clear();
    assert.equal(map.size, 0);
  });

  test('does not move into the old generation what has left it, as a Map does', () => {
    const plain = promotedMb(new Map());
    const transient = promotedMb(new TransientMap());
    assert.ok(transient < plain / 4, `${transient.toFixed(2)} MB for ${plain.toFixed(2)} of a Map`);
  });

  test('may be gone through while entries are deleted', () => {
    const set = new TransientSet<number>();
    for (let count = 0; count < 100; count++) set.add(count);
    for (const each of set) if (each % 2 === 0) set.delete(each);
    assert.equal(set.size, 50);
    assert.ok([...set].every(each => each % 2 === 1));
    assert.ok(set.has(1) && !set.has(2));
  });
});
