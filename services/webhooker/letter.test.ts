import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { BlobRefused, type BlobStore, BlobStoreUnavailable } from '../../platform/blob-store/blob-store.ts';
import { WHOLE_BYTES } from '../../platform/blob-store/whole.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import type { ExtractCompleted } from '../../schemas/events.ts';
import { letterOf } from './letter.ts';

const EVENT = { ...EXAMPLE_EVENTS.ExtractCompleted, result_blob: 'result/large' } as ExtractCompleted;
const SECRETS = ['a secret of thirty-two characters'];

/** A store whose only result is large. Each reading of it takes the next of `streams`. */
function storeOf(...streams: PassThrough[]): BlobStore {
  const bytes = WHOLE_BYTES + 1;
  const stream = async () => ({ bytes, pieces: streams.shift() });
  const read = async () => {
    throw new RangeError('large');
  };
  return { stream, read, size: async () => bytes } as unknown as BlobStore;
}

test('a large result whose reading stands still is waited for a minute, and then tried again as in an outage', async t => {
  const late = new AbortController();
  const patiences: number[] = [];
  t.mock.method(AbortSignal, 'timeout', (ms: number) => {
    patiences.push(ms);
    return late.signal;
  });
  const pieces = new PassThrough();
  pieces.write('the beginning');
  const letter = letterOf(EVENT, storeOf(pieces), SECRETS);
  letter.catch(() => undefined);
  await turn();
  assert.equal(pieces.destroyed, false);
  late.abort();
  await assert.rejects(
    letter,
    error => error instanceof BlobStoreUnavailable && !(error instanceof BlobRefused),
  );
  assert.deepEqual(patiences, [60_000]);
  assert.ok(pieces.destroyed);
});

test('a large result that is found damaged at its end is told as that: no later try would find it whole', async () => {
  const pieces = new PassThrough();
  pieces.destroy(new BlobRefused('damaged'));
  await assert.rejects(letterOf(EVENT, storeOf(pieces), SECRETS), BlobRefused);
});

test('a large result is signed as a whole, and sent from its beginning', async () => {
  const [signed, sent] = [new PassThrough(), new PassThrough()];
  signed.end('all of it');
  sent.end('all of it');
  const letter = await letterOf(EVENT, storeOf(signed, sent), SECRETS);
  assert.equal(letter.body, sent);
  assert.equal(letter.bytes, WHOLE_BYTES + 1);
  assert.match(letter.signature, /v1=[0-9a-f]{64}/);
});
