import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTelemetry } from '../telemetry.ts';
import { BlobMissing, BlobRefused, BlobStoreUnavailable } from './blob-store.ts';
import { UnreadableBlobs } from './unreadable-blobs.ts';

const telemetry = () => {
  const counted = createTelemetry('silent');
  const said: unknown[] = [];
  const say = (fields: object) => void said.push(fields);
  const logger = Object.assign(counted.logger, { warn: say, error: say });
  return { ...counted, logger, said };
};
const refused = () => Promise.reject(new BlobRefused('AccessDenied'));

test('a blob that its store refuses is tried a few times, counted, and said once for many of a kind', async () => {
  const { said, ...counted } = telemetry();
  const blobs = new UnreadableBlobs(counted, [0, 0]);
  let tries = 0;
  const read = () => {
    tries++;
    return refused();
  };
  for (let at = 0; at < 16; at++) await assert.rejects(blobs.read(`source/${at}`, read), BlobRefused);
  assert.deepEqual([tries, said.length], [48, 1]);
  assert.match(await counted.registry.metrics(), /textrail_unreadable_blobs_total\{prefix="source"\} 16/);
});

test('a refusal that was of the moment is not one', async () => {
  let tries = 0;
  const read = async () => (++tries < 3 ? refused() : 'read');
  assert.equal(await new UnreadableBlobs(telemetry(), [0, 0]).read('source/1', read), 'read');
});

test('no pause is made that would last beyond what is left of the time', async () => {
  const begun = performance.now();
  await assert.rejects(
    new UnreadableBlobs(telemetry(), [60_000]).read('source/1', refused, 1_000),
    BlobRefused,
  );
  assert.ok(performance.now() - begun < 30_000);
});

test('what a store does not find for a moment after it was put is read', async () => {
  let tries = 0;
  const read = async () => (++tries < 3 ? Promise.reject(new BlobMissing()) : 'read');
  assert.equal(await new UnreadableBlobs(telemetry(), [0, 0]).read('source/1', read), 'read');
});

test('a blob that is missing before its time is counted, and said once for many of a kind', async () => {
  const { said, ...counted } = telemetry();
  const blobs = new UnreadableBlobs(counted, [0]);
  for (let at = 0; at < 3; at++) blobs.missing(`result/${at}`);
  assert.equal(said.length, 1);
  assert.match(await counted.registry.metrics(), /textrail_unreadable_blobs_total\{prefix="result"\} 3/);
});

test('an outage goes up at once and is said; what is missing goes up in silence', async () => {
  const { said, ...counted } = telemetry();
  const blobs = new UnreadableBlobs(counted, [0]);
  const away = () => Promise.reject(new BlobStoreUnavailable('away'));
  for (let at = 0; at < 2; at++) await assert.rejects(blobs.read('source/1', away), BlobStoreUnavailable);
  await assert.rejects(
    blobs.read('source/1', () => Promise.reject(new BlobMissing())),
    BlobMissing,
  );
  assert.equal(said.length, 1);
});
