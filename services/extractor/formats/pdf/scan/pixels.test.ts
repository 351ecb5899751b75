import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { builtPdf } from '../built-pdf.fixture.ts';
import { decodeJpeg, scaled } from './pixels.ts';
import { PdfRasterizer } from './raster.ts';

const four = { data: Uint8Array.of(0, 100, 100, 200), width: 2, height: 2, step: 1, offset: 0 };

test('a picture at its own size keeps its pixels', () => {
  assert.deepEqual([...scaled(four, 2, 2).pixels], [0, 100, 100, 200]);
});

test('half the size is the mean of neighbours, twice the size lies between them', () => {
  assert.deepEqual([...scaled(four, 1, 1).pixels], [100]);
  assert.deepEqual([...scaled(four, 4, 1).pixels], [50, 75, 125, 150]);
});

const plain = (background: string) => sharp({ create: { width: 16, height: 16, channels: 3, background } });

test('of colours the green is the brightness at first', async () => {
  const file = await plain('#206080').jpeg({ quality: 100 }).toBuffer();
  const image = await decodeJpeg(file, 16, 16);
  assert.ok(image !== null && Math.abs((scaled(image, 16, 16).pixels[100] ?? 0) - 0x60) < 4);
});

test('on a closer look all three colours count as much as to the rasterizer', async () => {
  for (const [background, grey] of [
    ['#ff0000', 77],
    ['#00ff00', 150],
    ['#0000ff', 28],
    ['#206080', 80],
  ] as const) {
    const file = await plain(background).jpeg({ quality: 100, chromaSubsampling: '4:4:4' }).toBuffer();
    const image = await decodeJpeg(file, 16, 16);
    const bright = image === null ? 0 : (scaled(image, 12, 12, true).pixels[100] ?? 0);
    assert.ok(Math.abs(bright - grey) < 4, `${background}: ${bright}`);
  }
});

test('inks are as bright as the rasterizer shows them; without a marker nothing is said', async () => {
  for (const background of ['#ffffff', '#d04010', '#101010']) {
    const file = await plain(background).toColourspace('cmyk').jpeg({ quality: 100 }).toBuffer();
    const picture = `BI /W 16 /H 16 /CS /CMYK /BPC 8 /F /DCT ID ${file.toString('latin1')}\nEI`;
    const rasterizer = await PdfRasterizer.open(builtPdf([`q 612 0 0 792 0 0 cm ${picture} Q`]));
    const shown = rasterizer?.render(1, { width: 612, height: 792 })?.image.pixels[500_000] ?? 0;
    rasterizer?.close();
    const decoded = (await decodeJpeg(file, 16, 16))?.data[100] ?? 0;
    assert.ok(Math.abs(shown - decoded) < 80, `${background}: shown ${shown}, decoded ${decoded}`);
    const unmarked = Buffer.from(file.toString('latin1').replace('Adobe', 'Other'), 'latin1');
    assert.equal(await decodeJpeg(unmarked, 16, 16), null);
  }
});

const grey = async (width: number, height: number) =>
  await sharp({ create: { width, height, channels: 3, background: '#888888' } })
    .jpeg()
    .toBuffer();

test('a file far larger than it is shown is decoded in an even part of its size, no smaller than asked for', async () => {
  const file = await grey(1_001, 800);
  for (const [width, decoded] of [
    [700, 1_001],
    [500, 501],
    [250, 251],
    [60, 126],
  ] as const)
    assert.equal((await decodeJpeg(file, width, width / 2))?.width, decoded);
});

test('a large file is decoded in the size asked for, a damaged one not at all', async () => {
  const file = await grey(4_400, 3_200);
  const pixels = await decodeJpeg(file, 3_000, 2_000);
  assert.deepEqual([pixels?.width, pixels?.height], [3_000, 2_000]);
  assert.equal(await decodeJpeg(file.subarray(0, 100), 400, 320), null);
});
