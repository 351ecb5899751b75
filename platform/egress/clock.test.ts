import assert from 'node:assert/strict';
import { it } from 'node:test';
import { Clock } from './clock.ts';

it('a time limit is used up only while it runs', t => {
  t.mock.timers.enable({ apis: ['setTimeout'] });
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const pass = (ms: number) => {
    now += ms;
    t.mock.timers.tick(ms);
  };
  const clock = new Clock(100);
  pass(60);
  clock.stop();
  pass(1_000);
  assert.equal(clock.signal.aborted, false, 'what it waits for meanwhile is not its own time');
  clock.start();
  pass(39);
  assert.equal(clock.signal.aborted, false);
  pass(1);
  assert.equal(clock.signal.reason.name, 'TimeoutError');
});
