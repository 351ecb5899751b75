import assert from 'node:assert/strict';
import { describe, type TestContext, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';

const EVENTS = { 'content-type': 'text/event-stream' };
const FINISHED = 'event: job\ndata: {"state":"success"}\n\nevent: end\ndata: {"reason":"finished"}\n\n';
const refused = (status: number, code: string) =>
  Response.json({ status: 'error', error: { code, message: 'Come again.' } }, { status });

/** Follows a job whose stream gets these answers, one for each request, without waiting between the requests. */
async function followed(t: TestContext, answers: Response[]) {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  t.mock.method(globalThis, 'fetch', async () => answers.shift());
  Object.assign(globalThis, { sessionStorage: { getItem: () => 'dk_a_b' } });
  t.after(() => Reflect.deleteProperty(globalThis, 'sessionStorage'));
  const { followJob } = await import(new URL('page/job-stream.js', import.meta.url).href);
  const states: string[] = [];
  let isOver = false;
  const over: Promise<void> = followJob(
    'job',
    ({ state }: { state: string }) => states.push(state),
    new AbortController().signal,
  ).finally(() => {
    isOver = true;
  });
  over.catch(() => undefined);
  for (let turn = 0; turn < 200 && !isOver; turn++) {
    await setImmediate();
    t.mock.timers.tick(2_000);
  }
  return { states, over, left: answers.length };
}

describe('the console follows a job', () => {
  test('to its end, through streams that break and a service that is away', async t => {
    const running = 'event: job\ndata: {"state":"processing"}\n\n';
    const answers = [running, refused(503, 'timeout'), FINISHED].map(one =>
      typeof one === 'string' ? new Response(one, { headers: EVENTS }) : one,
    );
    const { states, over, left } = await followed(t, answers);
    await over;
    assert.deepEqual([states, left], [['processing', 'success'], 0]);
  });

  test('again where too many streams are open: it had been shown as processing for good', async t => {
    const answers = [refused(429, 'rate_limited'), new Response(FINISHED, { headers: EVENTS })];
    const { states, over } = await followed(t, answers);
    await over;
    assert.deepEqual(states, ['success']);
  });

  test('no more where the key is not accepted, or the job is gone', async t => {
    for (const status of [403, 404]) {
      const { over, left } = await followed(t, [refused(status, 'not_found'), new Response(FINISHED)]);
      await assert.rejects(over, { name: 'ApiError', status });
      assert.equal(left, 1);
      t.mock.reset();
    }
  });
});
