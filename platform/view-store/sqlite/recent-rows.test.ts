import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RecentRows } from './recent-rows.ts';

test('a row is read once, until it is set or all are forgotten; one that is not there, too', () => {
  const { jobs } = new RecentRows();
  let reads = 0;
  const read = () => {
    reads++;
    return undefined;
  };
  jobs.of('a', read);
  jobs.of('a', read);
  assert.equal(reads, 1);
  jobs.clear();
  jobs.of('a', read);
  assert.equal(reads, 2);
});

test('a count that is not known is read, with what was added meanwhile in it, and not counted twice', () => {
  const { used } = new RecentRows();
  used.add('key/2026-11', 1);
  assert.equal(
    used.of('key/2026-11', () => 5),
    5,
  );
  used.add('key/2026-11', 2);
  assert.equal(
    used.of('key/2026-11', () => 0),
    7,
  );
});

test('the oldest rows are forgotten', () => {
  const { jobs } = new RecentRows();
  for (let job = 0; job < 5_000; job++) jobs.of(`${job}`, () => undefined);
  let reads = 0;
  const read = () => {
    reads++;
    return undefined;
  };
  jobs.of('0', read);
  jobs.of('4999', read);
  assert.equal(reads, 1);
});
