/**
 * Tests that no way of waiting uses the real clock: product code that did would stand still in a history, and nothing
 * it does would be checked.
 */
import assert from 'node:assert/strict';
import { it } from 'node:test';
import * as timers from 'node:timers/promises';
import { installGlobals } from './globals.ts';
import { World } from './world.ts';

installGlobals();

/** Virtual ms that `work` takes in a world of its own, which is started in its own turn of the event loop. */
function lasts(work: () => Promise<unknown>): Promise<number> {
  return new Promise((resolve, reject) => {
    setImmediate(() => {
      const world = new World(1, 0);
      try {
        world.run(async () => void (await work()), 60_000);
        resolve(world.now);
      } catch (error) {
        reject(error);
      }
    });
  });
}

it('every way to wait that a history knows takes virtual time, and comes to its end', async () => {
  const waits: [() => Promise<unknown>, number][] = [
    [() => timers.setTimeout(1_000), 1_000],
    [() => timers.setImmediate(), 1],
    [() => new Promise(resolve => setTimeout(resolve, 20)), 20],
    [() => new Promise(resolve => setImmediate(resolve)), 1],
  ];
  for (const [wait, ms] of waits) assert.equal(await lasts(wait), ms);
});

it('a way to wait that it does not know ends the history with an error', async () => {
  const waits = [
    () => timers.scheduler.wait(1),
    () => timers.scheduler.yield(),
    () => timers.setInterval(1).next(),
  ];
  for (const wait of waits) await assert.rejects(lasts(wait), /is not simulated yet/);
});

it('outside of a history they take their own time', async () => {
  const startedAt = performance.now();
  await timers.setImmediate();
  await timers.scheduler.wait(5);
  await timers.setTimeout(5);
  assert.ok(performance.now() - startedAt >= 8);
});
