import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evolveJob, type JobState } from '../../../core/job/job.ts';
import type { Event } from '../../../schemas/events.ts';
import { EXAMPLE_EVENTS } from '../../event-log/codec-examples.ts';
import type { RecordedEvent, Step } from '../../event-log/event-log.ts';
import { RecentStates } from './recent-states.ts';
import type { StepBase } from './step.ts';

const { ExtractRequested, ExtractCompleted, ExtractFailed, ApiKeyIssued } = EXAMPLE_EVENTS;
const JOB = ExtractRequested.job_id;
const REQUESTED = evolveJob(undefined, ExtractRequested) as JobState;
const LIVE: StepBase = { generation: '3', position: '7', foldedAt: '5', jobs: new Map(), keys: new Map() };

const place = { topic: 'outcomes', partition: 2 } as const;
const step = (from: number, next: number): Step => ({ ...place, from, next });
const record = (event: Event): RecordedEvent => ({ ...place, offset: 8, event, traceparent: undefined });
const completed = record({ ...ExtractCompleted, job_id: JOB });

/** The states after a step up to offset 8 that wrote the job's request. */
function afterRequest(): RecentStates {
  const recent = new RecentStates();
  recent.written(step(7, 8), LIVE, new Map([[JOB, REQUESTED]]));
  return recent;
}

describe('what the last steps have written', () => {
  it('is what the outcome of a job probably starts from', () => {
    const guess = afterRequest().guess([completed], step(8, 9));
    assert.deepEqual(guess, {
      generation: '3',
      position: '8',
      foldedAt: '5',
      jobs: new Map([[JOB, { version: '1', state: REQUESTED }]]),
      keys: new Map(),
    });
  });

  it('knows that a job is new of which it hears for the first time with its request', () => {
    const request = record({ ...ExtractRequested, job_id: 'another' });
    assert.deepEqual(afterRequest().guess([request], step(8, 9))?.jobs.get('another'), {
      version: '0',
      state: undefined,
    });
  });

  it('says nothing of what it has not seen: a partition, a job whose request it missed', () => {
    assert.equal(new RecentStates().guess([completed], step(8, 9)), undefined);
    const unknown = record({ ...ExtractCompleted, job_id: 'another' });
    assert.equal(afterRequest().guess([unknown], step(8, 9)), undefined);
  });

  it('leaves failures, API keys and long steps to be read', () => {
    const recent = afterRequest();
    assert.equal(recent.guess([record({ ...ExtractFailed, job_id: JOB })], step(8, 9)), undefined);
    assert.equal(recent.guess([record(ApiKeyIssued)], step(8, 9)), undefined);
    assert.equal(recent.guess(Array(17).fill(completed), step(8, 25)), undefined);
  });

  it('does not guess a step that is behind what was written, nor one that begins after it', () => {
    assert.equal(afterRequest().guess([completed], step(7, 8)), undefined);
    assert.equal(afterRequest().guess([completed], step(9, 10)), undefined);
  });

  it('is forgotten when another generation is live', () => {
    const recent = afterRequest();
    recent.written({ ...step(0, 1), partition: 5 }, { ...LIVE, generation: '4' }, new Map());
    assert.equal(recent.guess([completed], step(8, 9)), undefined);
  });
});
