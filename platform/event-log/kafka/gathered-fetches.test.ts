import assert from 'node:assert/strict';
import { test } from 'node:test';
import { consumerGroup } from './kept-membership.ts';

/**
 * How many records each fetch brings. The fetch below replaces the one of kafkajs before gathered-fetches.ts, which
 * keeps the original, is loaded.
 */
const brings: number[] = [];
consumerGroup.fetch = async () => [{ rawMessages: new Array(brings.shift() ?? 0).fill({}) }];
const { letRecordsGather, pauseBetweenFetches } = await import('./gathered-fetches.ts');
letRecordsGather();

const PAUSE_MS = 40;
/** Inaccuracy of a timer, which counts whole milliseconds. */
const INEXACT_MS = 2;

/** For each fetch, whether it paused before it asked the broker. */
async function waited(group: string, records: number[], nodeIds: number[] = records.map(() => 1)) {
  brings.splice(0, brings.length, ...records);
  const member = Object.assign(Object.create(consumerGroup), { groupId: group });
  const paused: boolean[] = [];
  for (const nodeId of nodeIds) {
    const left = brings.length;
    const begun = performance.now();
    const asked = member.fetch(nodeId);
    paused.push(brings.length === left);
    await asked;
    if (paused.at(-1)) assert.ok(performance.now() - begun >= PAUSE_MS - INEXACT_MS);
  }
  return paused;
}

test('a member whose handlers nobody waits for pauses behind a fetch that brought a few records, any other never', async () => {
  pauseBetweenFetches('records', PAUSE_MS);
  assert.deepEqual(await waited('records', [3, 1, 0, 2]), [false, true, true, false]);
  assert.deepEqual(await waited('extractor', [3, 1, 0]), [false, false, false]);
  pauseBetweenFetches('records', undefined);
  assert.deepEqual(await waited('records', [3, 1, 0]), [false, false, false]);
});

test('a member that pauses reads a backlog without a pause', async () => {
  pauseBetweenFetches('records', PAUSE_MS);
  assert.deepEqual(await waited('records', [500, 500, 3, 0]), [false, false, false, true]);
});

test('a pause behind the answer of one broker is none of another', async () => {
  pauseBetweenFetches('records', PAUSE_MS);
  assert.deepEqual(await waited('records', [3, 0, 0], [1, 2, 1]), [false, false, true]);
});
