import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage } from './engine.ts';
import { withBarsTurned } from './light-bars.ts';
import { drawnText } from './testing/drawn-text.ts';

const LINES = ['THE QUICK BROWN FOX', 'OVER THE LAZY DOG'];

/** The first line on a bar of this shade, lighter than it or black; the second on paper. */
function pageWithBar(ground: number, print: 'light' | 'dark'): GreyImage {
  const page = drawnText(LINES);
  for (let y = 20; y < 70; y++)
    for (let at = y * page.width + 20; at < (y + 1) * page.width - 20; at++) {
      const ink = (255 - (page.pixels[at] ?? 0)) / 255;
      page.pixels[at] = print === 'light' ? ground + (255 - ground) * ink : ground * (1 - ink);
    }
  return page;
}

/** Mean shade of the ground and darkest shade in the rows of the bar. */
function barOf({ width, pixels }: GreyImage): { ground: number; ink: number } {
  const row = pixels.subarray(22 * width + 30, 23 * width - 30);
  const bar = pixels.subarray(20 * width, 70 * width);
  return { ground: row.reduce((a, b) => a + b, 0) / row.length, ink: Math.min(...bar) };
}

test('light print on a black, dark or middle grey bar becomes black on white', () => {
  for (const ground of [0, 90, 150, 190]) {
    const turned = withBarsTurned(pageWithBar(ground, 'light'));
    assert.deepEqual(barOf(turned), { ground: 255, ink: 0 }, String(ground));
  }
});

test('black print on a grey bar and a page without bars stay as they are', () => {
  for (const page of [pageWithBar(170, 'dark'), drawnText(LINES), drawnText(['BOLD'], 30)])
    assert.equal(withBarsTurned(page), page);
});

test('a grey panel with white fields to fill in stays as it is', () => {
  const page = pageWithBar(150, 'light');
  for (let y = 20; y < 70; y++) page.pixels.fill(150, y * page.width + 20, (y + 1) * page.width - 20);
  for (const left of [40, 200, 360])
    for (let y = 30; y < 60; y++) page.pixels.fill(255, y * page.width + left, y * page.width + left + 100);
  assert.equal(withBarsTurned(page), page);
});

test('a dark photograph, whose light does not stand in lines, stays as it is', () => {
  const page = pageWithBar(60, 'dark');
  for (let y = 20; y < 70; y++) page.pixels.fill(60, y * page.width + 20, (y + 1) * page.width - 20);
  for (let at = 0; at < 60; at++) {
    const [x, y, side] = [30 + ((at * 67) % 360), 24 + ((at * 29) % 36), 2 + ((at * 5) % 7)];
    for (let row = y; row < y + side; row++)
      page.pixels.fill(255, row * page.width + x, row * page.width + x + side);
  }
  assert.equal(withBarsTurned(page), page);
});
