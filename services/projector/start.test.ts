import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProjectOptions } from '../../platform/event-log/event-log.ts';
import type { Platform } from '../../platform/platform.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { startProjector } from './start.ts';

/** Time in ms in which the projector looks at a lost read model once (it looks every second) and the sweeper sweeps twice. */
const LOOK_MS = 1_200;
const BEHIND = ['the read model is catching up with the log'];

/** A projector over a read model that answers as the test says. */
function projector(settings: Record<string, string> = {}) {
  const world = {
    isCaughtUp: async () => true,
    /** Whether the whole log has been folded by now. */
    isReadUp: true,
    mistakes: 0,
    sweep: async () => 0,
    looks: 0,
    sweeps: 0,
    lost: 0,
    stoppedWithin: [] as number[],
  };
  let project: ProjectOptions | undefined;
  const platform = {
    log: {
      ends: async () => [],
      isBehind: async () => false,
      consume: () => ({
        ready: Promise.resolve(),
        closed: new Promise(() => undefined),
        stop: async () => undefined,
      }),
      project: (options: ProjectOptions) => {
        project = options;
        const stop = async (deadlineMs: number) => void world.stoppedWithin.push(deadlineMs);
        return { ready: Promise.resolve(), closed: new Promise(() => undefined), stop };
      },
    },
    views: {
      caughtUp: () => world.isCaughtUp(),
      positions: async () => [],
      foldVersion: async () => undefined,
      markCaughtUp: async () => {
        world.looks++;
        if (world.mistakes-- > 0) throw new TypeError('x');
        return world.isReadUp;
      },
      markBehind: async () => void world.lost++,
      sweep: () => {
        world.sweeps++;
        return world.sweep();
      },
    },
    storedBytes: { publish: async () => undefined },
    blobs: { list: async function* () {}, delete: async () => undefined },
    settings: readSettings({ JOB_RETENTION_SECONDS: '1', SOURCE_RETENTION_SECONDS: '1', ...settings }, false),
    telemetry: createTelemetry('silent'),
  };
  const service = startProjector(platform as unknown as Platform);
  return { world, service, options: () => project };
}

describe('the projector', { timeout: 60_000 }, () => {
  test('is ready once the read model holds the whole log, and says until then what it does', async () => {
    const { world, service } = projector();
    world.isReadUp = false;
    const becomesReady = service.ready.then(() => 'ready');
    assert.equal(await Promise.race([becomesReady, sleep(250, 'not yet')]), 'not yet');
    assert.deepEqual(service.problems(), BEHIND);
    world.isReadUp = true;
    await service.ready;
    assert.deepEqual(service.problems(), []);
    await service.stop(0);
  });

  test('says so while a read model that was lost is read up again', async () => {
    const { world, service, options } = projector();
    await service.ready;
    await options()?.onLost?.();
    assert.equal(world.lost, 1);
    [world.isReadUp, world.isCaughtUp] = [false, async () => false];
    await sleep(LOOK_MS);
    assert.deepEqual(service.problems(), BEHIND);
    [world.isReadUp, world.isCaughtUp] = [true, async () => true];
    await sleep(LOOK_MS);
    assert.deepEqual(service.problems(), []);
    await service.stop(0);
  });

  test('tries again at the next look where reading it up has failed', async () => {
    const { world, service } = projector();
    await service.ready;
    world.mistakes = 1;
    world.isCaughtUp = async () => world.looks > 2;
    await sleep(LOOK_MS);
    assert.deepEqual(service.problems(), BEHIND);
    await sleep(LOOK_MS);
    assert.deepEqual(service.problems(), []);
    await service.stop(0);
  });

  test('takes a read model that does not answer for no lost one', async () => {
    const { world, service } = projector();
    await service.ready;
    world.isReadUp = false;
    world.isCaughtUp = () => Promise.reject(new ViewStoreUnavailable('away'));
    await sleep(LOOK_MS);
    assert.deepEqual(service.problems(), []);
    await service.stop(0);
  });

  test('ends everything with a stop: its consumer in time, the wait for the log, and the sweeps', async () => {
    const { world, service } = projector();
    world.isReadUp = false;
    await sleep(LOOK_MS);
    assert.ok(world.looks > 0 && world.sweeps > 0);
    await service.stop(1_234);
    assert.deepEqual(world.stoppedWithin, [1_234]);
    const { looks, sweeps } = world;
    await sleep(LOOK_MS);
    assert.ok(world.looks <= looks + 1, 'at most the look that was under way');
    assert.equal(world.sweeps, sweeps);
  });

  test('makes no records for analysts while an earlier release of the schemas is written, which has none', async () => {
    const namesOf = async (release: string) => {
      const { service } = projector({ EVENT_WRITE_RELEASE: release });
      await service.ready;
      await service.stop(0);
      return service.consumers.map(({ name }) => name);
    };
    assert.deepEqual(await namesOf('1'), ['projector']);
    assert.deepEqual(await namesOf('2'), ['projector', 'job-records']);
  });

  test('waits for a sweep under way, but not for one that hangs at a store that is away', async () => {
    const { world, service } = projector();
    let ends = () => {};
    world.sweep = () => new Promise(resolve => (ends = () => resolve(0)));
    await sleep(LOOK_MS);
    const stopped = service.stop(200).then(() => 'stopped');
    assert.equal(await Promise.race([stopped, sleep(50, 'waits')]), 'waits');
    assert.equal(await Promise.race([stopped, sleep(1_000, 'waits')]), 'stopped');
    ends();
  });
});
