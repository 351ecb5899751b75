/** On which ground print on a transparent picture is seen. */
import type { GreyImage } from '../../ocr/engine.ts';
import { isBlank } from '../../ocr/pixels/ink.ts';

/** What is lighter than this hardly shows on white paper. */
const LIGHT_SHADE = 191;
/** Print alone covers less than this share; what covers more brings its own ground with it. */
const MOST_PRINT_SHARE = 0.25;
/** Less of a pixel shows of whatever is beneath it where it is solid. */
const SOLID = 128;

/** Null where nothing shows on either: what is called transparent is no such thing. */
export function betterGround(onWhite: GreyImage, onBlack: GreyImage): GreyImage | null {
  if (isBlank(onWhite)) return isBlank(onBlack) ? null : onBlack;
  return isLightPrint(onWhite.pixels, onBlack.pixels) ? onBlack : onWhite;
}

/** Whether most of the little that is there is light. */
function isLightPrint(onWhite: Uint8Array, onBlack: Uint8Array): boolean {
  let [light, solid] = [0, 0];
  for (let at = 0; at < onWhite.length; at++) {
    const shade = onWhite[at] ?? 0;
    if (shade - (onBlack[at] ?? 0) >= SOLID) continue;
    solid++;
    if (shade > LIGHT_SHADE) light++;
  }
  return solid < MOST_PRINT_SHARE * onWhite.length && light * 2 > solid;
}
