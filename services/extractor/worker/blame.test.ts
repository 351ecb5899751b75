import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { Blame } from './blame.ts';

describe('an exception outside every promise', () => {
  it('is the fault of the only document that the worker has had', () => {
    const blame = new Blame();
    blame.begin();
    assert.equal(blame.isCertain, true);
  });

  it('is not held against a document that follows others', () => {
    const blame = new Blame();
    blame.begin();
    blame.end();
    blame.begin();
    assert.equal(blame.isCertain, false);
  });

  it('is nobody’s while nothing is read', () => {
    const blame = new Blame();
    blame.begin();
    blame.end();
    assert.equal(blame.isCertain, false);
  });
});
