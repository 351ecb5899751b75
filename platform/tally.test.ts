import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Tally } from './tally.ts';

test('whoever has the least under way goes first, and of equals the one who came first', () => {
  const tally = new Tally();
  for (const owner of ['a', 'a', 'b', 'c']) tally.add(owner);
  assert.equal(tally.leastOf(['a', 'b', 'c']), 1);
  assert.equal(tally.leastOf(['a', 'd', 'b']), 1);
  assert.equal(tally.leastOf([]), 0);
});

test('what has ended counts no more', () => {
  const tally = new Tally();
  for (const owner of ['a', 'a', 'b']) tally.add(owner);
  tally.take('a');
  tally.take('a');
  assert.equal(tally.leastOf(['b', 'a']), 1);
});

test('of two that are under way one is left when the other has ended', () => {
  const tally = new Tally();
  for (const owner of ['a', 'a']) tally.add(owner);
  tally.take('a');
  assert.equal(tally.of('a'), 1);
  tally.take('a');
  assert.equal(tally.of('a'), 0);
});
