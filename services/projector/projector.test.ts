import assert from 'node:assert/strict';
import { test } from 'node:test';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import {
  LogUnavailable,
  type ProjectOptions,
  type RecordedEvent,
} from '../../platform/event-log/event-log.ts';
import { readSettings } from '../../platform/settings.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import { type Free, ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { Projector, type ProjectorPorts } from './projector.ts';

test('a read model that is being read up waits for a log or a store that is away, instead of ending the process', async () => {
  const answers = [
    () => Promise.reject(new LogUnavailable('away')),
    async () => [{ topic: 'outcomes', partition: 0, next: 7 }],
    // Must not be asked: records that arrive meanwhile are not part of what must be read first.
    () => Promise.reject(new TypeError('asked again')),
  ];
  const marks = [() => Promise.reject(new ViewStoreUnavailable('away')), async () => false, async () => true];
  const ports = {
    log: { ends: () => answers.shift()?.() },
    views: { markCaughtUp: () => marks.shift()?.() },
  };
  await new Projector(ports as unknown as ProjectorPorts).caughtUp(new AbortController().signal);
  assert.deepEqual([answers.length, marks.length], [1, 0]);
});

test('a mistake of ours is no outage: it is told', async () => {
  const ports = {
    log: { ends: async () => [] },
    views: { markCaughtUp: () => Promise.reject(new TypeError('x')) },
  };
  const projector = new Projector(ports as unknown as ProjectorPorts);
  await assert.rejects(projector.caughtUp(new AbortController().signal), TypeError);
});

test('what a step frees is deleted from the store before the step is folded, and a log that lost records marks it behind', async () => {
  let projected: ProjectOptions | undefined;
  const done: string[] = [];
  const telemetry = createTelemetry('silent');
  const ports = {
    log: {
      project: (options: ProjectOptions) => {
        projected = options;
      },
    },
    views: {
      positions: async () => [],
      apply: async (_records: unknown, _next: unknown, free: Free) => {
        await free(['result/freed']);
        done.push('folded');
      },
      markBehind: async () => void done.push('behind'),
    },
    blobs: {
      delete: async (keys: string[]) => void done.push(`deleted ${keys}`),
      list: () => assert.fail('no job was erased'),
    },
    settings: readSettings({}, false),
    telemetry,
  };
  new Projector(ports as unknown as ProjectorPorts).start();
  const event = { ...EXAMPLE_EVENTS.ExtractCompleted, at: Date.now() - 1_000 };
  const old = { ...EXAMPLE_EVENTS.ExtractFailed, at: Date.now() - 3_600_000 };
  const records = [event, old].map((event, offset) => ({ event, offset, topic: 'outcomes', partition: 0 }));
  await projected?.apply(records as RecordedEvent[], { topic: 'outcomes', partition: 0, next: 2 });
  await projected?.onLost?.();
  assert.deepEqual(done, ['deleted result/freed', 'folded', 'behind']);
  const { values } = await telemetry.projectedEvents.get();
  assert.deepEqual(
    values.map(({ labels, value }) => [labels.type, value]),
    [
      ['ExtractCompleted', 1],
      ['ExtractFailed', 1],
    ],
  );
  const { values: stages } = await telemetry.stageSeconds.get();
  const told = stages.filter(({ metricName }) => metricName?.endsWith('_count'));
  assert.deepEqual(
    told.map(({ labels, value }) => [labels.stage, value]),
    [['project', 1]],
    'how long an outcome took that is read up from an old log says nothing',
  );
});

test('a read model that was lost is told, and that it is whole again, whichever projector has found it so', async () => {
  const stop = new AbortController();
  const told: boolean[] = [];
  const ports = {
    log: { ends: async () => [] },
    views: {
      // The read model is lost at the first look; by the next one another projector has rebuilt it.
      caughtUp: async () => told.length > 0,
      markCaughtUp: () => Promise.reject(new TypeError('a mistake of ours')),
    },
  };
  await new Projector(ports as unknown as ProjectorPorts).watch(stop.signal, now => {
    told.push(now);
    if (told.length === 2) stop.abort();
  });
  assert.deepEqual(told, [false, true]);
});
