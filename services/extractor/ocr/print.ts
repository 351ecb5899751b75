/** What the ink of a picture says about its print, and the size at which it is read best. */
import type { GreyImage } from './engine.ts';
import { type Component, inkComponents } from './pixels/components.ts';
import { inkMask, type Mask } from './pixels/ink.ts';
import { letterHeight, lettersOf } from './pixels/letters.ts';
import { resized } from './pixels/transform.ts';

export interface Print {
  mask: Mask;
  /** All pieces of ink. */
  components: Component[];
  letters: Component[];
  /** Pixels; 0 without letters. */
  letterHeight: number;
}

/** `darkestGround`: print counts only where the mean shade around it is at least this light. */
export function printOf(image: GreyImage, darkestGround = 0): Print {
  const mask = inkMask(image, darkestGround);
  const components = inkComponents(mask);
  const letters = lettersOf(components);
  return { mask, components, letters, letterHeight: letterHeight(letters) };
}

/** Print with letters lower than this is read better when enlarged … */
const SMALL_LETTER_PX = 15;
/** … to this height, but at most to twice its size, beyond which no detail is left … */
const READABLE_LETTER_PX = 20;
const MOST_ENLARGEMENT = 2;
/** … if the picture has no more pixels than this. */
const MOST_ENLARGED_PIXELS = 4_000_000;

/** The picture at the size at which it is read best, 1 to 2 times its own. */
export async function enlarged(
  image: GreyImage,
  letterHeight: number,
): Promise<{ image: GreyImage; scale: number }> {
  const { width, height } = image;
  const isSmall = letterHeight > 0 && letterHeight < SMALL_LETTER_PX;
  if (!isSmall || width * height > MOST_ENLARGED_PIXELS) return { image, scale: 1 };
  const scale = Math.min(MOST_ENLARGEMENT, READABLE_LETTER_PX / letterHeight);
  return { image: await resized(image, width * scale, height * scale, 'cubic'), scale };
}
