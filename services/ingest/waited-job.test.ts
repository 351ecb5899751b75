import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evolveJob } from '../../core/job/job.ts';
import type { KeyState } from '../../core/keys/key.ts';
import { readSettings } from '../../platform/settings.ts';
import { completed, requested } from '../../platform/view-store/contract-events.ts';
import type { Intake } from './intake.ts';
import type { PollingPorts } from './polling.ts';
import { WaitedJobs } from './waited-job.ts';

const JOB = '00000000-0000-7000-8000-000000000001';
const running = evolveJob(undefined, requested(JOB, 'key', { at: Date.now() }));
const ended = evolveJob(running, completed(JOB, 'key', { at: Date.now() }));
const keyNamed = (keyId: string) => ({ keyId }) as KeyState;
const PATIENCE = { ms: 60_000, mayAskAgain: true, isGone: () => false };

describe('the end of a job, waited for', () => {
  it('is waited for by so many calls of a key at once; the others are told that it runs', async () => {
    let job = running;
    const views = { job: async () => job, caughtUp: async () => true };
    const ports = {
      views,
      readModelAge: { hasGoneBack: async () => false },
      settings: readSettings({}, false),
      blobs: { read: async () => Buffer.from('{}') },
    };
    const jobs = new WaitedJobs(ports as unknown as PollingPorts, null as unknown as Intake);
    const waiting = Array.from({ length: 64 }, () => jobs.ended(JOB, keyNamed('key'), PATIENCE));
    assert.equal(await jobs.ended(JOB, keyNamed('key'), PATIENCE), null);
    const patient = jobs.ended(JOB, keyNamed('key'), { ...PATIENCE, mayAskAgain: false });
    job = ended;
    for (const end of await Promise.all([...waiting, patient])) assert.equal(end?.status, 200);
    assert.equal((await jobs.ended(JOB, keyNamed('key'), PATIENCE))?.status, 200);
  });
});
