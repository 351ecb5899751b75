import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { BlobRefused, type BlobStore, BlobStoreUnavailable } from '../blob-store/blob-store.ts';
import { EXAMPLE_EVENTS } from '../event-log/codec-examples.ts';
import { type EventLog, LogUnavailable } from '../event-log/event-log.ts';
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

test('an event is written when its blobs are stored, and what it frees is deleted when it is written', async () => {
  const steps: string[] = [];
  const [stored, written] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const blobs = {
    put: () => stored.promise,
    delete: async () => void steps.push('deleted'),
  } as unknown as BlobStore;
  const log = {
    append: () => {
      steps.push('appended');
      return written.promise;
    },
  } as unknown as EventLog;
  const recorded = new OrderedJournal(blobs, log).record({
    blobs: [{ key: 'result/1', bytes: Buffer.from('{}') }],
    events: [EXAMPLE_EVENTS.ExtractCompleted],
    forgets: entry.forgets,
  });
  await turn();
  assert.deepEqual(steps, []);
  stored.resolve();
  await turn();
  assert.deepEqual(steps, ['appended']);
  written.resolve();
  await recorded;
  assert.deepEqual(steps, ['appended', 'deleted']);
});

test('what a job frees stays where the event of its end could not be written', async () => {
  const deleted: string[] = [];
  const blobs = { delete: async (keys: string[]) => void deleted.push(...keys) } as unknown as BlobStore;
  const log = { append: () => Promise.reject(new LogUnavailable('away')) } as unknown as EventLog;
  const journal = new OrderedJournal(blobs, log);
  await assert.rejects(journal.record({ ...entry, events: [EXAMPLE_EVENTS.ExtractFailed] }), LogUnavailable);
  assert.deepEqual(deleted, []);
});
