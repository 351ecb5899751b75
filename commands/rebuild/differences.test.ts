import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JobState } from '../../core/job/job.ts';
import { differences, lasting } from './differences.ts';

const JOB = '0198e6a1-5f3c-7c2e-9b1d-2f60c4a8e711';
const OLD_JOB = '0198e6a1-5f3c-7c2e-9b1d-2f60c4a8e700';
const state = (status: string) => JSON.stringify({ status });
const isForgotten = ({ status }: JobState) => status === 'failed';

/** Both stores say the same in their own words. */
const STORES = {
  redis: (view: string, field: string, value: string) => JSON.stringify([view, field, value]),
  sqlite: (view: string, field: string, value: string) => {
    const [first = '', second = ''] = field.split(' ');
    const rows: Record<string, object> = {
      jobs: { job_id: first, finished_at: null, state: value },
      quota: { key_id: first, month: second, used: Number(value) },
      idempotency: { key_id: first, key_hash: second, job_id: value },
    };
    return JSON.stringify({ table: view, ...rows[view] });
  },
};

for (const [store, line] of Object.entries(STORES)) {
  describe(`two read models in ${store}`, () => {
    test('are the same in whatever order they are told', () => {
      const lines = [line('jobs', JOB, state('completed')), line('quota', 'k 2026-11', '3')];
      assert.deepEqual(differences(lines.join('\n'), lines.toReversed().join('\n'), isForgotten), []);
      assert.deepEqual(differences('', '', isForgotten), []);
    });

    test('differ in what one says otherwise, and in what only one has', () => {
      const live = [line('jobs', JOB, state('completed')), line('quota', 'k 2026-10', '1')].join('\n');
      const folded = [line('jobs', JOB, state('processing')), line('quota', 'k 2026-11', '3')].join('\n');
      const found = differences(live, folded, isForgotten);
      assert.deepEqual(
        found.map(each => [each.entry, each.live === null, each.folded === null]),
        [
          [`jobs ${JOB}`, false, false],
          ['quota k 2026-11', true, false],
          ['quota k 2026-10', false, true],
        ],
      );
      assert.deepEqual([found[0]?.live, found[0]?.folded], [state('completed'), state('processing')]);
    });

    test('do not differ by a job that expired, nor by its Idempotency-Key; by any other missing job they do', () => {
      const folded = [
        line('jobs', OLD_JOB, state('failed')),
        line('idempotency', 'k hash', OLD_JOB),
        line('jobs', JOB, state('completed')),
      ].join('\n');
      assert.deepEqual(
        differences('', folded, isForgotten).map(({ entry }) => entry),
        [`jobs ${JOB}`],
      );
    });
  });
}

test('a difference counts if it stays, and not if either side goes on', () => {
  const at = (entry: string, live: string) => ({ entry, live, folded: 'x' });
  const stays = at('a', '1');
  assert.deepEqual(lasting([stays, at('b', '1')], [stays, at('b', '2'), at('c', '1')]), [stays]);
});
