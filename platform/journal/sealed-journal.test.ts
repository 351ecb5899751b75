import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { BlobStore, NewBlob } from '../blob-store/blob-store.ts';
import { ConfiguredKeys } from '../blob-store/sealed/configured-keys.ts';
import { SealedBlobStore, WHOLE_BYTES } from '../blob-store/sealed/sealed-blob-store.ts';
import { isMarked } from '../blob-store/sealed/sealing.ts';
import { EXAMPLE_EVENTS } from '../event-log/codec-examples.ts';
import type { Entry } from './journal.ts';
import { SealedJournal } from './sealed-journal.ts';

const EVENT = EXAMPLE_EVENTS.ExtractDeferred;

test('a large blob is sealed and stored before its event is recorded, a small one sealed and recorded with it', async () => {
  const written = Promise.withResolvers<void>();
  const stored: Buffer[] = [];
  const store = {
    write: async (_key: string, pieces: AsyncIterable<Buffer>) => {
      stored.push(Buffer.concat(await Array.fromAsync(pieces)));
      await written.promise;
    },
  } as unknown as BlobStore;
  const blobs = new SealedBlobStore(store, new ConfiguredKeys(`k:${randomBytes(32).toString('base64')}`), {
    refusesPlain: true,
  });
  const entries: Entry[] = [];
  const journal = { record: async (entry: Entry) => void entries.push(entry) };
  const small: NewBlob = { key: 'source/small', bytes: Buffer.from('text'), awaited: true, held: true };
  const large: NewBlob = { key: 'source/large', bytes: Buffer.alloc(WHOLE_BYTES + 1) };
  const recorded = new SealedJournal(journal, blobs).record({
    blobs: [large, small],
    events: [EVENT],
    forgets: ['source/earlier'],
  });
  for (let turns = 0; turns < 1_000 && stored.length === 0; turns++) await turn();
  await turn();
  assert.equal(stored.length, 1);
  assert.equal(entries.length, 0, 'not before the large one is stored');
  written.resolve();
  await recorded;
  assert.ok(stored[0] !== undefined && isMarked(stored[0]) && stored[0].length > WHOLE_BYTES);
  const [entry] = entries;
  const [sealed, ...others] = entry?.blobs ?? [];
  assert.deepEqual([others, entry?.events, entry?.forgets], [[], [EVENT], ['source/earlier']]);
  assert.ok(sealed !== undefined && isMarked(sealed.bytes) && !Buffer.from(sealed.bytes).includes('text'));
  assert.deepEqual([sealed.key, sealed.awaited, sealed.held], ['source/small', true, true]);
});
