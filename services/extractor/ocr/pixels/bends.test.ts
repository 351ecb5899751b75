import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage } from '../engine.ts';
import { bendOf, type TracedLine, unbent } from './bends.ts';

const [WIDTH, HEIGHT] = [640, 800];
/** How far a place is below the left end of its line: most at the right, and more at the top of the page. */
const sag = (x: number, y: number) => 40 * (x / WIDTH) ** 2 * (1 - y / HEIGHT / 2);

/** Twenty lines whose centres are where `middle` puts them. */
function lines(middle: (x: number, y: number) => number): TracedLine[] {
  return Array.from({ length: 20 }, (_, at) => {
    const y = 60 + at * 34;
    const middles = [60, 150, 240, 330, 420, 510, 600].map(x => ({ x, y: middle(x, y) }));
    const heights = middles.map(place => place.y);
    const [top, bottom] = [Math.min(...heights) - 8, Math.max(...heights) + 8];
    return { left: 40, top, right: 620, bottom, middles, thickness: 8 };
  });
}

test('a page whose lines bend is sampled along them, its rules too', () => {
  const bend = bendOf(lines((x, y) => y + sag(x, y)));
  assert.ok(bend);
  const pixels = new Uint8Array(WIDTH * HEIGHT).fill(255);
  const page: GreyImage = { width: WIDTH, height: HEIGHT, pixels };
  for (const y of [100, 400, 700])
    for (let x = 0; x < WIDTH; x++)
      for (const row of [-1, 0, 1]) pixels[Math.round(y + sag(x, y) + row) * WIDTH + x] = 0;
  const straight = unbent(page, bend);
  assert.equal(straight.width, WIDTH);
  const places = [0, WIDTH / 2, WIDTH - 1].map(x =>
    Array.from({ length: straight.height }, (_, y) => y).filter(
      y => (straight.pixels[y * WIDTH + x] ?? 255) < 60,
    ),
  );
  for (const place of places) {
    assert.equal(place.length >= 3, true);
    for (const [at, y] of [place[0], place.at(-1)].entries())
      assert.ok(Math.abs((y ?? 0) - ((at === 0 ? places[1]?.[0] : places[1]?.at(-1)) ?? 0)) <= 3);
  }
});

test('what a bent page has above and below is kept', () => {
  const bend = bendOf(lines((x, y) => y + sag(x, y) - 40));
  assert.ok(bend);
  const page = { width: WIDTH, height: HEIGHT, pixels: new Uint8Array(WIDTH * HEIGHT).fill(255) };
  page.pixels.fill(0, 12 * WIDTH, 14 * WIDTH);
  assert.ok(unbent(page, bend).pixels.includes(0));
  assert.ok(unbent(page, bend).height >= HEIGHT);
});

test('straight lines, few lines and lines that go their own ways do not bend a page', () => {
  assert.equal(bendOf(lines((_, y) => y)), null);
  assert.equal(bendOf(lines((x, y) => y + 2 * Math.sin(x))), null);
  assert.equal(bendOf(lines((x, y) => y + sag(x, y)).slice(0, 5)), null);
  assert.equal(bendOf(lines((x, y) => y + 20 * Math.sin(x * y))), null);
  assert.equal(bendOf([]), null);
});
