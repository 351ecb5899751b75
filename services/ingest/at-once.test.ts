import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { AtOnce } from './at-once.ts';

describe('what is under way at once', () => {
  it('has so many places for a key and for all, and gives them back once', () => {
    const streams = new AtOnce(16, 512);
    const mine = Array.from({ length: 16 }, () => streams.begin('a'));
    assert.equal(streams.begin('a'), undefined);
    mine[0]?.();
    mine[0]?.();
    assert.ok(streams.begin('a'));
    assert.equal(streams.begin('a'), undefined);
    for (let key = 0; key < 512; key++) streams.begin(`k${key}`);
    assert.equal(streams.begin('last'), undefined);
  });
});
