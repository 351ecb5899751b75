import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { CEILINGS } from '../../format.ts';
import { isBlank, paperShade } from '../../ocr/pixels/ink.ts';
import { drawnText } from '../../ocr/testing/drawn-text.ts';
import { openPictures } from './decode.ts';
import { greyTiff } from './grey-tiff.test-support.ts';

const image = drawnText(['HELLO WORLD', 'ABOVE BELOW']);
const { width, height, pixels } = image;
const raw = (channels: 1 | 2 | 4, values: Buffer) => sharp(values, { raw: { width, height, channels } });
const grey = () => raw(1, Buffer.from(pixels));
const half = {
  width: 40,
  height: 20,
  pixels: new Uint8Array(800).fill(255),
};

const opened = async (bytes: Uint8Array, kind: string) => openPictures(bytes, `image/${kind}`, CEILINGS);
const first = async (bytes: Uint8Array, kind: string) => (await opened(bytes, kind)).decode(0);

/** The mean difference between these shades and what was drawn. */
const error = (shades: Uint8Array) =>
  shades.reduce((sum, shade, at) => sum + Math.abs(shade - (pixels[at] ?? 0)), 0) / pixels.length;

test('previews and masks in a TIFF are no pages, whichever comes first', async () => {
  const tiff = greyTiff({ image: half, kind: 1 }, { image }, { image, kind: 4 }, { image, kind: 2 });
  const pictures = await opened(tiff, 'tiff');
  const pages = [await pictures.decode(0), await pictures.decode(1)];
  assert.deepEqual([pictures.count, pages.map(page => page.image.width)], [2, [width, width]]);
});

test('a TIFF whose only page calls itself a preview has a page', async () => {
  assert.equal((await opened(greyTiff({ image, kind: 1 }), 'tiff')).count, 1);
  assert.equal((await opened(greyTiff({ image, kind: 1 }, { image, kind: 1 }), 'tiff')).count, 2);
});

test('a fax gets square pixels, whichever way it lies', async () => {
  const { image: fax } = await first(greyTiff({ image, resolution: [204, 98] }), 'tiff');
  assert.deepEqual([fax.width, fax.height], [width, Math.round((height * 204) / 98)]);
  const { image: narrow } = await first(greyTiff({ image, resolution: [100, 200] }), 'tiff');
  assert.deepEqual([narrow.width, narrow.height], [width * 2, height]);
  const bytes = await grey().jpeg().toBuffer();
  const jfif = Buffer.from('\xff\xe0\0\x10JFIF\0\x01\x01\x01\0\xcc\0\x62\0\0', 'latin1');
  const jpeg = Buffer.concat([bytes.subarray(0, 2), jfif, bytes.subarray(2)]);
  assert.equal((await first(jpeg, 'jpeg')).image.height, Math.round((height * 204) / 98));
});

test('what no scanner has for resolution is not followed', async () => {
  for (const resolution of [
    [1e9, 1],
    [0, 200],
    [0, 0],
    [204, 196],
  ] as [number, number][]) {
    const { image: read } = await first(greyTiff({ image, resolution }), 'tiff');
    assert.deepEqual([read.width, read.height], [width, height], String(resolution));
  }
});

test('what is transparent all over is no such thing', async () => {
  const clear = Buffer.alloc(pixels.length * 2);
  pixels.forEach((shade, at) => {
    clear[at * 2] = shade;
  });
  const png = await raw(2, clear).png().toBuffer();
  assert.ok(error((await first(png, 'png')).image.pixels) < 1);
});

test('white print on transparent ground is seen beside a dark sign, black print beside a light one', async () => {
  for (const shade of [0, 255]) {
    const clear = Buffer.alloc(pixels.length * 4, shade);
    pixels.forEach((ink, at) => {
      clear[at * 4 + 3] = 255 - ink;
      if (at < 200) clear.fill(255 - shade, at * 4, at * 4 + 3).fill(255, at * 4 + 3, at * 4 + 4);
    });
    const { image: read } = await first(await raw(4, clear).png().toBuffer(), 'png');
    assert.equal(paperShade(read), 255 - shade);
  }
});

test('12 bits in 16 are seen', async () => {
  const dim = Uint16Array.from(pixels, shade => shade * 16);
  const raw16 = sharp(dim, { raw: { width, height, channels: 1 } }).toColourspace('grey16');
  const { image: read } = await first(await raw16.png().toBuffer(), 'png');
  assert.ok(error(read.pixels) < 10, String(error(read.pixels)));
});

test('of a picture that is cut off the part that is there is seen, and that it is damaged', async () => {
  for (const kind of ['jpeg', 'gif'] as const) {
    const bytes = await grey().toFormat(kind).toBuffer();
    const { image: read, damage } = await first(bytes.subarray(0, bytes.length * 0.8), kind);
    assert.equal(damage?.code, 'extraction_failed', kind);
    assert.deepEqual([read.width, isBlank(read)], [width, false], kind);
    assert.equal((await first(bytes, kind)).damage, null);
  }
});

