import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import type { JobState } from '../../core/job/job.ts';
import type { Entries, ShownView } from '../../platform/view-store/entries.ts';
import { differencesAt, differingPlaces, lasting } from './differences.ts';

const JOB = '0198e6a1-5f3c-7c2e-9b1d-2f60c4a8e711';
const OLD_JOB = '0198e6a1-5f3c-7c2e-9b1d-2f60c4a8e700';
const state = (status: string) => JSON.stringify({ status });
const isForgotten = ({ status }: JobState) => status === 'failed';

/** Entries keyed by `view name`, returned in slices of two. */
class Model implements Entries {
  private readonly values_: ReadonlyMap<string, string>;

  constructor(values: Readonly<Record<string, string>>) {
    this.values_ = new Map(Object.entries(values));
  }

  async *entries(view: ShownView) {
    const all = [...this.values_].filter(([place]) => place.startsWith(`${view} `));
    for (let at = 0; at < all.length; at += 2)
      yield all.slice(at, at + 2).map(([place, value]) => ({ name: place.slice(view.length + 1), value }));
  }

  async values(view: ShownView, names: readonly string[]) {
    return names.map(name => this.values_.get(`${view} ${name}`));
  }
}

async function differences(live: Record<string, string>, folded: Record<string, string>, most = 1_000) {
  const compared = { live: new Model(live), folded: new Model(folded), isForgotten };
  const places = await differingPlaces(compared, most, async () => undefined);
  const found = [...places].map(([view, names]) => differencesAt(compared, view, [...names]));
  return (await Promise.all(found)).flat();
}

describe('two read models', () => {
  test('are the same where each entry of either stands in the other', async () => {
    const model = { [`jobs ${JOB}`]: state('completed'), 'quota k 2026-11': '3', 'keys k': '{}' };
    assert.deepEqual(await differences(model, model), []);
    assert.deepEqual(await differences({}, {}), []);
  });

  test('differ in what one says otherwise, and in what only one has', async () => {
    const live = { [`jobs ${JOB}`]: state('completed'), 'quota k 2026-10': '1' };
    const folded = { [`jobs ${JOB}`]: state('processing'), 'quota k 2026-11': '3' };
    assert.deepEqual(await differences(live, folded), [
      { entry: `jobs ${JOB}`, live: state('completed'), folded: state('processing') },
      { entry: 'quota k 2026-11', live: null, folded: '3' },
      { entry: 'quota k 2026-10', live: '1', folded: null },
    ]);
  });

  test('do not differ by a job that expired, nor by its Idempotency-Key; by any other missing job they do', async () => {
    const folded = {
      [`jobs ${OLD_JOB}`]: state('failed'),
      'idempotency k hash': JSON.stringify({ jobId: OLD_JOB }),
      [`jobs ${JOB}`]: state('completed'),
    };
    const found = await differences({}, folded);
    assert.deepEqual(
      found.map(({ entry }) => entry),
      [`jobs ${JOB}`],
    );
    const other = await differences({ [`jobs ${OLD_JOB}`]: state('completed') }, folded);
    assert.equal(other.length, 2, 'one that is there still, and says otherwise, is a difference');
  });

  test('that have nothing in common are compared up to a ceiling', async () => {
    const many = Object.fromEntries(Array.from({ length: 50 }, (_, at) => [`keys ${at}`, 'x']));
    assert.equal((await differences(many, {}, 10)).length, 10);
  });
});

test('a difference counts if it stays, and not if either side goes on', () => {
  const at = (entry: string, live: string) => ({ entry, live, folded: 'x' });
  const stays = at('a', '1');
  assert.deepEqual(lasting([stays, at('b', '1')], [stays, at('b', '2'), at('c', '1')]), [stays]);
});
