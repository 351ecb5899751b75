import assert from 'node:assert/strict';
import { test } from 'node:test';
import { connectionsWithin, openFilesLimit } from './open-files.ts';

test('callers’ connections leave files for everything else, of a small limit half', () => {
  assert.equal(connectionsWithin(1_048_576, 4_000), 4_000);
  assert.equal(connectionsWithin(4_096, 4_000), 3_584);
  assert.equal(connectionsWithin(1_024, 4_000), 512);
  assert.equal(connectionsWithin(256, 4_000), 128);
  assert.equal(connectionsWithin(256, 10), 10);
  assert.equal(connectionsWithin(undefined, 4_000), 4_000);
});

test('the limit of open files is the system’s, and unknown where it has none or does not say', () => {
  const limits =
    'Max processes  94  94  processes\nMax open files            256        4096     files     \n';
  assert.equal(
    openFilesLimit(() => limits),
    256,
  );
  assert.equal(
    openFilesLimit(() => limits.replace('256', 'unlimited')),
    undefined,
  );
  assert.equal(
    openFilesLimit(() => {
      throw new Error('ENOENT');
    }),
    undefined,
  );
});
