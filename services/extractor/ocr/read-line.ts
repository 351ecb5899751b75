/** One line cut out of a page and read alone. */
import { movedLine, scaledLine } from './boxes.ts';
import { meanConfidence } from './confidence.ts';
import type { Box, GreyImage, RecognizedLine } from './engine.ts';
import { paperShade } from './pixels/ink.ts';
import { cropped, framed } from './pixels/scale.ts';
import { enlarged } from './print.ts';
import type { Reader } from './reader.ts';

/** Room around a line, in its heights: descenders above and below, points and dashes at its ends. */
const LINE_MARGIN_HEIGHTS = 0.3;
const LINE_END_HEIGHTS = 0.6;
const FRAME_PX = 10;
/** A lone line must be read well to count: it may be a scratch or a logo. */
const LEAST_LONE_CONFIDENCE = 60;
/** Light print is as often the texture of a photograph or a logo. */
export const LEAST_LIGHT_CONFIDENCE = 80;
/** … and a character or two better still: icons are read as such. */
const FEW_CHARACTERS = 2;
const LEAST_FEW_CONFIDENCE = 88;

/** Nothing where it was not read well. */
export async function readLine(
  reader: Reader,
  image: GreyImage,
  box: Box,
  leastConfidence = LEAST_LONE_CONFIDENCE,
): Promise<RecognizedLine[]> {
  const margin = Math.ceil((box.bottom - box.top) * LINE_MARGIN_HEIGHTS);
  const end = Math.ceil((box.bottom - box.top) * LINE_END_HEIGHTS);
  const left = Math.max(0, box.left - end);
  const top = Math.max(0, box.top - margin);
  const crop = cropped(image, { left, top, right: box.right + end, bottom: box.bottom + margin });
  const large = enlarged(framed(crop, FRAME_PX, paperShade(crop)), box.bottom - box.top);
  const read = await reader.read(large.image, 'line');
  return read
    .filter(line => isCredibleAlone(line, leastConfidence))
    .map(line => movedLine(scaledLine(line, 1 / large.scale), left - FRAME_PX, top - FRAME_PX));
}

/** Bars and dashes alone are the page's edge or a leftover of a rule. */
function isCredibleAlone(line: RecognizedLine, leastConfidence: number): boolean {
  const characters =
    line.words
      .map(word => word.text)
      .join('')
      .match(/[\p{L}\p{N}]/gu) ?? [];
  const least = characters.length <= FEW_CHARACTERS ? LEAST_FEW_CONFIDENCE : leastConfidence;
  return characters.length > 0 && meanConfidence([line]) >= least;
}
