import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, GreyImage } from './engine.ts';
import { findPrint } from './find-print.ts';

const IMAGE: GreyImage = { width: 400, height: 200, pixels: new Uint8Array(80_000).fill(255) };
/** A line in the upper half of the page, and in the lower half if the page is upside down. */
const LINE = { left: 41, top: 20, right: 360, bottom: 60, fall: 0, middles: [], thickness: 20 };

/** Networks that read a line with these probabilities on the page as it is and upside down. */
function networks(upright: number, headDown: number) {
  const find = async () => [LINE];
  const read = async (_: GreyImage, { top }: Box) => ({
    line: null,
    probability: top < 100 ? upright : headDown,
    density: 1,
    foreign: 0,
    contrast: 200,
  });
  return { find, read };
}

const turnsOf = async (upright: number, headDown: number) =>
  (await findPrint(networks(upright, headDown), IMAGE))?.quarterTurns;

test('a page whose lines read better head down is turned', async () => {
  assert.equal(await turnsOf(0.6, 0.97), 2);
  assert.equal(await turnsOf(0.97, 0.99), 0);
});

test('a page in a script that the networks do not know stays as it lies', async () => {
  assert.equal(await turnsOf(0.6, 0.7), 0);
});
