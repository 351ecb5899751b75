import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { GreyImage, RecognizedLine } from './engine.ts';
import type { Reader } from './reader.ts';
import { secondLook } from './second-look.ts';

const page: GreyImage = { width: 400, height: 200, pixels: new Uint8Array(80_000).fill(255) };

/** Capitals of 36 pixels. */
function line(text: string, confidence: number): RecognizedLine {
  const box = { left: 100, right: 250, top: 80, bottom: 116 };
  return { ...box, words: [{ ...box, text, confidence }] };
}

/** Reads the same in every crop, over its inner half. */
function readerOf(text: string, confidence: number) {
  const crops: GreyImage[] = [];
  const reader: Reader = {
    read: async image => {
      crops.push(image);
      const { width, height } = image;
      const box = { left: width / 4, right: (3 * width) / 4, top: height / 4, bottom: (3 * height) / 4 };
      return [{ ...box, words: [{ ...box, text, confidence }] }];
    },
  };
  return { reader, crops };
}

const texts = (lines: readonly RecognizedLine[]) =>
  lines.map(({ words }) => words.map(word => word.text).join(' '));

test('only lines the engine is unsure of are read again', async () => {
  const { reader, crops } = readerOf('TOTAL', 95);
  assert.deepEqual(texts(await secondLook(reader, page, [line('SURE', 93), line('T0TAI', 60)])), [
    'SURE',
    'TOTAL',
  ]);
  assert.equal(crops.length, 1);
});

test('the second reading counts only where it is clearly surer', async () => {
  const { reader } = readerOf('TOTAL', 62);
  assert.deepEqual(texts(await secondLook(reader, page, [line('T0TAI', 60)])), ['T0TAI']);
});

test('the line is shown lower and wider, and found again where it stands', async () => {
  const { reader, crops } = readerOf('TOTAL', 95);
  const [read] = await secondLook(reader, page, [line('T0TAI', 60)]);
  const [crop] = crops;
  assert.ok(crop && crop.height < 50 && crop.width > 90);
  assert.ok(read && Math.abs((read.left + read.right) / 2 - 175) < 2);
  assert.ok(Math.abs((read.top + read.bottom) / 2 - 98) < 2);
});

test('lines longer than any receipt has are not read again', async () => {
  const { reader, crops } = readerOf('TOTAL', 95);
  const address = 'https://example.org/a/long/address/that/goes/on';
  assert.deepEqual(texts(await secondLook(reader, page, [line(address, 60)])), [address]);
  assert.equal(crops.length, 0);
});

test('print so small that it would only be made larger is not read again', async () => {
  const { reader, crops } = readerOf('TOTAL', 95);
  const box = { left: 100, right: 140, top: 80, bottom: 87 };
  const small = { ...box, words: [{ ...box, text: 'T0TAI', confidence: 60 }] };
  assert.deepEqual(texts(await secondLook(reader, page, [small])), ['T0TAI']);
  assert.equal(crops.length, 0);
});

test('a line that reads fairly is read again only where it is short', async () => {
  const { reader, crops } = readerOf('TOTAL OF ALL ITEMS SOLD', 95);
  await secondLook(reader, page, [line('T0TAL OF ALL ITEMS SOLD', 74)]);
  assert.equal(crops.length, 0);
  await secondLook(reader, page, [line('T0TAL', 74), line('T0TAI OF ALL ITEMS S0LD', 60)]);
  assert.equal(crops.length, 2);
});
