import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { PictureSource } from '../../../layout/page/content.ts';
import { builtPdf } from '../built-pdf.fixture.ts';
import { openPdf } from '../read/open.ts';
import { readPage } from '../read/read-page.ts';
import { pixelsOf, scaled } from '../scan/pixels.ts';

interface Stored {
  entries: string;
  data: Uint8Array;
}

const stored = (number: number, { entries, data }: Stored): string =>
  `${number} 0 obj <</Subtype /Image /Width 4 /Height 2 ${entries} /Length ${data.length}>> stream\n${Buffer.from(data).toString('latin1')}\nendstream endobj\n`;

/** A page with one picture of 4 by 2 pixels, and optionally a mask for it. */
async function sourceOf<T>(
  picture: Stored,
  use: (source: PictureSource | undefined) => T | Promise<T>,
  mask?: Stored,
): Promise<T> {
  const page = Buffer.from(builtPdf(['q 400 0 0 200 100 300 cm /picture Do Q'])).toString('latin1');
  const objects = stored(200, picture) + (mask ? stored(201, mask) : '');
  const file = page
    .replace('/Resources <<', '/Resources <</XObject <</picture 200 0 R>> ')
    .replace('trailer', `${objects}trailer`);
  const pdf = await openPdf(Buffer.from(file, 'latin1'));
  try {
    return await use((await readPage(pdf, 1, () => true)).pictures[0]?.source);
  } finally {
    await pdf.close();
  }
}

const flate = (colours: string, data: readonly number[], more = ''): Stored => ({
  entries: `/BitsPerComponent 8 /ColorSpace ${colours} /Filter /FlateDecode ${more}`,
  data: deflateSync(Uint8Array.from(data)),
});

async function shades(source: PictureSource | undefined): Promise<number[] | null> {
  const pixels = source === undefined ? null : await pixelsOf(source, 4, 2);
  return pixels === null ? null : [...scaled(pixels, 4, 2).pixels];
}

const EIGHT = [0, 30, 60, 90, 120, 150, 180, 255];

test('grey samples are as bright as they say', async () => {
  assert.deepEqual(await sourceOf(flate('/DeviceGray', EIGHT), shades), EIGHT);
});

test('of colours the green is the brightness, of inks what magenta and black leave', async () => {
  const rgb = EIGHT.flatMap(shade => [9, shade, 200]);
  assert.deepEqual(await sourceOf(flate('/DeviceRGB', rgb), shades), EIGHT);
  const inks = EIGHT.flatMap(shade => [9, 255 - shade, 200, 0]);
  assert.deepEqual(await sourceOf(flate('/DeviceCMYK', inks), shades), EIGHT);
});

test('a palette says how bright its numbers are', async () => {
  const found = await sourceOf(
    flate('[/Indexed /DeviceRGB 1 <000000 10C020>]', [0, 1, 0, 1, 1, 1, 0, 0]),
    shades,
  );
  assert.deepEqual(found, [0, 192, 0, 192, 192, 192, 0, 0]);
});

test("PNG's and TIFF's predictors are undone", async () => {
  const rgb = EIGHT.flatMap(shade => [9, shade, 200]);
  const png = await sharp(Uint8Array.from(rgb), { raw: { width: 4, height: 2, channels: 3 } })
    .png()
    .toBuffer();
  const start = png.indexOf('IDAT');
  const data = png.subarray(start + 4, start + 4 + png.readUInt32BE(start - 4));
  const parameters = (predictor: number) =>
    `/DecodeParms <</Predictor ${predictor} /Colors 3 /BitsPerComponent 8 /Columns 4>>`;
  const entries = `/BitsPerComponent 8 /ColorSpace /DeviceRGB /Filter /FlateDecode`;
  assert.deepEqual(await sourceOf({ entries: `${entries} ${parameters(15)}`, data }, shades), EIGHT);
  const differences = rgb.map((sample, at) =>
    at % 12 < 3 ? sample : (sample - (rgb[at - 3] ?? 0) + 256) % 256,
  );
  assert.deepEqual(await sourceOf(flate('/DeviceRGB', differences, parameters(2)), shades), EIGHT);
});

test('a picture comes with its mask, and with what it was mixed with', async () => {
  const masked = flate(
    '/DeviceRGB',
    EIGHT.flatMap(shade => [9, shade, 200]),
    '/SMask 201 0 R',
  );
  const mask = (more: string) => flate('/DeviceGray', EIGHT, more);
  const found = await sourceOf(
    masked,
    async source => [source?.matte, await shades(source?.mask ?? undefined)],
    mask(''),
  );
  assert.deepEqual(found, [null, EIGHT]);
  assert.equal(await sourceOf(masked, source => source?.matte, mask('/Matte [0 1 0]')), 255);
});

test('nothing is said of a picture that means something else than its samples', async () => {
  const altered = ['/Decode [1 0]', '/Mask [0 9]', '/ImageMask true'];
  for (const entry of altered)
    assert.equal(await sourceOf(flate('/DeviceGray', EIGHT, entry), shades), null, entry);
  assert.equal(await sourceOf(flate('[/Separation /Gold /DeviceRGB 9 0 R]', EIGHT), shades), null);
  assert.deepEqual(await sourceOf(flate('/DeviceGray', EIGHT, '/Decode [0 1]'), shades), EIGHT);
});

test('damaged, short and overlong samples are no picture', async () => {
  const { entries, data } = flate('/DeviceGray', EIGHT);
  assert.equal(await sourceOf({ entries, data: data.subarray(0, 6) }, shades), null);
  assert.equal(await sourceOf(flate('/DeviceGray', EIGHT.slice(1)), shades), null);
  const bomb = deflateSync(new Uint8Array(1_000_000));
  assert.equal(await sourceOf({ entries, data: bomb }, shades), null);
});
