import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inkComponents } from './components.ts';

function componentsOf(...rows: string[]) {
  const ink = Uint8Array.from(rows.join(''), character => (character === '#' ? 1 : 0));
  return inkComponents({ width: rows[0]?.length ?? 0, height: rows.length, ink });
}

test('pixels that touch, also by corners, are one piece', () => {
  assert.deepEqual(componentsOf('#..', '.#.', '..#'), [{ left: 0, top: 0, right: 3, bottom: 3, area: 3 }]);
});

test('two pieces that meet further down are one', () => {
  assert.deepEqual(componentsOf('#.#', '#.#', '###'), [{ left: 0, top: 0, right: 3, bottom: 3, area: 7 }]);
});

test('pieces beside each other stay apart', () => {
  assert.equal(componentsOf('##..##', '......', '##..##').length, 4);
});

test('a run below two pieces joins both', () => {
  assert.equal(componentsOf('#.#.#', '#####').length, 1);
});
