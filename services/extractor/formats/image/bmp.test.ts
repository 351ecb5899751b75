import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodeBmp } from './bmp.ts';

interface Parts {
  width: number;
  height: number;
  bits: number;
  compression?: number;
  palette?: number[];
  data: number[];
}

/** A Windows bitmap with a 40-byte header. */
function bmp({ width, height, bits, compression = 0, palette = [], data }: Parts): Uint8Array {
  const start = 54 + palette.length;
  const bytes = new Uint8Array(start + data.length);
  const view = new DataView(bytes.buffer);
  bytes.set([0x42, 0x4d]);
  view.setUint32(10, start, true);
  view.setUint32(14, 40, true);
  view.setInt32(18, width, true);
  view.setInt32(22, height, true);
  view.setUint16(26, 1, true);
  view.setUint16(28, bits, true);
  view.setUint32(30, compression, true);
  bytes.set(palette, 54);
  bytes.set(data, start);
  return bytes;
}

const BLACK_AND_WHITE = [0, 0, 0, 0, 255, 255, 255, 0];
const pixelsOf = (parts: Parts) => [...decodeBmp(bmp(parts), 1_000).pixels];

test('rows are stored from the bottom up, padded to four bytes', () => {
  const data = [255, 255, 255, 0, 0, 0, 0, 0, /* upper row */ 0, 0, 0, 255, 255, 255, 0, 0];
  assert.deepEqual(pixelsOf({ width: 2, height: 2, bits: 24, data }), [0, 255, 255, 0]);
});

test('a negative height means from the top down', () => {
  const data = [1, 1, 1, 0, 2, 2, 2, 0];
  assert.deepEqual(pixelsOf({ width: 1, height: -2, bits: 24, data }), [1, 2]);
});

test('one bit a pixel points into the palette', () => {
  const parts = {
    width: 10,
    height: 1,
    bits: 1,
    palette: BLACK_AND_WHITE,
    data: [0b10100000, 0b01000000, 0, 0],
  };
  assert.deepEqual(pixelsOf(parts), [255, 0, 255, 0, 0, 0, 0, 0, 0, 255]);
});

test('16 bits are five for each colour', () => {
  assert.deepEqual(pixelsOf({ width: 2, height: 1, bits: 16, data: [0xff, 0x7f, 0, 0] }), [255, 0]);
});

test('colours become their luma', () => {
  assert.deepEqual(pixelsOf({ width: 1, height: 1, bits: 32, data: [0, 255, 0, 0] }), [150]);
});

test('runs of eight bits: a run, a literal, the end of a row', () => {
  const data = [3, 1, 0, 0, 0, 3, 1, 0, 1, 0, 0, 1];
  const parts = { width: 3, height: 2, bits: 8, compression: 1, palette: BLACK_AND_WHITE, data };
  assert.deepEqual(pixelsOf(parts), [255, 0, 255, 255, 255, 255]);
});

test('runs of four bits alternate', () => {
  const parts = {
    width: 4,
    height: 1,
    bits: 4,
    compression: 2,
    palette: BLACK_AND_WHITE,
    data: [4, 0x10, 0, 1],
  };
  assert.deepEqual(pixelsOf(parts), [255, 0, 255, 0]);
});

test('of a bitmap that is cut off the rows that are there are seen, and that it is cut off', () => {
  const data = [1, 1, 1, 0, 2, 2, 2, 0, 3, 3];
  const { pixels, isCutOff } = decodeBmp(bmp({ width: 1, height: 3, bits: 24, data }), 1_000);
  assert.deepEqual([[...pixels], isCutOff], [[255, 2, 1], true]);
  // Only the padding is missing.
  const whole = decodeBmp(bmp({ width: 1, height: 1, bits: 24, data: [1, 1, 1] }), 1_000);
  assert.deepEqual([[...whole.pixels], whole.isCutOff], [[1], false]);
});

test('the shortest header of OS/2 2 is read', () => {
  const bytes = bmp({ width: 2, height: 1, bits: 24, data: [255, 255, 255, 0, 0, 0, 0, 0] });
  const short = new Uint8Array([...bytes.subarray(0, 30), ...bytes.subarray(54)]);
  new DataView(short.buffer).setUint32(10, 30, true);
  new DataView(short.buffer).setUint32(14, 16, true);
  const padded = new Uint8Array([...short, ...new Uint8Array(40)]);
  assert.deepEqual([...decodeBmp(padded, 1_000).pixels], [255, 0]);
});

test('a damaged bitmap is one clear error', () => {
  const failed = { name: 'ExtractionError', code: 'extraction_failed' };
  assert.throws(() => decodeBmp(Uint8Array.of(0x42, 0x4d), 1_000), failed);
  assert.throws(() => pixelsOf({ width: 2, height: 900, bits: 24, data: [0] }), failed);
  assert.throws(() => pixelsOf({ width: -2, height: 1, bits: 24, data: [0] }), failed);
  assert.throws(() => pixelsOf({ width: 2, height: 1, bits: 24, compression: 4, data: [0] }), failed);
});

test('a bitmap above the ceiling of pixels is refused before anything is unpacked', () => {
  const bomb = bmp({ width: 60_000, height: 60_000, bits: 8, compression: 1, data: [0, 1] });
  assert.throws(() => decodeBmp(bomb, 1_000_000), { code: 'extraction_failed', bomb: true });
});
