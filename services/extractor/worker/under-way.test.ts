import assert from 'node:assert/strict';
import { describe, it, type TestContext } from 'node:test';
import { heldBy, PATIENCE_MS } from './set-back.ts';
import { UnderWay } from './under-way.ts';
import type { Worker } from './worker.ts';

const WORKER = {} as Worker;
const document = () => heldBy('a');

/** Controls the clock of `performance`; the function returned advances it. */
function clock(t: TestContext): (ms: number) => void {
  let now = 1_000;
  t.mock.method(performance, 'now', () => now);
  return ms => {
    now += ms;
  };
}

describe('documents under way', () => {
  it('are begun as many side by side as may be, and another when one has ended', t => {
    clock(t);
    const underWay = new UnderWay(() => 1);
    const first = document();
    assert.ok(underWay.mayBegin(1_000, false));
    underWay.begin(first, WORKER);
    assert.ok(!underWay.mayBegin(1_000, false));
    underWay.end(first);
    assert.ok(underWay.mayBegin(1_000, false));
  });

  it('hold up no others when they take long', t => {
    const pass = clock(t);
    const underWay = new UnderWay(() => 1);
    underWay.begin(document(), WORKER);
    pass(PATIENCE_MS);
    assert.ok(underWay.mayBegin(1_000 + PATIENCE_MS, false));
  });

  it('hold up nobody for long who has none among them', t => {
    const pass = clock(t);
    const underWay = new UnderWay(() => 1);
    for (let turn = 0; turn < 4; turn++) {
      pass(PATIENCE_MS / 4);
      underWay.begin(document(), WORKER);
    }
    assert.ok(!underWay.mayBegin(1_000, false));
    assert.ok(underWay.mayBegin(1_000, true));
  });

  it('tell whether one was begun of late', t => {
    const pass = clock(t);
    const underWay = new UnderWay();
    assert.ok(!underWay.hasBegunWithin(1_000));
    underWay.begin(document(), WORKER);
    pass(999);
    assert.ok(underWay.hasBegunWithin(1_000));
    pass(1);
    assert.ok(!underWay.hasBegunWithin(1_000));
  });
});
