import assert from 'node:assert/strict';
import { it } from 'node:test';
import type { BlobKey } from '../../platform/blob-store/blob-store.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { FreedBlobs } from './freed-blobs.ts';

const telemetry = createTelemetry('silent');

it('deletes each blob once, and resolves when they are gone', async () => {
  const gone: BlobKey[] = [];
  const blobs = { delete: async (keys: readonly BlobKey[]) => void gone.push(...keys) };
  const names = Array.from({ length: 450 }, (_, at) => `result/${at % 300}` as BlobKey);
  await new FreedBlobs({ blobs, telemetry }).delete(names);
  assert.deepEqual(gone, [...new Set(names)]);
});

it('does not keep the read model waiting for a store that is away, and goes on until it is back', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let tries = 0;
  const blobs = { delete: () => (++tries < 3 ? Promise.reject(new Error('away')) : Promise.resolve()) };
  const deleted = new FreedBlobs({ blobs, telemetry }).delete(['result/1']);
  const turns = async () => {
    for (let turn = 0; turn < 10; turn++) await Promise.resolve();
  };
  await turns();
  t.mock.timers.tick(2_000);
  await deleted;
  assert.equal(tries, 1);
  for (let wait = 0; wait < 3; wait++) {
    t.mock.timers.tick(5_000);
    await turns();
  }
  assert.equal(tries, 3);
});
