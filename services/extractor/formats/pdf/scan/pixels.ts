/** Decodes the brightness of pictures' own files, for a quick examination. */

import { crc32, inflateSync } from 'node:zlib';
import type { PictureSource } from '../../../layout/page/content.ts';
import type { GreyImage } from '../../../ocr/engine.ts';
import { loadSharp } from '../../../ocr/pixels/transform.ts';
import { brightnessOf } from '../vectors/picture-source.ts';

/** Most pixels of a file that is decoded at all; a decompression bomb has more. */
const FILE_PIXELS_MAX = 100_000_000;
/** A JPEG with more pixels is reduced while decoding, which is slower but takes no memory. Other such files are left alone. */
const WHOLE_PIXELS_MAX = 12_000_000;
/** Fractions of its size at which a JPEG can be decoded: with fewer of its waves, in a half to two thirds of the time. */
const JPEG_SHARES = [8, 4, 2];

/**
 * Brightness among other samples: that of a pixel is at `offset + step * pixel`. Of three colours it is the green one,
 * in the middle, which is close to grey.
 */
export interface Samples {
  width: number;
  height: number;
  data: Uint8Array;
  step: number;
  offset: number;
}

/** Returns the brightness as a PDF shows it; null where the file is damaged or too large, or lacks information. */
export async function pixelsOf(
  source: PictureSource,
  width: number,
  height: number,
): Promise<Samples | null> {
  if (source.packing === 'jpeg') return await decodeJpeg(source.bytes(), width, height);
  if (source.width * source.height > WHOLE_PIXELS_MAX) return null;
  try {
    const { palette, channels } = source;
    const data = source.packing === 'png' ? await pngSamples(source) : inflated(source);
    if (source.packing === 'tiff') undoDifferences(data, source);
    const size = { width: source.width, height: source.height };
    if (data.length < size.width * size.height * channels) return null;
    if (palette !== null)
      return { ...size, data: data.map(index => palette[index] ?? 0), step: 1, offset: 0 };
    return channels === 4
      ? { ...size, data: brightnessOf(data, channels), step: 1, offset: 0 }
      : { ...size, data, step: channels, offset: channels >> 1 };
  } catch {
    // PDFium reads what it can of a damaged file.
    return null;
  }
}

function inflated({ bytes, width, height, channels }: PictureSource): Uint8Array {
  const length = width * height * channels;
  // In one chunk: a long stream in small chunks would have to be copied together. Some producers end with a line feed.
  return inflateSync(bytes(), { chunkSize: Math.max(64, length + 16), maxOutputLength: length + 1024 });
}

/** Undoes TIFF's predictor: each sample is the difference from the sample of its colour at its left. */
function undoDifferences(data: Uint8Array, { width, height, channels }: PictureSource): void {
  for (let row = 0; row < height; row++) {
    const end = (row + 1) * width * channels;
    for (let at = row * width * channels + channels; at < end; at++)
      data[at] = (data[at] ?? 0) + (data[at - channels] ?? 0);
  }
}

/** Decodes with PNG's own decoder, which undoes its predictors: such a stream only needs a header and an end to be a PNG file. */
async function pngSamples({ bytes, width, height, channels }: PictureSource): Promise<Uint8Array> {
  if (channels === 4) throw new RangeError('PNG knows no inks.');
  const sharp = await loadSharp();
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, channels === 3 ? PNG_RGB : PNG_GREY], 8);
  const parts = [
    PNG_SIGNATURE,
    pngChunk('IHDR', head),
    pngChunk('IDAT', bytes()),
    pngChunk('IEND', new Uint8Array()),
  ];
  return await sharp(Buffer.concat(parts))
    .toColourspace(channels === 3 ? 'srgb' : 'b-w')
    .raw()
    .toBuffer();
}

/** Colour types of PNG (11.2.1). */
const PNG_GREY = 0;
const PNG_RGB = 2;
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');

function pngChunk(name: string, data: Uint8Array): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length, 0);
  chunk.write(name, 4, 'latin1');
  chunk.set(data, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, data.length + 8)), data.length + 8);
  return chunk;
}

/** Decodes at its own size, or at a fraction of it that is not smaller than requested; null where it cannot be decoded. */
export async function decodeJpeg(file: Uint8Array, width: number, height: number): Promise<Samples | null> {
  const sharp = await loadSharp();
  try {
    // Profiles and other colours would cost more than the decoding, and change no letter.
    const picture = sharp(file, { limitInputPixels: FILE_PIXELS_MAX, ignoreIcc: true });
    const size = await picture.metadata();
    const share = JPEG_SHARES.find(by => size.width >= by * width && size.height >= by * height) ?? 1;
    const [wide, high] = [Math.ceil(size.width / share), Math.ceil(size.height / share)];
    if (wide * high > WHOLE_PIXELS_MAX) picture.resize({ width, height, fit: 'fill', kernel: 'linear' });
    else if (share > 1) picture.resize({ width: wide, height: high, fit: 'fill', kernel: 'nearest' });
    const isInk = size.space === 'cmyk';
    // Without the marker, it is unknown whether the inks are inverted.
    if (isInk && !hasAdobeMarker(file)) return null;
    if (isInk) picture.pipelineColourspace('cmyk').toColourspace('cmyk');
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const decoded = { width: info.width, height: info.height };
    if (isInk) return { ...decoded, data: brightnessOfInks(data), step: 1, offset: 0 };
    // The green channel is close to grey.
    return { ...decoded, data, step: info.channels, offset: info.channels >= 3 ? 1 : 0 };
  } catch {
    return null;
  }
}

