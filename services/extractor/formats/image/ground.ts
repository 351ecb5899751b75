/** Decides on which ground print on a transparent picture is visible. */
import type { GreyImage } from '../../ocr/engine.ts';
import { isBlank } from '../../ocr/pixels/ink.ts';

/** Shades lighter than this are hardly visible on white paper. */
const LIGHT_SHADE = 191;
/** Print alone covers less than this share; a picture that covers more contains its own ground. */
const MOST_PRINT_SHARE = 0.25;
/** From this opacity on, a pixel hides most of what is beneath. */
const SOLID = 128;

/**
 * Print that is cut out along its edge has a rim of its old paper: light pixels in squares of this side with dark ones,
 * and beside them.
 */
const SQUARE_PX = 8;
const DARK_SHADE = 128;

/** Returns the picture on the better ground; null where nothing is visible on either, so that there is no transparency. */
export function betterGround(onWhite: GreyImage, onBlack: GreyImage): GreyImage | null {
  if (isBlank(onWhite)) return isBlank(onBlack) ? null : onBlack;
  return isLightPrint(onWhite, onBlack) ? onBlack : onWhite;
}

/** Whether most of the little that is there is light, not counting rims of dark print. */
function isLightPrint({ width, height, pixels }: GreyImage, onBlack: GreyImage): boolean {
  const across = Math.ceil(width / SQUARE_PX);
  const squareOf = (at: number) =>
    Math.floor(at / width / SQUARE_PX) * across + Math.floor((at % width) / SQUARE_PX);
  const squares = across * Math.ceil(height / SQUARE_PX);
  const light = new Uint8Array(squares);
  const dark = new Uint8Array(squares);
  let solid = 0;
  for (let at = 0; at < pixels.length; at++) {
    const shade = pixels[at] ?? 0;
    if (shade - (onBlack.pixels[at] ?? 0) >= SOLID) continue;
    solid++;
    const square = squareOf(at);
    if (shade > LIGHT_SHADE) light[square] = (light[square] ?? 0) + 1;
    else if (shade < DARK_SHADE) dark[square] = 1;
  }
  const isNearDark = (square: number) =>
    [-across, 0, across].some(row => [-1, 0, 1].some(column => dark[square + row + column] === 1));
  const apart = light.reduce((sum, count, square) => (isNearDark(square) ? sum : sum + count), 0);
  return solid < MOST_PRINT_SHARE * pixels.length && apart * 2 > solid;
}