test('of a PNG that is cut off nothing is seen: its decoder would show what lay in memory before', async () => {
  const bytes = await grey().png().toBuffer();
  await assert.rejects(first(bytes.subarray(0, bytes.length * 0.8), 'png'), { code: 'extraction_failed' });
});

test('the JPEG in a TIFF of before 1995 is read', async () => {
  const oldJpeg = await grey().jpeg({ quality: 95 }).toBuffer();
  const { image: read } = await first(greyTiff({ image, oldJpeg }), 'tiff');
  assert.ok(error(read.pixels) < 3, String(error(read.pixels)));
  await assert.rejects(first(greyTiff({ image, oldJpeg: oldJpeg.subarray(0, 200) }), 'tiff'), {
    code: 'extraction_failed',
  });
});

test('a TIFF of which libtiff only warns is read', async () => {
  const tiff = greyTiff({ image });
  // Makes the directory point to itself as the next one.
  tiff.copyWithin(tiff.length - 4, 4, 8);
  assert.ok(error((await first(tiff, 'tiff')).image.pixels) < 1);
});

test('a page of a TIFF whose directory nobody can read costs no other page', async () => {
  const entry = (tag: number) => Buffer.from([tag & 255, tag >> 8]);
  const damages: [tag: number, at: number, bytes: number[]][] = [
    [259, 8, [0x47, 0x88]],
    [257, 0, [0x40, 0x9c]],
  ];
  for (const [tag, offset, bytes] of damages) {
    const tiff = Buffer.from(greyTiff({ image }, { image }, { image }));
    const second = tiff.indexOf(entry(tag), tiff.indexOf(entry(tag), 8 + pixels.length) + 1);
    tiff.set(bytes, tiff.indexOf(entry(tag), Math.max(second, 2 * pixels.length)) + offset);
    const pictures = await opened(new Uint8Array(tiff), 'tiff');
    assert.equal(pictures.count, 3);
    await assert.rejects(pictures.decode(1), { code: 'extraction_failed' });
    for (const page of [0, 2]) assert.ok(error((await pictures.decode(page)).image.pixels) < 1, String(tag));
  }
});

test('dark print on a ground that is clear where it was white is seen, with the light rim of its letters', async () => {
  const margin = 200;
  const size = { width: width + margin, height: height + margin };
  const clear = Buffer.alloc(2 * size.width * size.height, 245);
  for (let at = 1; at < clear.length; at += 2) clear[at] = 0;
  const rim = [-3, -2, -1, 0, 1, 2, 3];
  pixels.forEach((shade, at) => {
    if (shade > 128) return;
    const [x, y] = [margin / 2 + (at % width), margin / 2 + Math.floor(at / width)];
    for (const down of rim)
      for (const across of rim) clear[2 * ((y + down) * size.width + x + across) + 1] = 255;
    clear[2 * (y * size.width + x)] = 0;
  });
  const png = await sharp(clear, { raw: { ...size, channels: 2 } })
    .png()
    .toBuffer();
  assert.equal(paperShade((await first(png, 'png')).image), 255);
});

test('the pages before the place where a TIFF is cut off are seen', async () => {
  const tiff = greyTiff({ image }, { image }, { image });
  const pictures = await opened(tiff.subarray(0, tiff.length - 40), 'tiff');
  assert.deepEqual([pictures.count, pictures.cutOff], [2, true]);
  assert.ok(error((await pictures.decode(1)).image.pixels) < 1);
});

test('files that are decoded row by row may have twice the pixels: a page at 1,200 dpi', async () => {
  const ceilings = { ...CEILINGS, pixels: Math.ceil(0.6 * width * height) };
  const decoded = async (picture: ReturnType<typeof grey>, kind: string) =>
    (await openPictures(await picture.toBuffer(), `image/${kind}`, ceilings)).decode(0);
  const colours = () => grey().toColourspace('srgb');
  for (const [kind, picture] of [
    ['png', colours().png()],
    ['jpeg', colours().jpeg()],
    ['tiff', grey().toColourspace('b-w').tiff({ bitdepth: 1, compression: 'ccittfax4' })],
  ] as const)
    assert.equal((await decoded(picture, kind)).image.width, width, kind);
  for (const [kind, picture] of [
    ['png', colours().png({ progressive: true })],
    ['jpeg', colours().jpeg({ progressive: true })],
    ['png', colours().ensureAlpha(0.5).png()],
    ['tiff', colours().tiff()],
    ['webp', colours().webp()],
  ] as const)
    await assert.rejects(decoded(picture, kind), { code: 'extraction_failed', bomb: true }, kind);
});

test('pages of a TIFF behind the first have the ceiling of pixels, too', async () => {
  const pages = greyTiff({ image: half }, { image });
  const ceilings = { ...CEILINGS, pixels: Math.floor(0.4 * width * height) };
  const pictures = await openPictures(pages, 'image/tiff', ceilings);
  assert.equal((await pictures.decode(0)).image.width, half.width);
  await assert.rejects(pictures.decode(1), { code: 'extraction_failed', bomb: true });
});
