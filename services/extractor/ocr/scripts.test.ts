import assert from 'node:assert/strict';
import { test } from 'node:test';
import { othersOf } from './scripts.ts';

test('languages that were added are tried after the scripts on board', () => {
  assert.deepEqual(
    othersOf(['eng', 'rus', 'kat']).map(script => script.languages),
    [['kat']],
  );
});
