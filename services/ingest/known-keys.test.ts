/** House rule 8: whether the projector or the read model is away or lost changes nothing about which keys are accepted. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { EXAMPLE_EVENTS } from '../../platform/event-log/codec-examples.ts';
import {
  LogUnavailable,
  type ProjectOptions,
  type RecordedEvent,
} from '../../platform/event-log/event-log.ts';
import type { ApiKeyIssued, ApiKeyRevoked } from '../../schemas/events.ts';
import { type FoldedKeys, KnownKeys } from './known-keys.ts';

const CACHE_SECONDS = 60;
const keyOf = (keyId: string): ApiKeyIssued => ({ ...EXAMPLE_EVENTS.ApiKeyIssued, key_id: keyId });
const endOf = (keyId: string): ApiKeyRevoked => ({ ...EXAMPLE_EVENTS.ApiKeyRevoked, key_id: keyId });

/** Keys folded from `log` up to `folded`. */
async function world(log: (ApiKeyIssued | ApiKeyRevoked)[], folded = log.length, begin?: FoldedKeys) {
  const state = { now: 0, isAway: false, next: begin?.positions[0]?.next ?? 0, asked: 0 };
  let options: ProjectOptions | undefined;
  const place = { topic: 'keys', partition: 0 } as const;
  const keys = new KnownKeys({
    cacheSeconds: CACHE_SECONDS,
    clock: () => state.now,
    begin: begin && (async () => begin),
    log: {
      ends: async () => {
        state.asked++;
        if (state.isAway) throw new LogUnavailable('away');
        return [{ ...place, next: log.length }];
      },
      project: given => {
        options = given;
        const never = new Promise<void>(() => undefined);
        const stop = async () => undefined;
        return {
          ready: given.positions().then(() => undefined),
          closed: never,
          lag: async () => ({ records: 0, oldestMs: 0 }),
          stop,
        };
      },
    },
  });
  const fold = async (next = log.length) => {
    const records: RecordedEvent[] = log
      .slice(state.next, next)
      .map((event, at) => ({ event, ...place, offset: state.next + at, traceparent: undefined }));
    await options?.apply(records, { ...place, next });
    state.next = next;
  };
  await keys.consumer.ready;
  await fold(folded);
  const positions = () => options?.positions();
  return { state, keys, fold, positions };
}

describe('the keys that ingest knows', { timeout: 20_000 }, () => {
  it('tell the log that they were folded from by its last event, so that one that was cut and has grown again is recognised', async () => {
    const revoked = endOf('a');
    const { keys, fold, positions } = await world([keyOf('a'), revoked]);
    const place = { topic: 'keys', partition: 0, next: 2 };
    assert.deepEqual(await positions(), [{ ...place, last: { offset: 1, eventId: revoked.event_id } }]);
    await fold();
    assert.deepEqual(await positions(), [{ ...place, last: { offset: 1, eventId: revoked.event_id } }]);
    await keys.stop();
  });

  it('are read to their end before anybody is served: a revoked one is not accepted between its two events', async () => {
    const { keys, fold } = await world([keyOf('a'), endOf('a')], 1);
    let ready = false;
    void keys.ready.then(() => {
      ready = true;
    });
    const asked = keys.key('a');
    await new Promise(resolve => setTimeout(resolve, 30));
    assert.equal(ready, false);
    await fold();
    assert.notEqual((await asked)?.revokedAt, null);
    await keys.ready;
    await keys.stop();
  });

  it('are what they were AUTH_CACHE_SECONDS ago or later, or nobody is told', async () => {
    const { state, keys } = await world([keyOf('a')]);
    await keys.ready;
    state.isAway = true;
    state.now = CACHE_SECONDS * 1000;
    assert.equal((await keys.key('a'))?.keyId, 'a');
    state.now++;
    await assert.rejects(keys.key('a'), LogUnavailable);
    state.isAway = false;
    assert.equal((await keys.key('a'))?.keyId, 'a');
    await keys.stop();
  });

  it('stay revoked for ever, also where the log cannot be asked', async () => {
    const { state, keys } = await world([keyOf('a'), endOf('a')]);
    await keys.ready;
    state.isAway = true;
    state.now = 10 * CACHE_SECONDS * 1000;
    assert.notEqual((await keys.key('a'))?.revokedAt, null);
    await keys.stop();
  });

  it('that are unknown are looked for up to the end of the log: one that was issued a moment ago is accepted', async () => {
    const log = [keyOf('a')];
    const { state, keys, fold } = await world(log);
    await keys.ready;
    log.push(keyOf('b'));
    const asked = keys.key('b');
    await fold();
    assert.equal((await asked)?.keyId, 'b');
    assert.equal(await keys.key('c'), undefined);
    state.isAway = true;
    await assert.rejects(keys.key('c'), LogUnavailable);
    await keys.stop();
  });

  it('cost the log two questions, however many unknown ones are tried at once', async () => {
    const { state, keys } = await world([keyOf('a')]);
    await keys.ready;
    state.asked = 0;
    await Promise.all(Array.from({ length: 50 }, (_, at) => keys.key(`guess ${at}`)));
    assert.ok(state.asked <= 2, String(state.asked));
    await keys.stop();
  });

  it('begin where a read model beside the log stands', async () => {
    const { keyId, ...rest } = {
      keyId: 'a',
      secretSha256: 's',
      name: null,
      plan: 'free',
      monthlyQuota: 1,
      rateLimitPerMinute: null,
    };
    const key = { keyId, ...rest, issuedAt: 0, revokedAt: null };
    const begin = { keys: [key], positions: [{ topic: 'keys', partition: 0, next: 1 } as const] };
    const { keys } = await world([keyOf('a'), keyOf('b')], 2, begin);
    assert.deepEqual(await keys.key('a'), key);
    assert.equal((await keys.key('b'))?.keyId, 'b');
    await keys.stop();
  });
});