/** Returns how much green light magenta and black let through. The decoder has inverted the inks; a PDF does not. */
function brightnessOfInks(data: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(data.length / 4);
  for (let at = 0; at < pixels.length; at++)
    pixels[at] = ((data[at * 4 + 1] ?? 0) * (data[at * 4 + 3] ?? 0)) / 255;
  return pixels;
}

/** Application segments come before everything else. */
const HEADER_BYTES = 4_096;

const hasAdobeMarker = (file: Uint8Array): boolean =>
  Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, HEADER_BYTES)).includes('Adobe');

/** Weights of neighbouring pixels are integers, in parts of 256. */
const ONE = 256;

/**
 * Scales a picture bilinearly; the decoders' own scaling takes four times as long. With `weighed`, colours are as
 * bright as the rasteriser shows them.
 */
export function scaled(image: Samples, width: number, height: number, weighed = false): GreyImage {
  const stretch = weighed && image.step >= 3 ? colourStretcher(image) : stretchRow;
  const pixels = new Uint8Array(width * height);
  const columns = places(image.width, width);
  const rows = places(image.height, height);
  // An enlarged picture needs each of its rows several times.
  let [upper, lower] = [new Int32Array(width), new Int32Array(width)];
  let [upperRow, lowerRow] = [-1, -1];
  for (let y = 0; y < height; y++) {
    const row = rows.first[y] ?? 0;
    const low = rows.weight[y] ?? 0;
    if (row === lowerRow) {
      [upper, lower] = [lower, upper];
      [upperRow, lowerRow] = [lowerRow, upperRow];
    }
    if (row !== upperRow) stretch(upper, image, row, columns);
    upperRow = row;
    if (low > 0 && lowerRow !== row + 1) {
      stretch(lower, image, row + 1, columns);
      lowerRow = row + 1;
    }
    mixRows(pixels.subarray(y * width, (y + 1) * width), upper, lower, low);
  }
  return { width, height, pixels };
}

/**
 * Interpolates the samples of one row, times ONE. `imul` is used here and below because V8 multiplies what may be -0 as
 * floating point.
 */
function stretchRow(target: Int32Array, image: Samples, row: number, { first, weight }: Places): void {
  const { data, step } = image;
  const start = row * image.width * step + image.offset;
  for (let x = 0; x < target.length; x++) {
    const at = start + Math.imul(first[x] ?? 0, step);
    const left = data[at] ?? 0;
    target[x] = Math.imul(left, ONE) + Math.imul((data[at + step] ?? 0) - left, weight[x] ?? 0);
  }
}

/**
 * Does the same for red, green and blue. Each pixel is weighted only once, though an enlarged picture needs a row
 * several times.
 */
function colourStretcher({ width }: Samples): typeof stretchRow {
  const shades = new Int32Array(width + 1);
  return (target, image, row, columns) => {
    weighRow(shades, image, row);
    stretchShades(target, shades, columns);
  };
}

function stretchShades(target: Int32Array, shades: Int32Array, { first, weight }: Places): void {
  for (let x = 0; x < target.length; x++) {
    const at = first[x] ?? 0;
    const left = shades[at] ?? 0;
    target[x] = left + (Math.imul((shades[at + 1] ?? 0) - left, weight[x] ?? 0) >> 8);
  }
}

/** Weights colours by their shares in PDFium's grey (ITU-R BT.601), in parts of ONE. */
function weighRow(shades: Int32Array, { data, step, width }: Samples, row: number): void {
  const samples = data.subarray(row * width * step, (row + 1) * width * step);
  for (let x = 0, at = 0; x < width; x++, at += step)
    shades[x] =
      Math.imul(RED, samples[at] ?? 0) +
      Math.imul(GREEN, samples[at + 1] ?? 0) +
      Math.imul(BLUE, samples[at + 2] ?? 0);
}

const RED = 77;
const GREEN = 151;
const BLUE = 28;

function mixRows(row: Uint8Array, upper: Int32Array, lower: Int32Array, low: number): void {
  const high = ONE - low;
  for (let x = 0; x < row.length; x++)
    row[x] = (Math.imul(upper[x] ?? 0, high) + Math.imul(lower[x] ?? 0, low)) >> 16;
}

interface Places {
  first: Int32Array;
  weight: Int32Array;
}

/** Returns for each of `count` pixels the one of `length` before its middle, and the share of the next one. */
function places(length: number, count: number): Places {
  const first = new Int32Array(count);
  const weight = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const place = Math.min(length - 1, Math.max(0, ((at + 0.5) * length) / count - 0.5));
    // The last one is also before another: a loop that once reads beyond an array's end stays slow.
    const before = Math.max(0, Math.min(length - 2, Math.floor(place)));
    first[at] = before;
    weight[at] = Math.round((place - before) * ONE);
  }
  return { first, weight };
}
