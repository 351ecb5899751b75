import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import { HeldBack } from './held-back.ts';
import { Line } from './line.ts';
import { heldBy } from './set-back.ts';
import type { Waiting } from './waiting.ts';

const MINUTE_MS = 60_000;

/** The state after `owner` lost workers at these times, beside another owner. */
function after(times: readonly number[], others = ['other']): HeldBack {
  const heldBack = new HeldBack();
  for (const owner of ['owner', ...others]) heldBack.see(owner, 0);
  for (const at of times) heldBack.note('owner', at);
  return heldBack;
}

describe('an owner whose documents end workers', () => {
  test('is held back after the third worker of a minute, for as long as that minute lasts', () => {
    assert.equal(after([1, 2]).has('owner', 3), false);
    const heldBack = after([1, 2, 3]);
    assert.equal(heldBack.has('owner', 4), true);
    assert.equal(heldBack.has('other', 4), false);
    heldBack.see('other', MINUTE_MS);
    assert.equal(heldBack.has('owner', MINUTE_MS), true);
    assert.equal(heldBack.has('owner', MINUTE_MS + 1), false);
  });

  test('is not held back for losses that come seldom', () => {
    const times = [0, 1, 2, 3].map(at => (at * MINUTE_MS) / 2);
    const heldBack = after(times);
    heldBack.see('other', 1.5 * MINUTE_MS);
    assert.equal(heldBack.has('owner', 1.5 * MINUTE_MS), false);
  });

  test('is not held back where nobody else has sent a document of late', () => {
    assert.equal(after([1, 2, 3], []).has('owner', 4), false);
    assert.equal(after([1, 2, MINUTE_MS - 1]).has('owner', MINUTE_MS), false);
  });

  test('is forgotten, like everybody, when nothing was heard for a minute', () => {
    const heldBack = after([1, 2, 3]);
    heldBack.see('third', 2 * MINUTE_MS);
    heldBack.note('third', 2 * MINUTE_MS);
    const sizes = ['losses', 'seen'].map(name => (Reflect.get(heldBack, name) as Map<string, unknown>).size);
    assert.deepEqual(sizes, [1, 1]);
  });
});

describe('the line of those who wait for a worker', () => {
  const waiting = (owner: string): Waiting => {
    return { owner, bytes: 1, since: 0, deadline: 0, turn: 0, held: heldBy(owner), give: () => undefined };
  };
  /** `names` have each cost workers their lives. */
  const lineOf = (owners: readonly string[], names: readonly string[]) => {
    const line = new Line();
    for (const owner of ['quiet', ...owners]) line.heldBack.see(owner, performance.now());
    for (const name of names)
      for (let time = 0; time < 3; time++) line.heldBack.note(name, performance.now());
    for (const owner of owners) line.add(waiting(owner));
    return line;
  };
  const next = (line: Line, isMoreThanReserve = true, underWay: string[] = []) =>
    line.next(isMoreThanReserve, underWay.map(heldBy))?.owner;

  test('lets everybody else go before who is held back, however many the others have under way', () => {
    const line = lineOf(['hostile', 'busy'], ['hostile']);
    line.owners.add('busy');
    assert.equal(next(line), 'busy');
  });

  test('reads one document at a time of all who are held back', () => {
    assert.equal(next(lineOf(['hostile'], ['hostile', 'too']), true, ['quiet']), 'hostile');
    assert.equal(next(lineOf(['hostile'], ['hostile', 'too']), true, ['too']), undefined);
  });

  test('gives the reserve to nobody who is held back', () => {
    assert.equal(next(lineOf(['hostile'], ['hostile']), false), undefined);
    assert.equal(next(lineOf(['quiet'], ['hostile']), false), 'quiet');
  });

  test('sets nobody back, and keeps no worker from being lent, for who is held back', () => {
    const hostile = lineOf(['hostile'], ['hostile']);
    assert.deepEqual([hostile.isAsking, hostile.isStarved], [false, false]);
    const quiet = lineOf(['hostile', 'quiet'], ['hostile']);
    assert.equal(quiet.isAsking, true);
  });

  test('is in the order of their turns, and of those who have the same one in that in which they came', () => {
    const line = new Line();
    for (const [owner, turn] of [
      ['second', 2],
      ['last', 3],
      ['first', 1],
      ['third', 2],
    ] as const)
      line.add({ ...waiting(owner), turn });
    assert.deepEqual(
      line.removeAll().map(({ owner }) => owner),
      ['first', 'second', 'third', 'last'],
    );
    assert.equal(line.length, 0);
  });

  test('has a document that gave way at its end, however early its turn was: it would take what it gave up', () => {
    const line = new Line();
    line.add({ ...waiting('other'), turn: 2 });
    line.add({ ...waiting('set back'), turn: 1, held: { ...heldBy('set back'), gaveWay: true } });
    assert.equal(next(line), 'other');
  });

  test('is left by who is served, and by nobody else', () => {
    const line = new Line();
    const [one, other] = [waiting('one'), waiting('other')];
    line.add(one);
    line.add(other);
    line.remove(one);
    assert.deepEqual([line.length, line.has(one), line.has(other)], [1, false, true]);
  });

  test('says how long the one waits who has waited longest, and that nobody does', () => {
    const line = new Line();
    assert.equal(line.longestWaitMs, 0);
    const now = performance.now();
    line.add({ ...waiting('old'), since: now - 5_000 });
    line.add({ ...waiting('new'), since: now });
    assert.ok(line.longestWaitMs >= 5_000);
  });

  test('is starved by who has nothing under way and has waited for two seconds, and by nobody else', () => {
    const since = performance.now() - 2_000;
    const line = new Line();
    line.add({ ...waiting('young'), since: performance.now() });
    line.add({ ...waiting('busy'), since });
    line.owners.add('busy');
    assert.equal(line.isStarved, false);
    line.owners.take('busy');
    assert.equal(line.isStarved, true);
  });
});
