import assert from 'node:assert/strict';
import { after, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { BlobMissing, BlobRefused } from '../../platform/blob-store/blob-store.ts';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import type { Event } from '../../schemas/events.ts';
import type { AttemptOutcome } from './courier.ts';
import { begun, DELIVERED, folded, leaveAll, OUTCOME, webhooker } from './webhooker.test-support.ts';

const REFUSED: AttemptOutcome = { kind: 'status', status: 500 };
const HUNG: AttemptOutcome = { kind: 'timeout' };

describe('a delivery', { timeout: 60_000 }, () => {
  after(leaveAll);

  it('is made for a failed job like for a finished one', async () => {
    const failed: Event = { ...EXAMPLE_EVENTS.ExtractFailed, webhook: true, request_blob: 'request/1' };
    const { made, deliver } = webhooker(() => folded([failed]));
    await deliver(0, failed);
    assert.deepEqual(made, [1]);
  });

  it('is made for nobody who asked for none, nor where the address is gone, which is counted unless its job was erased', async () => {
    const none = webhooker(() => folded([OUTCOME]));
    await none.deliver(0, { ...OUTCOME, webhook: false });
    const reachAddress = () => Promise.reject(new BlobMissing());
    const gone = webhooker(() => folded([OUTCOME]), { reachAddress });
    await gone.deliver(0);
    assert.deepEqual([none.made, none.appended, gone.made, gone.appended], [[], [], [], []]);
    const { job_id } = OUTCOME;
    const erased = webhooker(() => folded([{ ...EXAMPLE_EVENTS.JobErased, job_id }]), { reachAddress });
    await erased.deliver(0);
    const counted = async ({ telemetry }: typeof gone) =>
      (await telemetry.unreadableBlobs.get()).values.filter(({ value }) => value > 0);
    assert.deepEqual(await counted(erased), []);
    assert.deepEqual(
      (await counted(gone)).map(({ labels, value }) => [labels.prefix, value]),
      [['request', 1]],
    );
  });

  it('whose address its store refuses to read has attempts that fail, and is made once the address can be read', async () => {
    let refusals = Number.POSITIVE_INFINITY;
    const reachAddress = async () => {
      if (refusals-- > 0) throw new BlobRefused('AccessDenied');
    };
    const never = webhooker(() => folded([OUTCOME]), { reachAddress, pauses: '1,1,1' });
    await never.deliver(0);
    const failures = never.appended.flatMap(event => (event.type === 'WebhookFailed' ? [event] : []));
    assert.deepEqual(
      failures.map(({ attempt, reason }) => [attempt, reason]),
      [1, 2, 3, 4].map(attempt => [attempt, 'connection']),
    );
    assert.equal(failures.at(-1)?.next_attempt_at, null);
    refusals = 1;
    const later = webhooker(() => folded([OUTCOME]), { reachAddress, pauses: '1,1,1' });
    await later.deliver(0);
    assert.deepEqual([never.made, later.made], [[], [2]]);
  });

  it('is over with the last attempt of four, each of which is recorded with what came of it', async () => {
    const outcomes = [REFUSED, HUNG, REFUSED, REFUSED, REFUSED];
    const { made, appended, deliver } = webhooker(() => folded([OUTCOME]), { outcomes, pauses: '1,1,1' });
    await deliver(0);
    assert.deepEqual(made, [1, 2, 3, 4]);
    const ends = appended.flatMap(event =>
      event.type === 'WebhookFailed'
        ? [[event.attempt, event.status, event.reason, event.next_attempt_at === null]]
        : [],
    );
    const [first, second, third, last] = [500, null, 500, 500];
    assert.deepEqual(ends, [
      [1, first, 'status', false],
      [2, second, 'timeout', false],
      [3, third, 'status', false],
      [4, last, 'status', true],
    ]);
  });

  it('waits for its next attempt as long as the log says, and no longer for a stop', async () => {
    const pauseMs = 400;
    const world = { outcomes: [REFUSED], pauses: `${pauseMs},1,1` };
    const { made, deliver } = webhooker(() => folded([OUTCOME]), world);
    const begunAt = performance.now();
    await deliver(0);
    assert.deepEqual(made, [1, 2]);
    assert.ok(performance.now() - begunAt >= 0.8 * pauseMs);
    const left = webhooker(() => folded([OUTCOME]), { outcomes: [REFUSED], pauses: '30000,1,1' });
    const handled = left.deliver(0);
    while (left.appended.length < 2) await sleep(5);
    left.leave();
    await assert.rejects(async () => handled, { name: 'AbortError' });
    assert.deepEqual(left.made, [1]);
  });

  it('tells how long its attempt took, without the wait for its turn', async () => {
    const waitMs = 300;
    const { appended, deliver } = webhooker(() => folded([OUTCOME]), { turn: () => sleep(waitMs) });
    await deliver(0);
    const delivered = appended.at(-1);
    assert.ok(delivered?.type === 'WebhookDelivered' && delivered.duration_ms < waitMs);
  });

  it('waits until what came of another’s attempt must have been recorded, beyond the attempt itself', async () => {
    // Here an attempt may last 100 ms, and its record may come 2 s later.
    const events: Event[] = [OUTCOME, begun(Date.now() - 1_500)];
    const { made, deliver } = webhooker(() => folded(events));
    const handled = deliver(0);
    await sleep(20);
    events.push(DELIVERED);
    await handled;
    assert.deepEqual(made, []);
  });

  it('is made where the read model has lost the end of its job meanwhile', async () => {
    const requested: Event = { ...EXAMPLE_EVENTS.ExtractRequested, job_id: OUTCOME.job_id };
    const { made, deliver } = webhooker(() => folded([requested]));
    await deliver(0);
    assert.deepEqual(made, [1]);
  });

  it('is over where an attempt that seemed to have failed turns out to have been received', async () => {
    const failed: Event = {
      ...EXAMPLE_EVENTS.WebhookFailed,
      job_id: OUTCOME.job_id,
      attempt: 1,
      next_attempt_at: Date.now() + 100,
    };
    const events: Event[] = [OUTCOME, begun(0), failed];
    const { made, write, deliver } = webhooker(() => folded(events));
    const handled = deliver(0);
    await sleep(20);
    write(DELIVERED);
    await assert.rejects(async () => handled, /made by another instance/);
    assert.deepEqual(made, []);
  });

  it('waits for a pause as long as it was drawn, a fifth beyond the setting at the most', async () => {
    const [pauseMs, drawnMs] = [1_000, 1_180];
    const failed: Event = {
      ...EXAMPLE_EVENTS.WebhookFailed,
      job_id: OUTCOME.job_id,
      attempt: 1,
      next_attempt_at: Date.now() + drawnMs,
    };
    const world = { pauses: `${pauseMs},1,1` };
    const { made, deliver } = webhooker(() => folded([OUTCOME, begun(0), failed]), world);
    const begunAt = performance.now();
    await deliver(0);
    assert.deepEqual(made, [2]);
    assert.ok(performance.now() - begunAt > pauseMs + 100);
  });

  it('waits for another’s attempt no longer than until a stop', async () => {
    const { deliver, leave } = webhooker(() => folded([OUTCOME, begun(Date.now())]));
    const handled = deliver(0);
    await sleep(20);
    const leftAt = performance.now();
    leave();
    await assert.rejects(async () => handled, { name: 'AbortError' });
    assert.ok(performance.now() - leftAt < 5_000, 'and not as long as the attempt may take');
  });

  it('waits for a log that cannot be read yet', async () => {
    const { promise: reachLog, resolve } = Promise.withResolvers<void>();
    const { made, deliver } = webhooker(() => folded([OUTCOME]), { reachLog });
    const handled = deliver(0);
    await sleep(20);
    assert.deepEqual(made, []);
    resolve();
    await handled;
    assert.deepEqual(made, [1]);
  });
});
