import assert from 'node:assert/strict';
import { test } from 'node:test';
import { askewBy, leanOf, levelled } from './level.ts';

/** Thirty lines on a page of 1,000 pixels, each with a slope that depends on its position. */
function lines(degreesAt: (share: number) => number) {
  return Array.from({ length: 30 }, (_, at) => {
    const fall = Math.tan((degreesAt(at / 29) * Math.PI) / 180);
    const [top, height] = [20 + at * 32, 12 + 600 * Math.abs(fall)];
    return { left: 50, right: 650, top: top - height / 2, bottom: top + height / 2, fall };
  });
}

const rounded = ({ top, bottom }: { top: number; bottom: number }) => [top, bottom].map(Math.round);

test('a page leans as most of its lines do', () => {
  const page = [...lines(() => 3), { left: 0, right: 900, top: 0, bottom: 20, fall: 0.4 }];
  assert.deepEqual(rounded(leanOf(page, 1000)), [3, 3]);
});

test('lines that fan out lean otherwise above than below', () => {
  assert.deepEqual(
    rounded(
      leanOf(
        lines(share => -4 + 8 * share),
        1000,
      ),
    ),
    [-4, 4],
  );
});

test('level lines, short words, letters on a curve and a page without lines do not lean', async () => {
  const short = { left: 0, right: 30, top: 0, bottom: 20, fall: 0.3 };
  const pages = [lines(() => 0.2), [short, short], lines(() => 30), []];
  for (const page of pages) assert.deepEqual(leanOf(page, 1000), { top: 0, bottom: 0 });
  const picture = { width: 2, height: 1, pixels: Uint8Array.of(1, 2) };
  assert.equal(await levelled(picture, { top: 0, bottom: 0 }), picture);
});

test('a page lies askew where nearly all lines lean alike, but not a chart with leaning labels, nor few lines', () => {
  const level = { left: 0, right: 5000, top: 0, bottom: 20, fall: 0 };
  assert.equal(Math.round(askewBy(lines(() => 25))), 25);
  assert.equal(Math.round(askewBy(lines(() => -50))), -50);
  assert.equal(askewBy([...lines(() => 25), level]), 0);
  assert.equal(askewBy(lines(share => 15 + 40 * share)), 0);
  assert.equal(askewBy(lines(() => 25).slice(0, 2)), 0);
  assert.equal(askewBy(lines(() => 5)), 0);
  assert.equal(askewBy([]), 0);
});
