/** JPEG files as grey pixels of any size, for a look at them. */
import type { GreyImage } from '../../ocr/engine.ts';

/** Pixels of a file that are decoded at all; a bomb has more. */
const FILE_PIXELS_MAX = 100_000_000;
/** A larger file is shrunk while it is decoded: that is slower, but takes no memory. */
const WHOLE_PIXELS_MAX = 12_000_000;

/** How bright a PDF shows it; whole, or in the size given where the file is large; null where it is damaged or says too little. */
export async function decodeJpeg(file: Uint8Array, width: number, height: number): Promise<GreyImage | null> {
  const { default: sharp } = await import('sharp');
  // One document a process: a pool of threads and a cache between documents would only cost memory.
  sharp.concurrency(1);
  sharp.cache(false);
  try {
    // Profiles and other colours would cost more than the decoding, and change no letter.
    const picture = sharp(file, { limitInputPixels: FILE_PIXELS_MAX, ignoreIcc: true });
    const size = await picture.metadata();
    if (size.width * size.height > WHOLE_PIXELS_MAX)
      picture.resize({ width, height, fit: 'fill', kernel: 'linear' });
    const isInk = size.space === 'cmyk';
    // Of other files nobody says which way round their inks are.
    if (isInk && !hasAdobeMarker(file)) return null;
    if (isInk) picture.pipelineColourspace('cmyk').toColourspace('cmyk');
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    const bright = isInk ? brightnessOfInks(data) : brightnessOf(data, info.channels);
    return { width: info.width, height: info.height, pixels: bright };
  } catch {
    // PDFium reads what it can of a damaged file.
    return null;
  }
}

/** The green channel is nearly what grey would be. */
function brightnessOf(data: Uint8Array, channels: number): Uint8Array {
  const pixels = new Uint8Array(data.length / channels);
  const green = channels >= 3 ? 1 : 0;
  for (let at = 0; at < pixels.length; at++) pixels[at] = data[at * channels + green] ?? 0;
  return pixels;
}

/** What magenta and black leave of green light; the decoder has inverted them, a PDF does not. */
function brightnessOfInks(data: Uint8Array): Uint8Array {
  const pixels = new Uint8Array(data.length / 4);
  for (let at = 0; at < pixels.length; at++)
    pixels[at] = ((data[at * 4 + 1] ?? 0) * (data[at * 4 + 3] ?? 0)) / 255;
  return pixels;
}

/** Application segments stand before all else. */
const HEADER_BYTES = 4_096;

const hasAdobeMarker = (file: Uint8Array): boolean =>
  Buffer.from(file.buffer, file.byteOffset, Math.min(file.length, HEADER_BYTES)).includes('Adobe');

/** One part of 256: weights of neighbouring pixels are integers. */
const ONE = 256;

/** In another size, bilinear: decoders' own scaling costs four times this. */
export function scaled(image: GreyImage, width: number, height: number): GreyImage {
  const pixels = new Uint8Array(width * height);
  const columns = places(image.width, width);
  const rows = places(image.height, height);
  const at = (index: number): number => image.pixels[index] ?? 0;
  for (let y = 0, target = 0; y < height; y++) {
    const low = rows.weight[y] ?? 0;
    const upper = (rows.first[y] ?? 0) * image.width;
    const lower = low > 0 ? upper + image.width : upper;
    for (let x = 0; x < width; x++) {
      const far = columns.weight[x] ?? 0;
      const left = columns.first[x] ?? 0;
      const right = far > 0 ? left + 1 : left;
      const above = at(upper + left) * (ONE - far) + at(upper + right) * far;
      const below = at(lower + left) * (ONE - far) + at(lower + right) * far;
      pixels[target++] = (above * (ONE - low) + below * low) >> 16;
    }
  }
  return { width, height, pixels };
}

/** For each of `count` pixels the one of `length` before its middle, and how much of the next belongs to it. */
function places(length: number, count: number): { first: Int32Array; weight: Int32Array } {
  const first = new Int32Array(count);
  const weight = new Int32Array(count);
  for (let at = 0; at < count; at++) {
    const place = Math.min(length - 1, Math.max(0, ((at + 0.5) * length) / count - 0.5));
    first[at] = Math.floor(place);
    weight[at] = Math.round((place - Math.floor(place)) * ONE);
  }
  return { first, weight };
}
