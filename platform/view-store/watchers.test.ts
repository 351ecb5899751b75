import assert from 'node:assert/strict';
import { test } from 'node:test';
import { evolveJob, type JobState } from '../../core/job/job.ts';
import { EXAMPLE_EVENTS } from '../event-log/codec-examples.ts';
import { Watchers } from './watchers.ts';

const { ExtractRequested, ExtractFailed } = EXAMPLE_EVENTS;
const JOB = ExtractRequested.job_id;
const requested = (asynchronous: boolean) =>
  evolveJob(undefined, { ...ExtractRequested, asynchronous }) as JobState;
const ended = evolveJob(undefined, { ...ExtractFailed, job_id: JOB }) as JobState;

test('all who wait for a job hear of its end, and who has gone does not keep it known', async () => {
  const watchers = new Watchers();
  const [first, second, gone] = [watchers.watch(JOB), watchers.watch(JOB), watchers.watch('gone')];
  gone.cancel();
  assert.deepEqual(watchers.jobIds(), [JOB]);
  first.cancel();
  watchers.changed(requested(false));
  assert.equal(watchers.has(JOB), true, 'it goes on');
  watchers.changed(ended);
  assert.equal((await second.settled).status, 'failed');
  assert.deepEqual([watchers.has(JOB), watchers.jobIds()], [false, []]);
});

test('who waits for a job hears that it was handed on, and who comes after that waits anew', async () => {
  const watchers = new Watchers();
  const before = watchers.watch(JOB);
  watchers.changed(requested(true));
  assert.equal((await before.settled).asynchronous, true);
  const after = watchers.watch(JOB);
  before.cancel();
  assert.equal(watchers.has(JOB), true, 'the one who came before takes nobody else away');
  after.cancel();
  assert.equal(watchers.has(JOB), false);
});
