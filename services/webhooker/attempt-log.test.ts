import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import type { EventLog, FollowOptions, RecordedEvent } from '../../platform/event-log/event-log.ts';
import { LogUnavailable } from '../../platform/event-log/event-log.ts';
import type { Event } from '../../schemas/events.ts';
import { AttemptLog } from './attempt-log.ts';

const JOB = EXAMPLE_EVENTS.WebhookAttempted.job_id;
const NOW = new AbortController().signal;
const attempted = (event_id: string, attempt = 1): Event => ({
  ...EXAMPLE_EVENTS.WebhookAttempted,
  event_id,
  attempt,
});

/** An AttemptLog, and `read`, which hands it events as the log would. */
function world() {
  let options: FollowOptions | undefined;
  const follow = (asked: FollowOptions) => {
    options = asked;
    return { ready: Promise.resolve(), next: () => [{ topic: 'webhooks', partition: 0, next: 7 }] };
  };
  const attempts = new AttemptLog({ follow } as unknown as EventLog);
  attempts.start();
  const read = (...events: Event[]) => options?.onRecords(events.map(event => ({ event }) as RecordedEvent));
  return { attempts, read };
}

describe('who makes an attempt', () => {
  it('is known once the log is read as far, and is whose record is the first', async () => {
    const { attempts, read } = world();
    const watch = await attempts.watch(JOB);
    assert.deepEqual(watch.since, [{ topic: 'webhooks', partition: 0, next: 7 }]);
    let told: boolean | undefined;
    const first = watch.isMadeBy('mine', 1, NOW).then(isMine => {
      told = isMine;
    });
    read({ ...attempted('of another job'), job_id: EXAMPLE_EVENTS.ExtractFailed.event_id } as Event);
    read(attempted('another attempt', 0));
    await new Promise(setImmediate);
    assert.equal(told, undefined, 'nothing says so yet');
    read(attempted('mine'), attempted('theirs'));
    await first;
    assert.equal(told, true);
    assert.equal(await watch.isMadeBy('theirs', 1, NOW), false);
  });

  it('is nobody where a later one is begun or the delivery is over', async () => {
    for (const end of [
      attempted('later', 2),
      { ...EXAMPLE_EVENTS.WebhookDelivered, job_id: JOB },
      { ...EXAMPLE_EVENTS.WebhookFailed, job_id: JOB, next_attempt_at: null },
    ]) {
      const { attempts, read } = world();
      const watch = await attempts.watch(JOB);
      assert.equal(watch.isOvertaken(1), false);
      read(attempted('mine'), end);
      assert.equal(watch.isOvertaken(1), true);
      assert.equal(await watch.isMadeBy('mine', 1, NOW), false, end.type);
    }
  });

  it('is not waited for beyond a stop, nor for ever, and not heard of once nobody watches', async t => {
    const { attempts, read } = world();
    const watch = await attempts.watch(JOB);
    const stop = new AbortController();
    const stopped = watch.isMadeBy('mine', 1, stop.signal);
    stop.abort(new Error('stopped'));
    await assert.rejects(stopped, /stopped/);
    await assert.rejects(watch.isMadeBy('mine', 1, stop.signal), /stopped/);
    t.mock.timers.enable({ apis: ['setTimeout'] });
    const late = watch.isMadeBy('mine', 1, NOW);
    t.mock.timers.tick(30_000);
    await assert.rejects(late, LogUnavailable);
    attempts.end(JOB);
    read(attempted('mine'));
    assert.equal(watch.isOvertaken(1), false);
  });
});
