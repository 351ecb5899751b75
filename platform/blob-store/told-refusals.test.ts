import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import { createTelemetry } from '../telemetry.ts';
import { BlobMissing, BlobRefused, type BlobStore } from './blob-store.ts';
import { ToldRefusals } from './told-refusals.ts';
import { UnreadableBlobs } from './unreadable-blobs.ts';

it('a result that cannot be read is counted, whether that is known before its first byte or at its last; a missing one is not', async () => {
  const telemetry = createTelemetry('silent');
  const told = (store: object) => new ToldRefusals(store as BlobStore, new UnreadableBlobs(telemetry));
  const counted = async () =>
    /unreadable_blobs_total\{prefix="result"\} (\d+)/.exec(await telemetry.registry.metrics())?.[1];
  const missing = told({ read: () => Promise.reject(new BlobMissing()) });
  await assert.rejects(missing.read('result/1', 1), BlobMissing);
  assert.equal(await counted(), '0');
  const refuse = () => Promise.reject(new BlobRefused('Damaged'));
  const refusing = told({ read: refuse, stream: refuse });
  await assert.rejects(refusing.read('result/1', 1), BlobRefused);
  await assert.rejects(refusing.stream('result/1'), BlobRefused);
  assert.equal(await counted(), '2');
  async function* damaged() {
    yield Buffer.from('{');
    throw new BlobRefused('Damaged');
  }
  const { pieces } = await told({
    stream: async () => ({ bytes: 2, pieces: Readable.from(damaged()) }),
  }).stream('result/1');
  await assert.rejects(pieces.toArray(), BlobRefused);
  assert.equal(await counted(), '3');
});
