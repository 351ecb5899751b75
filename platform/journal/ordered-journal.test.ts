import assert from 'node:assert/strict';
import { test } from 'node:test';
import { BlobRefused, type BlobStore, BlobStoreUnavailable } from '../blob-store/blob-store.ts';
import type { EventLog } from '../event-log/event-log.ts';
import { OrderedJournal } from './ordered-journal.ts';

const entry = { blobs: [], events: [], forgets: ['source/1', 'source/2'] as const };

function journalOf(refusal: Error | undefined) {
  const kept: [number, unknown][] = [];
  const blobs = {
    delete: async () => {
      if (refusal !== undefined) throw refusal;
    },
  } as unknown as BlobStore;
  return { kept, journal: new OrderedJournal(blobs, {} as EventLog, (...told) => kept.push(told)) };
}

test('documents that outlive their jobs, since the store does not delete them, are told of', async () => {
  for (const refusal of [new BlobStoreUnavailable('AccessDenied'), new BlobRefused('AccessDenied')]) {
    const { journal, kept } = journalOf(refusal);
    await journal.record(entry);
    assert.deepEqual(kept, [[2, refusal]]);
  }
});

test('nothing is told of documents that are gone, and a mistake of ours is no refusal', async () => {
  const { journal, kept } = journalOf(undefined);
  await journal.record(entry);
  await assert.rejects(journalOf(new TypeError('malformed')).journal.record(entry), TypeError);
  assert.deepEqual(kept, []);
});
