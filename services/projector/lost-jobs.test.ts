import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { CLOCK_MARGIN_MS, type Position } from '../../platform/event-log/event-log.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { JOBS, LostJobs, type LostJobsPorts, WEBHOOKS } from './lost-jobs.ts';

const NOW = 1_800_000_000_000;
const end = (next: number): Position => ({ topic: 'outcomes', partition: 0, next });

/** Two jobs that were requested (or finished, with webhooks pending) long ago. The groups have dealt with everything. */
function world(kind = JOBS) {
  const state = {
    isBehind: (_group: string): boolean => false,
    end: 7,
    folded: 7,
    isCaughtUp: true,
    status: { old: 'processing', older: 'processing' } as Record<string, string>,
    webhook: {} as Record<string, string>,
    askedBefore: 0,
  };
  const lines: object[] = [];
  const telemetry = createTelemetry('silent');
  const logger = Object.assign(telemetry.logger, { error: (line: object) => void lines.push(line) });
  const ports = {
    telemetry: { ...telemetry, logger },
    log: { isBehind: async (group: string) => state.isBehind(group), ends: async () => [end(state.end)] },
    views: {
      unfinished: async (before: number) => {
        state.askedBefore = before;
        return Object.keys(state.status).filter(id => state.status[id] === 'processing');
      },
      undelivered: async (before: number) => {
        state.askedBefore = before;
        return Object.keys(state.webhook).filter(id => state.webhook[id] === 'pending');
      },
      job: async (id: string) => ({ status: state.status[id], webhook: state.webhook[id], finishedAt: NOW }),
      positions: async () => [end(state.folded)],
      caughtUp: async () => state.isCaughtUp,
    },
  } as unknown as LostJobsPorts;
  const watch = new LostJobs(ports, kind);
  watch.stop();
  const told = async () => (await telemetry[kind.gauge].get()).values.map(({ value }) => value);
  const look = async (times: number) => {
    for (let at = 0; at < times; at++) await watch.look(NOW);
  };
  return { state, lines, told, look };
}

describe('jobs whose requests the extractors have passed', () => {
  test('and that have no end once all is folded that stood in the log then, are counted and said once', async () => {
    const { state, lines, told, look } = world();
    await look(3);
    assert.deepEqual(await told(), [2]);
    assert.deepEqual(lines, [{ jobs: 2, first: ['old', 'older'] }]);
    assert.equal(state.askedBefore, NOW - 2 * CLOCK_MARGIN_MS);
  });

  test('are none of those whose end was on its way to the read model', async () => {
    const { state, lines, told, look } = world();
    state.folded = 6;
    await look(3);
    assert.deepEqual([await told(), lines], [[0], []]);
    state.status = { old: 'completed', older: 'failed' };
    state.folded = 7;
    await look(2);
    assert.deepEqual([await told(), lines], [[0], []]);
  });

  for (const lane of ['interactive', 'bulk'])
    test(`are looked for when nothing old waits in the ${lane} lane`, async () => {
      const { state, lines, told, look } = world();
      state.isBehind = group => group === `extractor-${lane}`;
      await look(3);
      assert.deepEqual([await told(), lines], [[0], []]);
      state.isBehind = () => false;
      await look(2);
      assert.deepEqual(await told(), [2]);
    });

  test('are not told by a read model that is read up again', async () => {
    const { state, told, look } = world();
    state.isCaughtUp = false;
    await look(3);
    assert.deepEqual(await told(), [0]);
  });

  test('are told no more when somebody has set the position back and they have ended', async () => {
    const { state, told, look } = world();
    await look(2);
    assert.deepEqual(await told(), [2]);
    state.status = { old: 'completed', older: 'completed' };
    await look(2);
    assert.deepEqual(await told(), [0]);
  });
});

describe('webhooks whose jobs the webhookers have passed', () => {
  function owing() {
    const made = world(WEBHOOKS);
    made.state.status = { sent: 'completed', lost: 'completed', 'lost too': 'failed' };
    made.state.webhook = { sent: 'delivered', lost: 'pending', 'lost too': 'pending' };
    return made;
  }

  test('and that are neither delivered nor given up once all is folded, are counted and said once', async () => {
    const { state, lines, told, look } = owing();
    await look(3);
    assert.deepEqual(await told(), [2]);
    assert.deepEqual(lines, [{ jobs: 2, first: ['lost', 'lost too'] }]);
    assert.equal(state.askedBefore, NOW - 2 * CLOCK_MARGIN_MS);
  });

  test('are none of those that wait for a receiver, or whose delivery was on its way to the read model', async () => {
    const { state, lines, told, look } = owing();
    state.isBehind = group => group === 'webhooker';
    await look(3);
    state.isBehind = () => false;
    state.folded = 6;
    await look(2);
    state.webhook = { sent: 'delivered', lost: 'delivered', 'lost too': 'given_up' };
    state.folded = 7;
    await look(2);
    assert.deepEqual([await told(), lines], [[0], []]);
  });
});
