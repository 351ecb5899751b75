import assert from 'node:assert/strict';
import { it } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import type { BlobKey, BlobPrefix } from '../../platform/blob-store/blob-store.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import { resultBlob } from '../../platform/result-blob.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { FreedBlobs } from './freed-blobs.ts';

const telemetry = createTelemetry('silent');
const settings = readSettings({}, false);
const none = async function* () {};
const erased = (jobId: string, at = Date.now()) => ({
  ...EXAMPLE_EVENTS.JobErased,
  at,
  key_id: 'key',
  job_id: jobId,
});

/** A store that holds results under these names. */
function store(...names: BlobKey[]) {
  const held = new Set(names);
  const asked: string[] = [];
  const blobs = {
    delete: async (keys: readonly BlobKey[]) => {
      for (const key of keys) held.delete(key);
    },
    list: async function* (prefix: BlobPrefix, before: number, beginning = '') {
      asked.push(beginning);
      for (const key of held)
        if (key.startsWith(`${prefix}/${beginning}`)) yield { key, bytes: 1, writtenAt: before - 1 };
    },
  };
  return { held, asked, blobs };
}

it('deletes each blob once, and resolves when they are gone', async () => {
  const gone: BlobKey[] = [];
  const blobs = {
    delete: async (keys: readonly BlobKey[]) => {
      await turn();
      gone.push(...keys);
    },
    list: none,
  };
  const names = Array.from({ length: 450 }, (_, at) => `result/${at % 300}` as BlobKey);
  await new FreedBlobs({ blobs, settings, telemetry }).delete(names);
  assert.deepEqual(gone, [...new Set(names)]);
});

it('does not keep the read model waiting for a store that is away, and goes on until it is back', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let tries = 0;
  const blobs = {
    delete: () => (++tries < 3 ? Promise.reject(new Error('away')) : Promise.resolve()),
    list: none,
  };
  const deleted = new FreedBlobs({ blobs, settings, telemetry }).delete(['result/1']);
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

for (const [what, answer] of [
  ['refuses them', () => Promise.reject(new Error('refused'))],
  ['does not answer', () => new Promise<void>(() => undefined)],
] as const)
  it(`keeps the read model waiting no longer for thousands of blobs than for one, where their store ${what}`, async t => {
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const names = Array.from({ length: 3_000 }, (_, at) => `result/${at}` as BlobKey);
    let isOver = false;
    const freed = new FreedBlobs({ blobs: { delete: answer, list: none }, settings, telemetry });
    const deleted = freed.delete(names).then(() => {
      isOver = true;
    });
    await turn();
    t.mock.timers.tick(2_000);
    await turn();
    assert.ok(isOver);
    await deleted;
  });

it('deletes every result of an erased job, one that an extractor stored and was killed before it said so as well', async () => {
  const others = resultBlob('key', 'another', '1');
  const { held, blobs } = store(resultBlob('key', 'job', '1'), resultBlob('key', 'job', '2'), others);
  await new FreedBlobs({ blobs, settings, telemetry }).delete(['source/a'], [erased('job')]);
  assert.deepEqual([...held], [others]);
});

it('tries again where the store refuses to delete a result that no event names', async t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  const { held, blobs } = store(resultBlob('key', 'job', '1'));
  let refusals = 1;
  const refusing = {
    ...blobs,
    delete: (keys: readonly BlobKey[]) =>
      refusals-- > 0 ? Promise.reject(new Error('away')) : blobs.delete(keys),
  };
  const deleted = new FreedBlobs({ blobs: refusing, settings, telemetry }).delete([], [erased('job')]);
  for (let wait = 0; wait < 2; wait++) {
    for (let count = 0; count < 20; count++) await Promise.resolve();
    assert.equal(held.size, 1 - wait);
    t.mock.timers.tick(5_000);
  }
  await deleted;
});

it('looks again when nobody can be at work on the erased job any more', async t => {
  t.mock.timers.enable({ apis: ['setTimeout', 'Date'], now: Date.UTC(2026, 10, 1) });
  const { held, blobs } = store();
  await new FreedBlobs({ blobs, settings, telemetry }).delete([], [erased('job')]);
  held.add(resultBlob('key', 'job', 'late'));
  t.mock.timers.tick(settings.JOB_TIMEOUT_MS + 120_000);
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
  assert.equal(held.size, 0);
});

it('asks the store nothing about jobs that were erased longer ago than results are kept', async () => {
  const { asked, blobs } = store();
  const at = Date.now() - settings.JOB_RETENTION_SECONDS * 1_000 - 1;
  await new FreedBlobs({ blobs, settings, telemetry }).delete([], [erased('job', at)]);
  assert.deepEqual(asked, []);
});
