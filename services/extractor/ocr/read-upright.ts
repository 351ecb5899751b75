/** A picture whose lines are nearly level: made level, freed of rules, read as a page, its missed lines one by one. */
import { movedLine, scaledLine } from './boxes.ts';
import { credible, meanConfidence } from './confidence.ts';
import type { Box, GreyImage, RecognizedLine } from './engine.ts';
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
  lines: RecognizedLine[];
  rules: Rules;
  /** Of the lines that the engine found by itself. */
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
  const { mask, letters, letterHeight } = print !== null && skew === 0 ? print : printOf(level);
  const rules = rulesOf(mask, letterHeight);
  const many = rules.horizontal.length + rules.vertical.length > FEW_RULES;
  const clean = many ? withoutRules(level, mask, rules, paperShade(level)) : level;
  const large = enlarged(clean, letterHeight);
  const read = credible(await reader.read(large.image, 'page'));
  const lines = read.map(line => scaledLine(line, 1 / large.scale));
  const confidence = meanConfidence(lines);
  for (const box of missedLines(letters, letterHeight, lines))
    lines.push(...(await readLine(reader, clean, box)));
  return { lines, rules, confidence };
}

/** Room around a line, in its heights: descenders, dots and what the engine needs of paper. */
const LINE_MARGIN_HEIGHTS = 0.3;
const FRAME_PX = 10;
/** A lone line must be read well to count: it may be a scratch or a logo. */
const LEAST_LONE_CONFIDENCE = 60;

async function readLine(reader: Reader, image: GreyImage, box: Box): Promise<RecognizedLine[]> {
  const margin = Math.ceil((box.bottom - box.top) * LINE_MARGIN_HEIGHTS);
  const left = Math.max(0, box.left - margin);
  const top = Math.max(0, box.top - margin);
  const crop = cropped(image, { left, top, right: box.right + margin, bottom: box.bottom + margin });
  const large = enlarged(framed(crop, FRAME_PX, paperShade(crop)), box.bottom - box.top);
  const read = await reader.read(large.image, 'line');
  return read
    .filter(line => meanConfidence([line]) >= LEAST_LONE_CONFIDENCE)
    .map(line => movedLine(scaledLine(line, 1 / large.scale), left - FRAME_PX, top - FRAME_PX));
}
