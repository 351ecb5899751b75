/** JPEG files as grey pixels of any size, for a look at them. */
import type { GreyImage } from '../../ocr/engine.ts';

/** A decoded file: red, green, blue, or one grey, row by row. */
export interface Pixels {
  data: Uint8Array;
  width: number;
  height: number;
  channels: number;
}

/** Pixels of a file that are decoded at all; a bomb has more. */
const FILE_PIXELS_MAX = 100_000_000;
/** A larger file is shrunk while it is decoded: that is slower, but takes no memory. */
const WHOLE_PIXELS_MAX = 12_000_000;

/** Whole, or in the size given where the file is large; null for a damaged one. */
export async function decodeJpeg(file: Uint8Array, width: number, height: number): Promise<Pixels | null> {
  const { default: sharp } = await import('sharp');
  // One document a process: a pool of threads and a cache between documents would only cost memory.
  sharp.concurrency(1);
  sharp.cache(false);
  try {
    // A colour profile would cost more than the decoding, and change no letter.
    const picture = sharp(file, { limitInputPixels: FILE_PIXELS_MAX, ignoreIcc: true });
    const size = await picture.metadata();
    if (size.width * size.height > WHOLE_PIXELS_MAX)
      picture.resize({ width, height, fit: 'fill', kernel: 'linear' });
    const { data, info } = await picture.raw().toBuffer({ resolveWithObject: true });
    return { data, width: info.width, height: info.height, channels: info.channels };
  } catch {
    // PDFium reads what it can of a damaged file.
    return null;
  }
}

/** One part of 256: weights of neighbouring pixels are integers. */
const ONE = 256;

/** The green channel, nearly the brightness that grey would be, bilinear; decoders' own scaling costs four times this. */
export function greenOf({ data, ...from }: Pixels, width: number, height: number): GreyImage {
  const pixels = new Uint8Array(width * height);
  const columns = places(from.width, width);
  const rows = places(from.height, height);
  const [step, line] = [from.channels, from.width * from.channels];
  const green = from.channels >= 3 ? 1 : 0;
  const at = (index: number): number => data[index] ?? 0;
  for (let y = 0, target = 0; y < height; y++) {
    const upper = (rows.first[y] ?? 0) * line + green;
    const lower = upper + ((rows.weight[y] ?? 0) > 0 ? line : 0);
    const low = rows.weight[y] ?? 0;
    for (let x = 0; x < width; x++) {
      const left = (columns.first[x] ?? 0) * step;
      const far = columns.weight[x] ?? 0;
      const right = far > 0 ? left + step : left;
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
