/** One line cut out of a page and read alone. */
import { agree, charactersOf } from './agreement.ts';
import { movedLine, scaledLine } from './boxes.ts';
import { meanConfidence } from './confidence.ts';
import type { Box, GreyImage, RecognizedLine } from './engine.ts';
import { paperShade } from './pixels/ink.ts';
import { cropped, framed } from './pixels/scale.ts';
import { enlarged } from './print.ts';
import type { Reader } from './reader.ts';
import { softReading } from './second-look.ts';

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

/** A line of so many characters that reads badly is looked at again; one of fewer is a stain or a drawing. */
const TELLING_CHARACTERS = 4;

/** … and one that is lower is made larger by the second look, which never won a word. */
const LEAST_SECOND_HEIGHT_PX = 14;

/** Nothing where it was not read well, nor twice the same. */
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
  const read = (await reader.read(large.image, 'line')).map(line =>
    movedLine(scaledLine(line, 1 / large.scale), left - FRAME_PX, top - FRAME_PX),
  );
  const credible = read
    .filter(line => isCredibleAlone(line, leastConfidence))
    .flatMap(line => within(box, line));
  const [only] = read;
  if (credible.length > 0 || !only || !isWorthSecondLook(only, box)) return credible;
  const again = await softReading(reader, image, only);
  if (!again || !(isCredibleAlone(again, leastConfidence) || agree(only, again))) return [];
  return within(box, meanConfidence([again]) >= meanConfidence([only]) ? again : only);
}

function isWorthSecondLook(line: RecognizedLine, { top, bottom }: Box): boolean {
  return charactersOf(line).length >= TELLING_CHARACTERS && bottom - top >= LEAST_SECOND_HEIGHT_PX;
}

/** Of the line what lies in the box: the room around it shows pieces of its neighbours. */
function within({ left, right, top, bottom }: Box, line: RecognizedLine): RecognizedLine[] {
  const room = (bottom - top) * LINE_MARGIN_HEIGHTS;
  const words = line.words.filter(word => {
    const middle = (word.left + word.right) / 2;
    return middle >= left - room && middle <= right + room;
  });
  return words.length > 0 ? [{ ...line, words }] : [];
}

/** Bars and dashes alone are the page's edge or a leftover of a rule. */
function isCredibleAlone(line: RecognizedLine, leastConfidence: number): boolean {
  const { length } = charactersOf(line);
  const least = length <= FEW_CHARACTERS ? LEAST_FEW_CONFIDENCE : leastConfidence;
  return length > 0 && meanConfidence([line]) >= least;
}
