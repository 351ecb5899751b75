import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { CEILINGS } from '../../format.ts';
import { createOcrEngine } from '../../ocr/create.ts';
import { type GreyImage, OutOfTime } from '../../ocr/engine.ts';
import { drawnText } from '../../ocr/testing/drawn-text.ts';
import { format } from './format.ts';

const ocr = await createOcrEngine({ languages: ['eng'] });

const picture = (...lines: string[]) => {
  const { width, height, pixels } = drawnText(lines);
  return sharp(Buffer.from(pixels), { raw: { width, height, channels: 1 } });
};

async function parse(bytes: Uint8Array, contentType: string, ceilings = CEILINGS) {
  const document = await format.parse({ bytes, contentType }, { ocr, ceilings });
  const texts = document.blocks.map(block => ('text' in block ? block.text : block.kind));
  return { ...document, texts };
}

test('PNG, JPEG, WebP and GIF are read', async () => {
  for (const kind of ['png', 'jpeg', 'webp', 'gif'] as const) {
    const {
      texts,
      pages,
      ocr: read,
    } = await parse(await picture('HELLO WORLD').toFormat(kind).toBuffer(), `image/${kind}`);
    assert.deepEqual([texts, pages, read], [['HELLO WORLD'], 1, true], kind);
  }
});

test('every page of a TIFF is read, with its number', async () => {
  const frames = await Promise.all(['FIRST PAGE', 'NEXT  PAGE'].map(text => picture(text).png().toBuffer()));
  const tiff = await sharp(frames, { join: { animated: true } })
    .tiff()
    .toBuffer();
  const { blocks, texts, pages } = await parse(tiff, 'image/tiff');
  assert.deepEqual(
    [texts.join(' ').replace(/\s+/g, ' '), pages, [...new Set(blocks.map(block => block.page))]],
    ['FIRST PAGE NEXT PAGE', 2, [1, 2]],
  );
});

test('pages above the ceiling are left out with a warning', async () => {
  const frames = await Promise.all(['ABOVE', 'OTHER'].map(text => picture(text).png().toBuffer()));
  const tiff = await sharp(frames, { join: { animated: true } })
    .tiff()
    .toBuffer();
  const { texts, warnings } = await parse(tiff, 'image/tiff', { ...CEILINGS, pages: 1 });
  assert.deepEqual([texts, warnings], [['ABOVE'], [{ code: 'page-ceiling', page: null }]]);
});

test('of an animation the first frame is read, and that is said', async () => {
  const frames = await Promise.all(['ABOVE', 'OTHER'].map(text => picture(text).png().toBuffer()));
  const gif = await sharp(frames, { join: { animated: true } })
    .gif()
    .toBuffer();
  const { texts, warnings } = await parse(gif, 'image/gif');
  assert.deepEqual([texts, warnings], [['ABOVE'], [{ code: 'animation-first-frame', page: null }]]);
});

test('black print on transparent ground is read', async () => {
  const { width, height, pixels } = drawnText(['HELLO WORLD']);
  const clear = Buffer.alloc(pixels.length * 4);
  pixels.forEach((shade, at) => {
    clear[at * 4 + 3] = 255 - shade;
  });
  const png = sharp(clear, { raw: { width, height, channels: 4 } }).png();
  assert.deepEqual((await parse(await png.toBuffer(), 'image/png')).texts, ['HELLO WORLD']);
});

test('white print on transparent ground is read, too', async () => {
  const { width, height, pixels } = drawnText(['HELLO WORLD']);
  const clear = Buffer.alloc(pixels.length * 4, 255);
  pixels.forEach((shade, at) => {
    clear[at * 4 + 3] = 255 - shade;
  });
  const png = sharp(clear, { raw: { width, height, channels: 4 } }).png();
  assert.deepEqual((await parse(await png.toBuffer(), 'image/png')).texts, ['HELLO WORLD']);
});

test('the orientation that the camera noted is followed', async () => {
  const turned = picture('HELLO WORLD').rotate(90).withMetadata({ orientation: 8 });
  assert.deepEqual((await parse(await turned.jpeg().toBuffer(), 'image/jpeg')).texts, ['HELLO WORLD']);
});

/** A TIFF of two pages. */
async function twoPages(): Promise<Uint8Array> {
  const frames = await Promise.all(['ABOVE', 'OTHER'].map(text => picture(text).png().toBuffer()));
  return sharp(frames, { join: { animated: true } })
    .tiff()
    .toBuffer();
}

test('a document without time for its second page ends, instead of being read as if it had one', async () => {
  let calls = 0;
  const hurried = {
    recognize: (image: GreyImage) => (calls++ === 0 ? ocr.recognize(image) : Promise.reject(new OutOfTime())),
  };
  const source = { bytes: await twoPages(), contentType: 'image/tiff' };
  await assert.rejects(format.parse(source, { ocr: hurried, ceilings: CEILINGS }), OutOfTime);
});

test('one damaged page of several is a warning, only damaged pages are an error', async () => {
  const broken = {
    recognize: async () => {
      throw new Error('broken');
    },
  };
  const bytes = await twoPages();
  let calls = 0;
  const once = {
    recognize: (image: GreyImage) => (calls++ === 0 ? broken.recognize() : ocr.recognize(image)),
  };
  const source = { bytes, contentType: 'image/tiff' };
  const { warnings, blocks } = await format.parse(source, { ocr: once, ceilings: CEILINGS });
  assert.deepEqual([warnings, blocks.length], [[{ code: 'page-unreadable', page: 1 }], 1]);
  await assert.rejects(format.parse(source, { ocr: broken, ceilings: CEILINGS }), /broken/);
});

test('a page that hardly reads as print, as in a script without its model, says so', async () => {
  const bytes = await picture('HELLO WORLD').png().toBuffer();
  const unsure = {
    recognize: async (image: GreyImage) => ({ ...(await ocr.recognize(image)), confidence: 50 }),
  };
  const { warnings, blocks } = await format.parse(
    { bytes, contentType: 'image/png' },
    { ocr: unsure, ceilings: CEILINGS },
  );
  assert.deepEqual([warnings, blocks.length], [[{ code: 'ocr-doubtful', page: 1 }], 1]);
  assert.deepEqual((await parse(bytes, 'image/png')).warnings, []);
});

test('a blank picture has no blocks', async () => {
  const white = sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } });
  assert.deepEqual((await parse(await white.png().toBuffer(), 'image/png')).blocks, []);
});

test('a damaged picture is one clear error', async () => {
  const png = await picture('HELLO WORLD').png().toBuffer();
  const failed = { name: 'ExtractionError', code: 'extraction_failed', bomb: false };
  await assert.rejects(parse(png.subarray(0, 200), 'image/png'), failed);
  await assert.rejects(parse(Buffer.from('no picture'), 'image/png'), failed);
  await assert.rejects(parse(Buffer.alloc(0), 'image/png'), failed);
});

test('a picture of a pixel in width and more than a million in height is refused before decoding', async () => {
  const png = (height: number) =>
    sharp({ create: { width: 1, height, channels: 3, background: 'white' } })
      .png()
      .toBuffer();
  await assert.rejects(parse(await png(1_000_001), 'image/png'), { code: 'extraction_failed', bomb: true });
});

test('more pixels than the ceiling are refused before decoding', async () => {
  const png = await picture('HELLO WORLD').png().toBuffer();
  await assert.rejects(parse(png, 'image/png', { ...CEILINGS, pixels: 5_000 }), {
    code: 'extraction_failed',
    bomb: true,
  });
});
