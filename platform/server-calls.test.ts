import assert from 'node:assert/strict';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { timed } from './server-calls.ts';

class NoSuchObject extends Error {}
const isFailure = (error: unknown) => !(error instanceof NoSuchObject);

test('a call is told with its time and whether its server failed it; an answer that says no is an answer', async () => {
  const told: [operation: string, seconds: number, outcome: string][] = [];
  const ask = (work: () => Promise<string>) =>
    timed((...call) => told.push(call), 'get', work, isFailure).catch((error: Error) => error.name);
  const late = async () => {
    await sleep(60);
    return 'bytes';
  };
  assert.equal(await ask(late), 'bytes');
  assert.equal(await ask(() => Promise.reject(new NoSuchObject())), 'Error');
  assert.equal(await ask(() => Promise.reject(new RangeError())), 'RangeError');
  assert.deepEqual(
    told.map(([operation, , outcome]) => [operation, outcome]),
    [
      ['get', 'ok'],
      ['get', 'ok'],
      ['get', 'failed'],
    ],
  );
  const [[, seconds = 0] = []] = told;
  assert.ok(seconds >= 0.055 && seconds < 30, `${seconds} s`);
});

test('a call of which nobody is told is made all the same', async () => {
  assert.equal(await timed(undefined, 'get', async () => 'bytes', isFailure), 'bytes');
});
