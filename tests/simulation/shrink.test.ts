/** Tests that a history is shortened as far as it still breaks a rule, here a rule of the test's own. */
import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import type { Action } from './plan.ts';
import { planOf } from './plans/plan-of.ts';
import { shrink } from './shrink.ts';

const crashAt = (at: number): Action => ({ at, kind: 'crash', process: 'ingest-1' });
const PLAN = { ...planOf(1), instances: { ingest: 2, extractor: 2, projector: 2, webhooker: 2 } };

describe('shrinking a history', () => {
  it('leaves what the violation needs, in its order, and one instance of each role', () => {
    const plan = { ...PLAN, actions: Array.from({ length: 11 }, (_, at) => crashAt(at)) };
    const needed = [2, 3, 9];
    const shortest = shrink(plan, ({ actions }) => needed.every(at => actions.some(each => each.at === at)));
    assert.deepEqual(
      shortest.actions.map(({ at }) => at),
      needed,
    );
    assert.deepEqual(shortest.instances, { ingest: 1, extractor: 1, projector: 1, webhooker: 1 });
  });

  it('keeps the instances that it takes', () => {
    const plan = { ...PLAN, actions: [crashAt(1), crashAt(2)] };
    const shortest = shrink(plan, ({ instances }) => instances.webhooker === 2);
    assert.deepEqual(shortest.actions, []);
    assert.deepEqual(shortest.instances, { ingest: 1, extractor: 1, projector: 1, webhooker: 2 });
  });

  it('gives the plan back where nothing can be left out', () => {
    const plan = { ...PLAN, actions: [crashAt(1), crashAt(2)] };
    const isWhole = (shorter: typeof plan) => shorter.actions.length === 2 && shorter.instances.ingest === 2;
    assert.deepEqual(shrink(plan, isWhole).actions, plan.actions);
  });
});
