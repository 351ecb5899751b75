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
  // Set by hand meanwhile.
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
