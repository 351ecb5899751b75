import assert from 'node:assert/strict';
import { it } from 'node:test';
import { AwaitedServers, type OnAway } from './awaited-servers.ts';

it('a start that waits for a server says which and why, on /readyz and every five seconds in the log', async t => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const said: unknown[] = [];
  const awaited = new AwaitedServers({ warn: (...words: unknown[]) => void said.push(words) });
  const server = Promise.withResolvers<string>();
  let onAway: OnAway = () => assert.fail('not opened');
  const opened = awaited.open('the view store', told => {
    onAway = told;
    return server.promise;
  });
  assert.deepEqual(awaited.problems(), ['the view store has not answered yet']);
  onAway(new Error('the view store could not be reached', { cause: new Error('connect ECONNREFUSED') }));
  assert.deepEqual(awaited.problems(), ['the view store does not answer: connect ECONNREFUSED']);
  t.mock.timers.tick(4_999);
  assert.deepEqual(said, []);
  t.mock.timers.tick(5_001);
  const line = [{ server: 'the view store', reason: 'connect ECONNREFUSED' }, 'waiting for a server'];
  assert.deepEqual(said, [line, line]);
  server.resolve('there');
  assert.equal(await opened, 'there');
  t.mock.timers.tick(60_000);
  assert.equal(said.length, 2);
  assert.deepEqual(awaited.problems(), []);
});
