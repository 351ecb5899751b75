import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import sharp from 'sharp';
import type { PageContent, PictureSource } from '../../../layout/page/content.ts';
import type { GreyImage } from '../../../ocr/engine.ts';
import { drawnText } from '../../../ocr/testing/drawn-text.ts';
import { builtPdf } from '../built-pdf.fixture.ts';
import { openPdf } from '../read/open.ts';
import { readPage } from '../read/read-page.ts';
import { isPhotograph } from './photograph.ts';

const print = drawnText(['THE QUICK BROWN FOX', 'JUMPS OVER THE DOGS'], 4);
/** Blots of all sizes that do not line up anywhere. */
const blots: GreyImage = { width: 600, height: 400, pixels: new Uint8Array(240_000).fill(200) };
for (let blot = 0; blot < 400; blot++) {
  const [x, y, side] = [(blot * 7919) % 560, (blot * 104_729) % 360, 4 + ((blot * 31) % 29)];
  for (let row = y; row < y + side; row++) blots.pixels.fill(40, row * 600 + x, row * 600 + x + side);
}

async function jpegOf({ width, height, pixels }: GreyImage): Promise<string> {
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
  return (await picture.jpeg({ quality: 90 }).toBuffer()).toString('latin1');
}

async function pageWith(image: GreyImage, { entries = '', before = '', after = '' } = {}) {
  const jpeg = await jpegOf(image);
  const dictionary = `/W ${image.width} /H ${image.height} /CS /G /BPC 8 /F /DCT ${entries}`;
  const picture = `q ${before} 216 0 0 144 100 300 cm BI ${dictionary} ID ${jpeg}\nEI Q`;
  const pdf = await openPdf(builtPdf([`${picture} ${after}`]));
  const page = await readPage(pdf, 1, () => true);
  return { jpeg, page, close: pdf.close };
}

async function verdict(image: GreyImage, setting: Parameters<typeof pageWith>[1] = {}): Promise<boolean> {
  const { page, close } = await pageWith(image, setting);
  const picture = page.pictures[0];
  assert.ok(picture, 'the page has a picture');
  const answer = await isPhotograph(picture, page);
  await close();
  return answer;
}

test('pdf.js hands over a JPEG file as it stands in the PDF', async () => {
  const { jpeg, page, close } = await pageWith(blots);
  assert.equal(Buffer.from(page.pictures[0]?.source?.bytes() ?? []).toString('latin1'), jpeg);
  await close();
});

test('a picture without print is a photograph, one with print is none', async () => {
  assert.equal(await verdict(blots), true);
  assert.equal(await verdict(print), false);
});

test('print in a coarse picture is seen, too', async () => {
  assert.equal(await verdict(drawnText(['THE QUICK BROWN FOX', 'JUMPS OVER THE DOGS'], 2)), false);
});

test('nothing is said of a picture that is turned, inverted, damaged or drawn over', async () => {
  const letter = '110 310 m 110 330 140 330 140 310 c S ';
  assert.equal(await verdict(blots, { before: '0 1 -1 0 500 0 cm' }), false);
  assert.equal(await verdict(blots, { entries: '/D [1 0]' }), false);
  assert.equal(await verdict(blots, { after: letter.repeat(6) }), false);
  const { page, close } = await pageWith(blots);
  const [picture] = page.pictures;
  const damaged: PageContent['pictures'][number] = {
    ...(picture as NonNullable<typeof picture>),
    source: { ...(picture?.source as PictureSource), bytes: () => Buffer.from('no picture') },
  };
  assert.equal(await isPhotograph(damaged, { ...page, pictures: [damaged] }), false);
  await close();
});

test('print is seen that is painted through a mask, and print that is left open in it', async () => {
  const { width, height, pixels } = print;
  const open = pixels.map(ink => 255 - ink);
  for (const [shade, mask] of [
    [0, open],
    [128, open],
    [255, pixels],
  ] as const) {
    const painted = plainSource(width, height, new Uint8Array(width * height).fill(shade));
    const source = { ...painted, mask: plainSource(width, height, mask) };
    const box = { left: 100, top: 100, right: 316, bottom: 244, name: null };
    const picture = { ...box, whole: box, source };
    const page = { number: 1, width: 612, height: 792, items: [], rules: [], shadings: [], curves: [] };
    assert.equal(await isPhotograph(picture, { ...page, pictures: [picture] }), false, `shade ${shade}`);
  }
});

function plainSource(width: number, height: number, samples: Uint8Array): PictureSource {
  const bytes = () => deflateSync(samples);
  return { width, height, packing: 'deflate', bytes, channels: 1, palette: null, mask: null, matte: null };
}
