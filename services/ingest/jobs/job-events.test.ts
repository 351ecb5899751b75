import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { evolveJob, type JobState } from '../../../core/job/job.ts';
import { completed, requested } from '../../../platform/view-store/contract-events.ts';
import { type FollowPorts, follow } from './job-events.ts';

const JOB = '00000000-0000-7000-8000-000000000001';
const running = evolveJob(undefined, requested(JOB, 'k', { asynchronous: true }));
const ended = evolveJob(running, completed(JOB, 'k'));

/** What is streamed for a job that is in `states[n]` at second n, and in the last of them from then on. */
async function followed(
  states: Awaited<ReturnType<FollowPorts['look']>>[],
  { isAllowed = true, pagesDone = [] as number[], stopAfter = Number.POSITIVE_INFINITY } = {},
): Promise<string[]> {
  const ending = new AbortController();
  // The monotonic clock of a machine that has run for a while.
  const startedAt = 5_000_000;
  let now = 0;
  const pieces: string[] = [];
  const ports: FollowPorts = {
    look: async () => states[Math.min(now / 1_000, states.length - 1)],
    views: {
      progress: async () => {
        const done = pagesDone[now / 1_000];
        return done === undefined ? undefined : { pagesDone: done, pages: 9 };
      },
    },
    isAllowed: async () => isAllowed,
    ending: ending.signal,
    clock: () => startedAt + now,
    pause: async ms => {
      now += ms;
      if (now >= stopAfter) ending.abort();
    },
  };
  for await (const piece of follow(ports)) pieces.push(piece);
  return pieces;
}

const endOf = (pieces: string[]) => /^event: end\ndata: (.*)\n\n$/.exec(pieces.at(-1) ?? '')?.[1];

describe('a stream of what becomes of a job', () => {
  it('says each state once, and ends with the job', async () => {
    const pieces = await followed([running, running, ended]);
    assert.equal(pieces.length, 4);
    assert.match(pieces[1] ?? '', /^event: job\ndata: \{.*"state":"processing".*\}\n\n$/);
    assert.match(pieces[2] ?? '', /"state":"success"/);
    assert.equal(endOf(pieces), '{"reason":"finished"}');
  });

  it('says how many pages are done, whenever that is another number', async () => {
    const pieces = await followed([running, running, running, running, ended], { pagesDone: [2, 2, 7, 1] });
    const told = pieces.map(piece => /"progress":(\{.*?\}|null)/.exec(piece)?.[1]).filter(found => found);
    const of9 = (done: number) => `{"pages_done":${done},"pages":9}`;
    assert.deepEqual(told, [of9(2), of9(7), of9(1), 'null']);
  });

  it('goes on until the webhook of the job is over', async () => {
    const pending: JobState | undefined = ended && { ...ended, webhook: 'pending' };
    const delivered: JobState | undefined = ended && { ...ended, webhook: 'delivered' };
    const pieces = await followed([pending, pending, delivered]);
    assert.match(pieces[1] ?? '', /"state":"pending"/);
    assert.match(pieces[2] ?? '', /"state":"delivered"/);
    assert.equal(endOf(pieces), '{"reason":"finished"}');
  });

  it('says every 15 seconds that it is there, and ends after 15 minutes', async () => {
    const pieces = await followed([running]);
    assert.equal(pieces.filter(piece => piece.startsWith(':')).length, 59);
    assert.equal(endOf(pieces), '{"reason":"time"}');
  });

  it('ends for a key that was revoked', async () => {
    const pieces = await followed([running], { isAllowed: false });
    assert.equal(pieces.length, 3);
    assert.equal(endOf(pieces), '{"reason":"time"}');
  });

  it('ends for a key that was revoked, though there is something to say every second', async () => {
    const pagesDone = Array.from({ length: 900 }, (_, at) => at);
    const pieces = await followed([running], { isAllowed: false, pagesDone });
    assert.equal(pieces.length, 17);
    assert.equal(endOf(pieces), '{"reason":"time"}');
  });

  it('ends when the instance stops, and when the job is gone', async () => {
    assert.equal(endOf(await followed([running], { stopAfter: 3_000 })), '{"reason":"leaving"}');
    assert.equal(endOf(await followed([running, undefined])), '{"reason":"gone"}');
  });

  it('waits where nobody can tell how the job stands', async () => {
    const pieces = await followed(['undecided', 'undecided', ended]);
    assert.equal(pieces.length, 3);
  });
});
