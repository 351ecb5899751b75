import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { createTelemetry } from '../../platform/telemetry.ts';
import { ErasedLeftovers, type ErasedLeftoversPorts } from './erased-leftovers.ts';

const ERASED = '0199a3b2-0000-7000-8000-000000000001';
const LIVE = '0199a3b2-0000-7000-8000-000000000002';
const END = '0199a3b2-0000-7000-8000-00000000000a';
const PATIENCE_MS = 20_000;
const OTHERS = [`request/${LIVE}`, `result/key.${LIVE}.${END}`, 'result/of-an-earlier-build'];

function world() {
  const state = { isCaughtUp: true, isAway: false };
  const held = new Set([`request/${ERASED}`, `result/key.${ERASED}.${END}`, ...OTHERS]);
  for (let at = 0; at < 450; at++) held.add(`result/key.${LIVE}.${at}`);
  const ports = {
    telemetry: createTelemetry('silent'),
    blobs: {
      async *list(prefix: string) {
        for (const key of [...held]) if (key.startsWith(`${prefix}/`)) yield { key, bytes: 1, writtenAt: 0 };
      },
      delete: async (keys: string[]) => {
        if (state.isAway) throw new Error('away');
        for (const key of keys) held.delete(key);
      },
    },
    views: {
      caughtUp: async () => state.isCaughtUp,
      job: async (id: string) => (id === ERASED ? { erased: true } : undefined),
    },
  } as unknown as ErasedLeftoversPorts;
  const stopping = new AbortController();
  return { state, held, stopping, leftovers: new ErasedLeftovers(ports, stopping.signal) };
}

const left = (held: ReadonlySet<string>) => [...held].filter(key => key.includes(ERASED)).length;

describe('what erased jobs have left in the store', () => {
  test('is deleted, and nothing of other jobs', async () => {
    const { held, leftovers } = world();
    assert.equal(await leftovers.look(), true);
    assert.equal(left(held), 0);
    assert.equal(held.size, OTHERS.length + 450);
  });

  test('is not looked for by a read model that does not know all that was erased', async () => {
    const { state, held, leftovers } = world();
    state.isCaughtUp = false;
    assert.equal(await leftovers.look(), false);
    assert.equal(left(held), 2);
  });

  test('is looked for again a minute after a look at a store that was away', async t => {
    const { state, held, stopping, leftovers } = world();
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const turn = () => new Promise(resolve => setImmediate(resolve));
    state.isAway = true;
    leftovers.watch();
    for (let turns = 0; turns < 20; turns++) await turn();
    assert.equal(left(held), 2);
    state.isAway = false;
    t.mock.timers.tick(60_000);
    // The rests between slices use the real clock.
    const end = performance.now() + PATIENCE_MS;
    while (left(held) > 0 && performance.now() < end) await turn();
    assert.equal(left(held), 0);
    stopping.abort();
  });
});
