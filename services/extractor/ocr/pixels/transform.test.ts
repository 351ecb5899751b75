import assert from 'node:assert/strict';
import { test } from 'node:test';
import { resized, turnedByDegrees, turnedByQuarters } from './transform.ts';

const picture = { width: 3, height: 2, pixels: Uint8Array.of(1, 2, 3, 4, 5, 6) };

test('a quarter turn is clockwise', async () => {
  assert.deepEqual(await turnedByQuarters(picture, 1), {
    width: 2,
    height: 3,
    pixels: Uint8Array.of(4, 1, 5, 2, 6, 3),
  });
});

test('a half turn reverses the pixels', async () => {
  assert.deepEqual((await turnedByQuarters(picture, 2)).pixels, Uint8Array.of(6, 5, 4, 3, 2, 1));
});

test('three quarter turns undo one', async () => {
  assert.deepEqual(await turnedByQuarters(await turnedByQuarters(picture, 1), 3), picture);
});

test('turning by degrees keeps the size and brings in white corners', async () => {
  const dark = { width: 40, height: 40, pixels: new Uint8Array(1600) };
  const turned = await turnedByDegrees(dark, 45);
  assert.equal(turned.pixels.length, 1600);
  assert.equal(turned.pixels[0], 255);
  assert.equal(turned.pixels[20 * 40 + 20], 0);
});

test('a small turn moves what is far from the middle along, between pixels in shares', async () => {
  const pixels = new Uint8Array(101 * 101).fill(255);
  for (let x = 0; x < 101; x++) pixels[50 * 101 + x] = 0;
  const { pixels: turned } = await turnedByDegrees({ width: 101, height: 101, pixels }, 1);
  const shadesAt = (x: number) => [49, 50, 51].map(y => turned[y * 101 + x] ?? 0);
  const [over, on, under] = shadesAt(50);
  assert.ok((over ?? 0) > 200 && (on ?? 255) < 50 && (under ?? 0) > 200);
  const [above, , below] = [shadesAt(90), 0, shadesAt(10)];
  assert.ok((above[0] ?? 255) < 120 && (above[2] ?? 0) > 200);
  assert.ok((below[2] ?? 255) < 120 && (below[0] ?? 0) > 200);
});

for (const kernel of ['linear', 'cubic'] as const)
  test(`a flat picture stays flat at any size (${kernel})`, async () => {
    const image = { width: 7, height: 5, pixels: new Uint8Array(35).fill(93) };
    const { width, height, pixels } = await resized(image, 16, 3, kernel);
    assert.deepEqual([width, height], [16, 3]);
    assert.deepEqual([...new Set(pixels)], [93]);
  });

test('a picture of one pixel can grow', async () => {
  const { pixels } = await resized({ width: 1, height: 1, pixels: Uint8Array.of(40) }, 3, 2);
  assert.deepEqual([...pixels], [40, 40, 40, 40, 40, 40]);
});
