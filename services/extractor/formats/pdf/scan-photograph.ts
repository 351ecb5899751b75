/**
 * Photographs told from pictures with print before PDFium is asked. It decodes a JPEG file at its full size and draws
 * all that lies behind the picture too; a decoder that shrinks as it goes does with a third of the time.
 */
import type { OutputInfo } from 'sharp';
import type { GreyImage } from '../../ocr/engine.ts';
import { looksLikeText, type PrintLimits } from '../../ocr/text-likeness.ts';
import type { PageContent, PictureBox, Rectangle } from './page.ts';
import { OCR_PIXELS_PER_POINT } from './scan-raster.ts';

/** Pixels of a file that is decoded for this, and of what is made of it; larger ones are the rasterizer's. */
const FILE_PIXELS_MAX = 50_000_000;
const PIXELS_MAX = 12_000_000;
/** Lower than what is asked of the rendered page: two decoders' letters differ by a few. */
const LIMITS: PrintLimits = { letters: 2, share: 0.16 };
/** Curves over a picture from which they may be letters drawn as outlines. */
const OUTLINES_MIN = 6;

/** False where nothing can be said without rendering the page. */
export async function isPhotograph(picture: PictureBox, page: PageContent): Promise<boolean> {
  const { jpeg, whole } = picture;
  if (jpeg === undefined || whole === undefined || isDrawnOver(picture, page)) return false;
  const width = Math.round((whole.right - whole.left) * OCR_PIXELS_PER_POINT);
  const height = Math.round((whole.bottom - whole.top) * OCR_PIXELS_PER_POINT);
  if (width * height > PIXELS_MAX) return false;
  const image = await decode(jpeg(), width, height);
  return image !== null && !looksLikeText(image, LIMITS);
}

/** Whether something stands in front of the picture that its own file does not show. */
function isDrawnOver(picture: PictureBox, { pictures, curves }: PageContent): boolean {
  const at = pictures.findIndex(other => other.jpeg === picture.jpeg && other.whole === picture.whole);
  const outlines = curves.filter(curve => overlap(curve, picture)).length;
  return outlines >= OUTLINES_MIN || pictures.slice(at + 1).some(other => overlap(other, picture));
}

function overlap(one: Rectangle, other: Rectangle): boolean {
  return one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;
}

/** At the size that OCR would see it, so that the same letters are found; null for a damaged file. */
async function decode(file: Uint8Array, width: number, height: number): Promise<GreyImage | null> {
  const { default: sharp } = await import('sharp');
  // One document a process: a pool of threads and a cache between documents would only cost memory.
  sharp.concurrency(1);
  sharp.cache(false);
  try {
    // Colour profiles and finer filters would cost more than the decoding, and change no letter.
    const { data, info } = await sharp(file, { limitInputPixels: FILE_PIXELS_MAX, ignoreIcc: true })
      .resize({ width, height, fit: 'fill', kernel: 'linear' })
      .raw()
      .toBuffer({ resolveWithObject: true });
    return greenOf(data, info);
  } catch {
    // PDFium reads what it can of a damaged file.
    return null;
  }
}

/** Green is nearly the brightness that grey would be. */
function greenOf(data: Uint8Array, { width, height, channels }: OutputInfo): GreyImage {
  const pixels = new Uint8Array(width * height);
  const offset = channels >= 3 ? 1 : 0;
  for (let at = 0; at < pixels.length; at++) pixels[at] = data[at * channels + offset] ?? 0;
  return { width, height, pixels };
}
