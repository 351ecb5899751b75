import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, GreyImage } from './engine.ts';
import { readUpended, upendedBoxes } from './upended.ts';

const LINE = { left: 10, top: 100, right: 200, bottom: 120 };
/** The upended head of a column, with its first letter at the bottom. */
const HEAD = { left: 40, top: 20, right: 60, bottom: 80 };

/** Black at the place where the head begins. */
function picture(): GreyImage {
  const image = { width: 220, height: 140, pixels: new Uint8Array(220 * 140).fill(255) };
  image.pixels[(HEAD.bottom - 1) * image.width + HEAD.left] = 0;
  return image;
}

/** Reads a word if the picture's first pixel is black, and otherwise something with lower probability. */
const networks = (text: string) => ({
  read: async ({ pixels }: GreyImage, box: Box) => {
    const probability = pixels[0] === 0 ? 0.98 : 0.6;
    const words = [{ ...box, right: 30, text, confidence: 100 * probability }];
    return { line: { ...box, words }, probability, density: 1, foreign: 0, contrast: 200 };
  },
});

test('a head that stands on end is read along its own direction, and is no lying line', async () => {
  const lines = [LINE, HEAD];
  const upended = upendedBoxes([...lines, LINE, LINE]);
  assert.deepEqual(upended, [HEAD]);
  const read = await readUpended(networks('Nickel'), picture(), { upended, lines });
  assert.deepEqual(read.lines, [LINE]);
  const [head] = read.upended;
  assert.deepEqual([head?.runsUp, head?.frame, head?.words[0]?.text], [true, HEAD, 'Nickel']);
});

test('a column of figures and what reads badly either way stay lines', async () => {
  const lines = [LINE, HEAD];
  for (const [text, pixels] of [
    ['12', picture().pixels],
    ['Nickel', new Uint8Array(220 * 140).fill(255)],
  ] as const) {
    const read = await readUpended(networks(text), { ...picture(), pixels }, { upended: [HEAD], lines });
    assert.deepEqual([read.upended, read.lines], [[], lines]);
  }
});
