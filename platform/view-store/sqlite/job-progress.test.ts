import assert from 'node:assert/strict';
import { it } from 'node:test';
import { PROGRESS_LIFE_MS } from '../view-store.ts';
import { JobProgress } from './job-progress.ts';

it('how far a job is stays for ten minutes after it was said last', () => {
  const said = new JobProgress();
  said.note('a', { pagesDone: 1, pages: 9 }, 0);
  said.note('b', { pagesDone: 1, pages: 2 }, 1);
  said.note('a', { pagesDone: 5, pages: 9 }, 1_000);
  assert.deepEqual(said.of('a', PROGRESS_LIFE_MS + 999), { pagesDone: 5, pages: 9 });
  assert.equal(said.of('a', PROGRESS_LIFE_MS + 1_000), undefined);
  said.note('c', { pagesDone: 1, pages: 2 }, PROGRESS_LIFE_MS + 1);
  assert.equal(said.of('b', 0), undefined, 'what is over takes no memory');
});
