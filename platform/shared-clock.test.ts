import assert from 'node:assert/strict';
import { test } from 'node:test';
import { SharedClock } from './shared-clock.ts';

const HOUR_MS = 3_600_000;
const isAbout = (found: number, wanted: number) =>
  assert.ok(Math.abs(found - wanted) < 1_000, `${found - wanted}`);

test('a process goes by the clock that is shared, whatever its own says', async t => {
  const realNow = Date.now();
  t.mock.method(Date, 'now', () => realNow - 30_000);
  const clock = new SharedClock(async () => realNow + HOUR_MS);
  isAbout(clock.now(), realNow - 30_000);
  await clock.look();
  isAbout(clock.now(), realNow + HOUR_MS);
  // The system's clock is set by hand meanwhile.
  t.mock.method(Date, 'now', () => realNow + 5 * HOUR_MS);
  isAbout(clock.now(), realNow + HOUR_MS);
  clock.stop();
});

test('whoever tells the time may be away, or slow: what was told before holds', async t => {
  const told = Date.now() + HOUR_MS;
  let answer: () => Promise<number> = async () => told;
  const clock = new SharedClock(() => answer());
  await clock.look();
  answer = () => Promise.reject(new Error('away'));
  await clock.look();
  isAbout(clock.now(), told);
  answer = async () => {
    const before = performance.now.bind(performance);
    t.mock.method(performance, 'now', () => before() + 2_000);
    return 0;
  };
  await clock.look();
  isAbout(clock.now(), told + 2_000);
  clock.stop();
});

test('an answer that came slowly does not take the place of a quick one, and one that contradicts it does', async t => {
  let monotonicMs = 1_000;
  t.mock.method(performance, 'now', () => monotonicMs);
  /**
   * Looks once, with the given offset of the shared clock to the monotonic one and travel times of question and answer,
   * all in ms.
   */
  const look = async (offsetMs: number, thereMs: number, backMs: number) => {
    told = () => {
      monotonicMs += thereMs;
      const now = monotonicMs + offsetMs;
      monotonicMs += backMs;
      return now;
    };
    await clock.look();
    monotonicMs += 5_000;
    return clock.now() - monotonicMs;
  };
  let told = () => 0;
  const clock = new SharedClock(async () => told());
  t.after(() => clock.stop());
  const isWithin = (ms: number, found: number, wanted: number) =>
    assert.ok(Math.abs(found - wanted) <= ms, `${found - wanted} ms wrong`);
  isWithin(2, await look(HOUR_MS, 1, 1), HOUR_MS);
  for (const [thereMs, backMs] of [
    [900, 0],
    [0, 900],
  ] as const)
    isWithin(10, await look(HOUR_MS, thereMs, backMs), HOUR_MS);
  // The clock follows drift.
  for (let ms = 1; ms <= 100; ms += 2) isWithin(10, await look(HOUR_MS + ms, 1, 1), HOUR_MS + ms);
  // A failover to a server whose clock differs.
  isWithin(500, await look(2 * HOUR_MS, 900, 0), 2 * HOUR_MS);
  isWithin(2, await look(2 * HOUR_MS, 1, 1), 2 * HOUR_MS);
});
