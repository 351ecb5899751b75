import assert from 'node:assert/strict';
import { it } from 'node:test';
import { saidWhileWaiting } from './said-while-waiting.ts';

it('whoever waits for a server at the start says so, until it answers', async t => {
  t.mock.timers.enable({ apis: ['setInterval'] });
  const said: unknown[] = [];
  const log = { warn: (...words: unknown[]) => void said.push(words) };
  const server = Promise.withResolvers<string>();
  const answer = saidWhileWaiting(log, 'the view store', server.promise);
  t.mock.timers.tick(4_999);
  assert.deepEqual(said, []);
  t.mock.timers.tick(5_001);
  assert.equal(said.length, 2);
  server.resolve('there');
  assert.equal(await answer, 'there');
  t.mock.timers.tick(60_000);
  assert.equal(said.length, 2);
});
