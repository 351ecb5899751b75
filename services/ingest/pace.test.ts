import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { LEAST_BYTES, Pace } from './pace.ts';

const WINDOW_MS = 10_000;
const LOOK_MS = 2_500;

/** The time in ms at which the pace is given up, with four looks per window; undefined if it is not within two minutes. */
function givenUpAt(moved: (atMs: number) => number, isAwaited = (_atMs: number): boolean => true) {
  const pace = new Pace();
  for (let at = 0; at <= 120_000; at += LOOK_MS)
    if (pace.stalled(at, WINDOW_MS, moved(at), isAwaited(at))) return at;
  return undefined;
}

describe('a pace', () => {
  it('is given up after a window in which hardly anything moved', () => {
    assert.equal(
      givenUpAt(() => 0),
      WINDOW_MS,
    );
    assert.equal(
      givenUpAt(at => at / 1_000),
      WINDOW_MS,
    );
  });

  it('that was quick once is given up all the same', () => {
    assert.equal(
      givenUpAt(at => (at < 30_000 ? at * 1_000 : 30_000_000)),
      30_000 + WINDOW_MS,
    );
  });

  it('that is slow but steady is left alone', () => {
    assert.equal(
      givenUpAt(at => (at / WINDOW_MS) * LEAST_BYTES * 1.4),
      undefined,
    );
  });

  it('is not the peer’s while it is we who hold it up', () => {
    assert.equal(
      givenUpAt(
        () => 0,
        at => at % 10_000 !== 0,
      ),
      undefined,
    );
  });
});
