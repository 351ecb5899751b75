/**
 * Distinguishes photographs from pictures with print before PDFium is asked, which would also draw everything behind
 * the picture. Decoding the file natively, and looking at a reduced size first, needs a fifth to a half of the time.
 */

import type { PageContent, PictureBox } from '../../../layout/page/content.ts';
import { meet } from '../../../layout/page/geometry.ts';
import type { GreyImage } from '../../../ocr/engine.ts';
import { looksLikeText, type PrintLimits } from '../../../ocr/text-likeness.ts';
import { pixelsOf, type Samples, scaled } from './pixels.ts';
import { OCR_PIXELS_PER_POINT } from './raster.ts';

/** Most pixels at which a picture is examined; a larger one is left to the rasteriser, which has a ceiling for it. */
const PIXELS_MAX = 12_000_000;
/** At half the size that OCR would use, small print still forms lines, and photographs lose most of their specks. */
const FAR: PrintLimits = { letters: 1, share: 0.12 };
/** Lower than what is required of the rendered page: letters found with two decoders differ by a few. */
const NEAR: PrintLimits = { letters: 2, share: 0.16 };
/** From this many curves over a picture on, they may be letters drawn as outlines. */
const OUTLINES_MIN = 6;

/** Opaque to the eye: masks of pictures without transparency are 255 everywhere. */
const OPAQUE = 250;
/** Grounds on which transparent pictures are examined: print stands out from white, and print left open in them from black. */
const GROUNDS = [255, 0];

/** Returns false where nothing can be said without rendering the page. */
export async function isPhotograph(picture: PictureBox, page: PageContent): Promise<boolean> {
  const { source, whole } = picture;
  if (source === undefined || whole === undefined || isDrawnOver(picture, page)) return false;
  const width = Math.max(2, Math.round((whole.right - whole.left) * OCR_PIXELS_PER_POINT));
  const height = Math.max(2, Math.round((whole.bottom - whole.top) * OCR_PIXELS_PER_POINT));
  if (width * height > PIXELS_MAX) return false;
  const pixels = await pixelsOf(source, width, height);
  const mask = source.mask === null ? null : await pixelsOf(source.mask, width, height);
  if (pixels === null || (mask === null && source.mask !== null)) return false;
  const look = new Look(pixels, mask, source.matte, { width, height });
  return look.grounds.every(
    ground => !looksLikeText(look.from(ground, 1 / 2), FAR) || !looksLikeText(look.from(ground, 1), NEAR),
  );
}

/** A picture at several sizes, each made once, and on the grounds that may be behind it. */
class Look {
  readonly grounds: readonly (number | null)[];
  private readonly pixels: Samples;
  private readonly mask: Samples | null;
  private readonly matte: number | null;
  private readonly size: { width: number; height: number };
  private readonly made = new Map<number, { image: GreyImage; mask: GreyImage | null }>();

  constructor(
    pixels: Samples,
    mask: Samples | null,
    matte: number | null,
    size: { width: number; height: number },
  ) {
    this.pixels = pixels;
    this.mask = mask === null || isOpaque(mask) ? null : mask;
    this.matte = matte;
    this.size = size;
    this.grounds = this.mask === null ? [null] : GROUNDS;
  }

  /** Returns the picture at `share` of the size that OCR would use. */
  from(ground: number | null, share: number): GreyImage {
    const { image, mask } = this.made.get(share) ?? this.make(share);
    return ground === null || mask === null ? image : onGround(image, mask, ground, this.matte);
  }

  private make(share: number) {
    const width = Math.round(this.size.width * share);
    const height = Math.round(this.size.height * share);
    const mask = this.mask === null ? null : scaled(this.mask, width, height);
    // At a reduced size, green alone is enough; at full size, letters and specks have to be those that the page shows.
    const made = { image: scaled(this.pixels, width, height, share === 1), mask };
    this.made.set(share, made);
    return made;
  }
}

function isOpaque({ data }: Samples): boolean {
  for (let at = 0; at < data.length; at++) if ((data[at] ?? 0) < OPAQUE) return false;
  return true;
}

function onGround(image: GreyImage, mask: GreyImage, ground: number, matte: number | null): GreyImage {
  const { width, height } = image;
  const pixels = new Uint8Array(image.pixels.length);
  for (let at = 0; at < pixels.length; at++) {
    const alpha = (mask.pixels[at] ?? 0) / 255;
    const shade = image.pixels[at] ?? 0;
    const own = matte === null ? shade * alpha : shade - matte * (1 - alpha);
    pixels[at] = Math.max(0, Math.min(255, own + ground * (1 - alpha)));
  }
  return { width, height, pixels };
}

/** Whether something stands in front of the picture that its own file does not show. */
function isDrawnOver(picture: PictureBox, { pictures, curves }: PageContent): boolean {
  const at = pictures.findIndex(other => other.source === picture.source && other.whole === picture.whole);
  const outlines = curves.filter(curve => meet(curve, picture)).length;
  return outlines >= OUTLINES_MIN || pictures.slice(at + 1).some(other => meet(other, picture));
}
