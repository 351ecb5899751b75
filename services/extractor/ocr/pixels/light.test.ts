import assert from 'node:assert/strict';
import { test } from 'node:test';
import { bandOf, darkBands } from './light.ts';

function paperWith(dark: readonly { left: number; top: number; width: number; height: number }[]) {
  const image = { width: 400, height: 400, pixels: new Uint8Array(160_000).fill(255) };
  for (const { left, top, width, height } of dark)
    for (let y = top; y < top + height; y++)
      image.pixels.fill(40, y * image.width + left, y * image.width + left + width);
  return image;
}

test('a bar across the page is dark ground, with the rows around it', () => {
  const image = paperWith([{ left: 16, top: 160, width: 320, height: 32 }]);
  const bands = darkBands(image);
  assert.deepEqual(bands, [{ top: 128, bottom: 224 }]);
  assert.deepEqual(
    bands.map(band => bandOf(image, band).pixels.length),
    [96 * 400],
  );
});

test('bold letters and bullets are none, however many', () => {
  const blots = Array.from({ length: 10 }, (_, at) => ({ left: at * 40, top: 32, width: 24, height: 16 }));
  assert.deepEqual(darkBands(paperWith(blots)), []);
});

test('ground that lies close together is one band, further apart two', () => {
  const bar = { left: 0, width: 400, height: 16 };
  assert.equal(
    darkBands(
      paperWith([
        { ...bar, top: 64 },
        { ...bar, top: 128 },
      ]),
    ).length,
    1,
  );
  assert.equal(
    darkBands(
      paperWith([
        { ...bar, top: 64 },
        { ...bar, top: 256 },
      ]),
    ).length,
    2,
  );
});
