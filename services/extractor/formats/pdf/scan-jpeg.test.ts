import assert from 'node:assert/strict';
import { test } from 'node:test';
import sharp from 'sharp';
import { decodeJpeg, greenOf } from './scan-jpeg.ts';

const grey = { data: Uint8Array.of(0, 100, 100, 200), width: 2, height: 2, channels: 1 };

test('a picture at its own size keeps its pixels', () => {
  assert.deepEqual([...greenOf(grey, 2, 2).pixels], [0, 100, 100, 200]);
});

test('half the size is the mean of neighbours, twice the size lies between them', () => {
  assert.deepEqual([...greenOf(grey, 1, 1).pixels], [100]);
  assert.deepEqual([...greenOf(grey, 4, 1).pixels], [50, 75, 125, 150]);
});

test('of colours the green is taken', () => {
  const colours = { data: Uint8Array.of(1, 2, 3, 4, 5, 6), width: 2, height: 1, channels: 3 };
  assert.deepEqual([...greenOf(colours, 2, 1).pixels], [2, 5]);
});

test('a large file is decoded in the size asked for, a damaged one not at all', async () => {
  const size = { width: 4_000, height: 3_200 };
  const file = await sharp({ create: { ...size, channels: 3, background: '#888888' } })
    .jpeg()
    .toBuffer();
  const pixels = await decodeJpeg(file, 400, 320);
  assert.deepEqual([pixels?.width, pixels?.height], [400, 320]);
  assert.equal(await decodeJpeg(file.subarray(0, 100), 400, 320), null);
});
