import assert from 'node:assert/strict';
import { it } from 'node:test';
import { evolveJob } from '../../../core/job/job.ts';
import { completed, NOON, requested } from '../../../platform/view-store/contract-events.ts';
import { jobBody } from './job-body.ts';

it('no stage of a job is told as before the one above it, whichever clock is ahead of the other', async () => {
  for (const acceptedAt of [NOON, NOON + 3, NOON + 600_000]) {
    const running = evolveJob(undefined, requested('job', 'key', { at: acceptedAt }));
    const end = completed('job', 'key', { at: NOON + 2, started_at: NOON + 1 });
    const job = evolveJob(running, end) ?? assert.fail();
    const { stages } = await jobBody({ progress: async () => undefined }, job);
    assert.deepEqual(
      stages.map(({ stage }) => stage),
      ['accepted', 'started', 'finished'],
    );
    const times = stages.map(({ at }) => Date.parse(at));
    assert.deepEqual(times, [acceptedAt, Math.max(acceptedAt, NOON + 1), Math.max(acceptedAt, NOON + 2)]);
  }
});
