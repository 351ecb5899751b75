import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BlobStoreUnavailable } from '../../platform/blob-store/blob-store.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import type { Event } from '../../schemas/events.ts';
import { begun, DELIVERED, END, folded, leaveAll, OUTCOME, webhooker } from './webhooker.test-support.ts';

describe('the webhook service', { timeout: 60_000 }, () => {
  after(leaveAll);

  it('delivers an outcome once that stands in the log twice', async () => {
    const { made, deliver } = webhooker(() => folded([OUTCOME]));
    await Promise.all([0, 1].map(offset => deliver(offset)));
    assert.deepEqual(made, [1]);
  });

  it('makes the next attempt also where the last one, begun before it lost the partition for a moment, still runs here', async () => {
    const events: Event[] = [OUTCOME];
    const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
    let failing = true;
    const received = async () => {
      await answered;
      if (failing) throw new Error('the receiver hung, and then the log was away');
    };
    const { made, deliver } = webhooker(() => folded(events), { received });
    const before = new AbortController();
    const first = Promise.resolve(deliver(0, OUTCOME, before)).catch(() => undefined);
    while (made.length === 0) await sleep(10);
    events.push(begun(Date.now()));
    before.abort();
    const again = deliver(0);
    await sleep(50);
    answer();
    await first;
    failing = false;
    await again;
    assert.deepEqual(made, [1, 2]);
  });

  it('never delivers a job’s second end after its first, however far the read model is behind', async () => {
    let events: Event[] = [];
    const { made, appended, deliver } = webhooker(() => folded(events), { folded: () => events.length });
    const late: Event = {
      ...EXAMPLE_EVENTS.ExtractFailed,
      job_id: OUTCOME.job_id,
      webhook: true,
      request_blob: 'request/1',
      at: OUTCOME.at + 31_000,
    };
    // The projector stands still longer than the caller waits, so the caller ends the job with a late outcome.
    const first = deliver(0);
    await sleep(50);
    const second = deliver(1, late);
    await sleep(50);
    events = [OUTCOME, late];
    await Promise.all([first, second]);
    assert.deepEqual(made, [1]);
    assert.deepEqual(
      appended.map(({ type }) => type),
      ['WebhookAttempted', 'WebhookDelivered'],
    );
    // The late outcome is read again after the first was delivered, before the delivery is folded.
    await deliver(1, late);
    assert.deepEqual(made, [1]);
  });

  it('delivers an outcome that comes again, after its address could not be read, while a second end is looked at', async () => {
    let isAway = true;
    let level = 1;
    const { made, deliver } = webhooker(() => folded([OUTCOME]), {
      folded: () => level,
      reachAddress: async () => {
        if (isAway) throw new BlobStoreUnavailable('away');
      },
    });
    await assert.rejects(async () => deliver(0), BlobStoreUnavailable);
    isAway = false;
    const second = deliver(1, { ...OUTCOME, event_id: 'second', at: OUTCOME.at + 1 });
    const again = deliver(0);
    level = 2;
    await Promise.all([second, again]);
    assert.deepEqual(made, [1]);
  });

  it('tells nobody of a job that GET still calls processing', async () => {
    let end = 0;
    const { made, deliver } = webhooker(() => folded([OUTCOME]), { folded: () => end });
    const handled = deliver(0);
    await sleep(50);
    assert.deepEqual(made, []);
    end = 1;
    await handled;
    assert.deepEqual(made, [1]);
  });

  it('delivers nothing before the read model knows of every attempt that others have made', async () => {
    let position = END - 1;
    let events: Event[] = [OUTCOME];
    const { made, deliver } = webhooker(() => folded(events), { position: () => position });
    const handled = deliver(0);
    await sleep(50);
    assert.deepEqual(made, []);
    events = [OUTCOME, begun(Date.now() - 60_000)];
    position = END;
    await handled;
    assert.deepEqual(made, [2]);
  });

  it('lets an attempt end that another instance has begun, and makes no other if it was delivered', async () => {
    const events: Event[] = [OUTCOME, begun(Date.now())];
    const { made, deliver } = webhooker(() => folded(events));
    const handled = deliver(0);
    await sleep(50);
    events.push(DELIVERED);
    await handled;
    assert.deepEqual(made, []);
  });

  it('makes no attempt that others have made while it was frozen', async () => {
    const failed = (attempt: number, next_attempt_at: number | null): Event => ({
      ...EXAMPLE_EVENTS.WebhookFailed,
      job_id: OUTCOME.job_id,
      attempt,
      next_attempt_at,
    });
    const events: Event[] = [OUTCOME, begun(0), failed(1, Date.now() + 100)];
    const { made, write, deliver } = webhooker(() => folded(events));
    const handled = deliver(0);
    await sleep(50);
    for (const event of [{ ...begun(0), attempt: 2 }, failed(2, null)]) {
      events.push(event);
      write(event);
    }
    await assert.rejects(async () => handled, /made by another instance/);
    assert.deepEqual(made, []);
    // A second try finds that the delivery has been given up.
    await deliver(0);
    assert.deepEqual(made, []);
  });

  it('makes no fifth call: what it wrote while it was cut off comes behind what others have written', async () => {
    const { promise: healed, resolve: heal } = Promise.withResolvers<void>();
    const { made, appended, write, deliver } = webhooker(() => folded([OUTCOME]), { onAppend: () => healed });
    const handled = deliver(0);
    await sleep(20);
    // The partition belongs to another instance by now, but this one has not heard of it: its signal is not aborted.
    for (const attempt of [1, 2, 3, 4])
      write({ ...begun(Date.now()), event_id: `other-${attempt}`, attempt });
    heal();
    await assert.rejects(async () => handled, /made by another instance/);
    assert.deepEqual([made.length, appended.length], [0, 1]);
  });

  it('makes an attempt that two have written only where its own record is the first, acknowledged or not', async () => {
    const other = { ...begun(Date.now()), event_id: 'other' };
    const behind = webhooker(() => folded([OUTCOME]), { onAppend: () => behind.write(other) });
    await assert.rejects(async () => behind.deliver(0), /made by another instance/);
    const ahead = webhooker(() => folded([OUTCOME]));
    const handled = ahead.deliver(0);
    ahead.write({ ...other, job_id: 'of another job' });
    await handled;
    assert.deepEqual([behind.made, ahead.made], [[], [1]]);
  });

  it('leaves an attempt unmade whose record is the first, where others have gone on to the next meanwhile', async () => {
    const { made, write, deliver } = webhooker(() => folded([OUTCOME]), {
      turn: async () => undefined,
      onAppend: event => {
        if (event.type !== 'WebhookAttempted') return;
        write(event);
        write({ ...begun(Date.now()), event_id: 'other', attempt: 2 });
      },
    });
    await assert.rejects(async () => deliver(0), /made by another instance/);
    assert.deepEqual(made, []);
  });

  it('delivers nothing to a job that was forgotten, when its group reads the log again', async () => {
    const { made, deliver } = webhooker(() => undefined);
    await deliver(0, { ...OUTCOME, at: Date.now() - 8 * 86_400_000 });
    assert.deepEqual(made, []);
  });

  it('delivers no second end of a job that was forgotten, of work that stood still for as long as jobs are kept', async () => {
    const { made, deliver } = webhooker(() => undefined);
    await deliver(0, { ...OUTCOME, at: Date.now(), duration_ms: 8 * 86_400_000 });
    assert.deepEqual(made, []);
  });

  it('uses no attempt up that still waits for its turn when the partition goes to another, nor makes one that was begun', async () => {
    const lost = new AbortController();
    const waiting = webhooker(() => folded([OUTCOME]), { turn: async () => lost.abort() });
    await assert.rejects(async () => waiting.deliver(0, OUTCOME, lost), /before its turn/);
    assert.deepEqual([waiting.made, waiting.appended], [[], []]);
    const later = new AbortController();
    const silent = Promise.withResolvers<void>();
    const begins = webhooker(() => folded([OUTCOME]), { onAppend: () => silent.promise });
    const handled = Promise.resolve(begins.deliver(0, OUTCOME, later));
    await sleep(20);
    later.abort();
    silent.resolve();
    await assert.rejects(handled, /before it was made/);
    assert.deepEqual([begins.made.length, begins.appended.length], [0, 1]);
  });

  it('calls nobody about a job that is erased while its letter is written', async () => {
    let events: Event[] = [OUTCOME];
    const erased = { ...EXAMPLE_EVENTS.JobErased, job_id: OUTCOME.job_id };
    const turn = async () => {
      events = [OUTCOME, erased];
    };
    const { made, appended, deliver } = webhooker(() => folded(events), { turn });
    await assert.rejects(async () => deliver(0), /erased/);
    assert.deepEqual([made, appended], [[], []]);
  });

  it('listens for no job whose delivery is over', async () => {
    const { made, deliver, write } = webhooker(() => folded([OUTCOME]));
    await deliver(0);
    assert.deepEqual(made, [1]);
    let heard = 0;
    const late = {
      ...DELIVERED,
      get type() {
        heard++;
        return 'WebhookDelivered' as const;
      },
    };
    write(late as Event);
    assert.equal(heard, 0);
  });

  it('ends its waits when it is told to leave', async () => {
    const { made, deliver, leave } = webhooker(() => folded([OUTCOME]), { folded: () => 0 });
    const handled = deliver(0);
    await sleep(20);
    leave();
    await assert.rejects(async () => handled);
    assert.deepEqual(made, []);
  });

  it('makes no fifth attempt, and says so in the log where nobody knows what came of the fourth', async () => {
    const fourth = { ...begun(0), attempt: 4 };
    const { made, appended, deliver } = webhooker(() => folded([OUTCOME, fourth]));
    await deliver(0);
    assert.deepEqual(made, []);
    const [event] = appended;
    assert.ok(event?.type === 'WebhookFailed' && event.reason === 'interrupted' && event.attempt === 4);
    assert.equal(event.next_attempt_at, null);
  });

  it('makes the next attempt after its pause, where the clock is set back before that begins', async t => {
    const { made, deliver } = webhooker(() => folded([OUTCOME]), {
      outcomes: [{ kind: 'status', status: 500 }],
      onAppend: ({ type }) => {
        if (type !== 'WebhookFailed') return;
        const hourAgo = Date.now() - 3_600_000;
        t.mock.method(Date, 'now', () => hourAgo);
      },
    });
    await deliver(0);
    assert.deepEqual(made, [1, 2]);
  });

  it('waits no longer for others’ attempts and pauses than they take, where the clock was set back since', async () => {
    const hours = 3_600_000;
    const failed: Event = {
      ...EXAMPLE_EVENTS.WebhookFailed,
      job_id: OUTCOME.job_id,
      attempt: 1,
      next_attempt_at: Date.now() + hours,
    };
    for (const past of [[begun(Date.now() + hours)], [begun(0), failed]]) {
      const { made, deliver } = webhooker(() => folded([OUTCOME, ...past]));
      await deliver(0);
      assert.deepEqual(made, [2]);
    }
  });

  it('makes the next attempt when nobody can be at the last one any more', async () => {
    const { made, deliver } = webhooker(() => folded([OUTCOME, begun(Date.now() - 60_000)]));
    await deliver(0);
    assert.deepEqual(made, [2]);
  });
});
