import assert from 'node:assert/strict';
import { test } from 'node:test';
import { completed } from '../contract-events.ts';
import { PositionLost } from '../view-store.ts';
import { CONTRACT_POLICY } from '../view-store-under-test.ts';
import type { Keyspace } from './keyspace.ts';
import { Projection } from './projection.ts';
import { SCRIPTS } from './scripts.ts';

const PLACE = { topic: 'outcomes', partition: 0 } as const;

test('a step that begins beyond where the store stands is refused: what lies between was lost with it', async () => {
  let written = 0;
  const run = async (script: unknown) => {
    if (script === SCRIPTS.readStates) return ['2', '3', ''];
    assert.equal(script, SCRIPTS.writeStep);
    written++;
    return 1;
  };
  const projection = new Projection({ run } as unknown as Keyspace, CONTRACT_POLICY, '2');
  await assert.rejects(projection.apply([], { ...PLACE, from: 4, next: 7 }), PositionLost);
  assert.equal(written, 0);
  await projection.apply([], { ...PLACE, from: 3, next: 7 });
  assert.equal(written, 1);
});

test('beside where the store stands is kept which event was the last: by it another log is told from this one', async () => {
  let stored: string[] = [];
  const run = async (script: unknown, _generation: string, ...args: unknown[]) => {
    if (script === SCRIPTS.readStates) return ['1', '3', '', null, null];
    if (script === SCRIPTS.readView) return stored;
    const [name, , next, , last] = args;
    stored = [String(name), String(next), `last:${name}`, String(last)];
    return 1;
  };
  const projection = new Projection({ run } as unknown as Keyspace, CONTRACT_POLICY, '');
  const records = [3, 4].map(offset => {
    return { ...PLACE, event: completed(`job ${offset}`, 'k'), offset, traceparent: undefined };
  });
  await projection.apply(records, { ...PLACE, next: 6 });
  const last = { offset: 4, eventId: records[1]?.event.event_id };
  assert.deepEqual(await projection.positions(), [{ ...PLACE, next: 6, last }]);
  stored = ['outcomes/0', '6'];
  assert.deepEqual(await projection.positions(), [{ ...PLACE, next: 6 }]);
});
