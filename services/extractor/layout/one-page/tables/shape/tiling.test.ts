import assert from 'node:assert/strict';
import test from 'node:test';
import { tiledGroups } from './tiling.ts';

const at = (from: number, to: number) => ({ from, to });
const COLUMNS = [at(100, 120), at(140, 160), at(180, 200), at(220, 240), at(260, 280)];

test('labels in the middle over neighbouring groups that leave nothing out tell the groups', () => {
  assert.equal(tiledGroups([at(150, 160), at(240, 260)], COLUMNS, [1], 4), null);
  assert.deepEqual(tiledGroups([at(160, 180), at(240, 260)], COLUMNS, [1], 4), [
    { first: 1, last: 2 },
    { first: 3, last: 4 },
  ]);
});

test('labels over one column each are no groups', () => {
  assert.equal(tiledGroups(COLUMNS, COLUMNS, [0], 4), null);
});

test('groups that leave out the last column are none', () => {
  assert.equal(tiledGroups([at(120, 140), at(185, 195)], COLUMNS, [0], 4), null);
});
