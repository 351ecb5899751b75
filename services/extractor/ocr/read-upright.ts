/** A picture whose lines are nearly level: made level, freed of rules, read as a page, its missed lines one by one. */
import { movedLine, scaledLine } from './boxes.ts';
import { credible, meanConfidence, uprightConfidence } from './confidence.ts';
import type { Box, GreyImage, RecognizedLine } from './engine.ts';
import { joinedLines } from './join.ts';
import { missedLines } from './missed.ts';
import { paperShade } from './pixels/ink.ts';
import { type Rules, rulesOf, withoutRules } from './pixels/rules.ts';
import { cropped, framed } from './pixels/scale.ts';
import { skewOf } from './pixels/skew.ts';
import { turnedByDegrees } from './pixels/turn.ts';
import { enlarged, type Print, printOf } from './print.ts';
import type { Reader } from './reader.ts';

/** Up to here, rules do not disturb the engine's idea of the page. */
const FEW_RULES = 6;

export interface UprightReading {
  /** What the engine was shown: level, without rules. */
  image: GreyImage;
  print: Print;
  rules: Rules;
  lines: RecognizedLine[];
  /** See `uprightConfidence`. */
  confidence: number;
}

/** `print` is the picture's, where it is known. */
export async function readUpright(
  reader: Reader,
  image: GreyImage,
  print: Print | null,
): Promise<UprightReading> {
  const skew = skewOf(image);
  const level = skew === 0 ? image : turnedByDegrees(image, skew);
  const levelPrint = print !== null && skew === 0 ? print : printOf(level);
  const found = rulesOf(levelPrint.mask, levelPrint.letterHeight);
  const many = found.horizontal.length + found.vertical.length > FEW_RULES;
  const clean = many ? withoutRules(level, levelPrint.mask, found, paperShade(level)) : level;
  const large = enlarged(clean, levelPrint.letterHeight);
  const read = credible(await reader.read(large.image, 'page'));
  const lines = read.map(line => scaledLine(line, 1 / large.scale));
  const rules = { horizontal: found.horizontal, vertical: found.vertical };
  return { image: clean, print: levelPrint, rules, lines, confidence: uprightConfidence(lines) };
}

/** All lines of the reading, those the engine passed over included. */
export async function withMissedLines(reader: Reader, reading: UprightReading): Promise<RecognizedLine[]> {
  const { letters, letterHeight } = reading.print;
  const found: RecognizedLine[] = [];
  for (const box of missedLines(letters, letterHeight, reading.lines))
    found.push(...(await readLine(reader, reading.image, box)));
  return joinedLines(reading.lines, found);
}

/** Room around a line, in its heights: descenders above and below, points and dashes at its ends. */
const LINE_MARGIN_HEIGHTS = 0.3;
const LINE_END_HEIGHTS = 0.6;
const FRAME_PX = 10;
/** A lone line must be read well to count: it may be a scratch or a logo. */
const LEAST_LONE_CONFIDENCE = 60;
const LEAST_LONE_CHARACTER_CONFIDENCE = 88;

async function readLine(reader: Reader, image: GreyImage, box: Box): Promise<RecognizedLine[]> {
  const margin = Math.ceil((box.bottom - box.top) * LINE_MARGIN_HEIGHTS);
  const end = Math.ceil((box.bottom - box.top) * LINE_END_HEIGHTS);
  const left = Math.max(0, box.left - end);
  const top = Math.max(0, box.top - margin);
  const crop = cropped(image, { left, top, right: box.right + end, bottom: box.bottom + margin });
  const large = enlarged(framed(crop, FRAME_PX, paperShade(crop)), box.bottom - box.top);
  const read = await reader.read(large.image, 'line');
  return read
    .filter(isCredibleAlone)
    .map(line => movedLine(scaledLine(line, 1 / large.scale), left - FRAME_PX, top - FRAME_PX));
}

/** Bars and dashes alone are the page's edge or a leftover of a rule. */
function isCredibleAlone(line: RecognizedLine): boolean {
  const characters =
    line.words
      .map(word => word.text)
      .join('')
      .match(/[\p{L}\p{N}]/gu) ?? [];
  const least = characters.length === 1 ? LEAST_LONE_CHARACTER_CONFIDENCE : LEAST_LONE_CONFIDENCE;
  return characters.length > 0 && meanConfidence([line]) >= least;
}
