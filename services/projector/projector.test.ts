import assert from 'node:assert/strict';
import { test } from 'node:test';
import { LogUnavailable } from '../../platform/event-log/event-log.ts';
import { ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { Projector, type ProjectorPorts } from './projector.ts';

test('a read model that is being read up waits for a log or a store that is away, instead of ending the process', async () => {
  const answers = [
    () => Promise.reject(new LogUnavailable('away')),
    async () => [{ topic: 'outcomes', partition: 0, next: 7 }],
    // What comes to the log meanwhile is no part of what was to be read up.
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
