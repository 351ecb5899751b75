import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { setImmediate as turn } from 'node:timers/promises';
import { FOLD_VERSION } from '../../core/fold-version.ts';
import { LogUnavailable } from '../../platform/event-log/event-log.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { FoldWatch, type FoldWatchPorts } from './fold-watch.ts';

const EVENTS = 3;

/** A log of three events and a read model of the version that the test says. */
function world({ unasked, version }: { unasked: boolean; version: number | undefined }) {
  const state = { version, promoted: 0, abandoned: 0, rebuilds: 0 };
  const lines: string[] = [];
  const telemetry = createTelemetry('silent');
  const logger = Object.assign(telemetry.logger, {
    warn: (_: object, line: string) => void lines.push(line),
    info: (_: object, line: string) => void lines.push(line),
  });
  const step = { topic: 'outcomes' as const, partition: 0 };
  const ports = {
    rebuildsUnasked: unasked,
    telemetry: { ...telemetry, logger },
    log: {
      read: async function* () {
        for (let next = 1; next <= EVENTS; next++) yield { records: [], next: { ...step, next } };
      },
    },
    views: {
      foldVersion: async () => state.version,
      rebuild: async () => {
        state.rebuilds++;
        return {
          store: { apply: async () => undefined },
          promote: async () => {
            state.promoted++;
            state.version = FOLD_VERSION;
          },
          abandon: async () => void state.abandoned++,
        };
      },
    },
  } as unknown as FoldWatchPorts;
  const stopping = new AbortController();
  const metric = async () => {
    const { values } = await telemetry.foldVersion.get();
    return Object.fromEntries(values.map(({ labels, value }) => [labels.of, value]));
  };
  return { state, lines, stopping, metric, ports, watch: new FoldWatch(ports, stopping.signal) };
}

describe('a read model by the version of its fold', () => {
  test('is left alone and said nothing of where this build has made it, or nobody has yet', async () => {
    for (const version of [FOLD_VERSION, undefined]) {
      const { watch, lines, state, metric } = world({ unasked: true, version });
      await watch.look();
      assert.deepEqual([lines, state.rebuilds], [[], 0]);
      assert.deepEqual(await metric(), { build: FOLD_VERSION, read_model: FOLD_VERSION });
    }
  });

  test('of another version is said once and measured, where an operator decides when', async () => {
    const { watch, lines, state, metric } = world({ unasked: false, version: 1 });
    await watch.look();
    await watch.look();
    assert.deepEqual([lines, state.rebuilds], [['the read model was made by another fold: run rebuild'], 0]);
    assert.deepEqual(await metric(), { build: FOLD_VERSION, read_model: 1 });
    state.version = FOLD_VERSION;
    await watch.look();
    assert.deepEqual(await metric(), { build: FOLD_VERSION, read_model: FOLD_VERSION });
  });

  test('of another version is built anew unasked, where one process folds it', async () => {
    const { watch, lines, state, metric } = world({ unasked: true, version: 1 });
    await watch.look();
    assert.deepEqual([state.promoted, state.abandoned], [1, 0]);
    assert.match(lines.join(), /is built anew beside it,the read model was built anew/);
    assert.deepEqual(await metric(), { build: FOLD_VERSION, read_model: FOLD_VERSION });
  });

  test('that is being built anew is given up by a stop, without a word', async () => {
    const { watch, lines, state, stopping } = world({ unasked: true, version: 1 });
    const looking = watch.look();
    stopping.abort();
    await Promise.all([looking, watch.ended()]);
    assert.deepEqual([state.promoted, state.abandoned, lines.length], [0, 1, 1]);
  });

  test('that cannot be built anew goes on as it is, and a store that does not answer is asked again', async () => {
    const { watch, lines, state, ports } = world({ unasked: true, version: 1 });
    ports.views.rebuild = async () => {
      throw new Error('another rebuild of this data folder is under way');
    };
    await watch.look();
    assert.match(lines.join(), /could not be built anew, and goes on as it is; run rebuild/);
    ports.views.foldVersion = async () => {
      throw new ViewStoreUnavailable('away');
    };
    await watch.look();
    assert.deepEqual([state.promoted, lines.length], [0, 2]);
  });

  test('is looked at from the start on, until the service stops', async () => {
    const { watch, lines, stopping } = world({ unasked: false, version: 1 });
    const watching = watch.watch();
    await turn();
    assert.equal(lines.length, 1);
    stopping.abort();
    // The watch rests for a minute between two looks, and does not keep the process alive meanwhile.
    assert.equal(await Promise.race([watching, turn('rests')]), 'rests');
  });

  test('that cannot be built to its end leaves nothing behind, and goes on as it is', async () => {
    const { watch, lines, state, ports } = world({ unasked: true, version: 1 });
    ports.log.read = () => {
      throw new LogUnavailable('away');
    };
    await watch.look();
    assert.deepEqual([state.promoted, state.abandoned], [0, 1]);
    assert.match(lines.join(), /could not be built anew/);
  });
});
