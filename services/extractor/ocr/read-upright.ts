/** A picture whose lines are nearly level: made level, freed of rules, read as a page, its missed lines one by one. */

import { withBlanks } from './blanks.ts';
import { scaledLine } from './boxes.ts';
import { withBullets } from './bullets.ts';
import { withCapitalI } from './capital-i.ts';
import { credible, isCredible, uprightConfidence } from './confidence.ts';
import type { Box, GreyImage, RecognizedLine } from './engine.ts';
import { joinedLines } from './join.ts';
import { withBarsTurned } from './light-bars.ts';
import { mayBeLine, missedLines } from './missed.ts';
import { withoutOverlaps } from './overlaps.ts';
import { inkMask, type Mask, paperShade } from './pixels/ink.ts';
import { largestHeight } from './pixels/letters.ts';
import { levelled } from './pixels/level.ts';
import { type Band, bandOf, darkBands, negative } from './pixels/light.ts';
import { painted } from './pixels/paint.ts';
import { type Rules, rulesOf, withoutRules } from './pixels/rules.ts';
import { evenlyLit } from './pixels/shade.ts';
import { withoutTints } from './pixels/tint.ts';
import { enlarged, lightPrintOf, type Print, printOf } from './print.ts';
import { LEAST_LIGHT_CONFIDENCE, readLine } from './read-line.ts';
import type { Reader } from './reader.ts';
import { secondLook } from './second-look.ts';
import { withSpaces } from './spaces.ts';
import { loneSquares, withTickBoxes } from './tick-boxes.ts';
import { isSameWord, mended, tornWords } from './torn.ts';
import { withWeight } from './weight.ts';

/** Up to here, rules do not disturb the engine's idea of the page. */
const FEW_RULES = 6;

export interface UprightReading {
  /** What the engine was shown: level, without rules. */
  image: GreyImage;
  /** The same with its rules. */
  level: GreyImage;
  /** Where there may be light print on dark ground. */
  dark: Band[];
  print: Print;
  rules: Rules;
  lines: RecognizedLine[];
  /** See `uprightConfidence`. */
  confidence: number;
}

/** On ground darker than this the dark stripes between lines of light print would be rules. */
const DARKEST_RULED_GROUND = 110;

/** `print` is the picture's. */
export async function readUpright(
  reader: Reader,
  image: GreyImage,
  print = printOf(image),
): Promise<UprightReading> {
  // Before corners come in that are lighter than any paper.
  const lit = evenlyLit(image);
  const straight = levelled(lit, print.mask);
  const levelPrint = straight === lit ? print : printOf(straight);
  const level = withBarsTurned(straight);
  const dark = darkBands(straight);
  const mask = withoutDarkGround(levelPrint.mask, straight, dark);
  const found = rulesOf(mask, largestHeight(levelPrint.letters));
  const many = found.horizontal.length + found.vertical.length > FEW_RULES;
  const paper = paperShade(level);
  const plain = withoutTints(level, levelPrint.components, levelPrint.letterHeight, paper);
  const clean = many ? withoutRules(plain, mask, found, paper) : plain;
  const large = enlarged(clean, levelPrint.letterHeight);
  const read = credible(await reader.read(large.image, 'page'));
  const lines = read.map(line => scaledLine(line, 1 / large.scale));
  const rules = { horizontal: found.horizontal, vertical: found.vertical };
  const confidence = uprightConfidence(lines);
  return {
    image: clean,
    level,
    dark: level === straight ? dark : darkBands(level),
    print: levelPrint,
    rules,
    lines,
    confidence,
  };
}

/** The mask without what lies on dark ground. */
function withoutDarkGround(mask: Mask, level: GreyImage, dark: readonly Band[]): Mask {
  if (dark.length === 0) return mask;
  const ink = mask.ink.slice();
  for (const band of dark)
    ink.set(inkMask(bandOf(level, band), DARKEST_RULED_GROUND).ink, band.top * mask.width);
  return { ...mask, ink };
}

/** All lines of the reading: with those the engine passed over, light ones on dark ground among them. */
export async function completedLines(reader: Reader, reading: UprightReading): Promise<RecognizedLine[]> {
  const { image, level, dark, print, rules, lines } = reading;
  const squares = loneSquares(print);
  const letters = print.letters.filter(letter => !squares.some(square => isInside(letter, square)));
  const boxes = missedLines(letters, print.letterHeight, lines);
  const plain = painted(image, squares, paperShade(image), EDGE_PX);
  const found = await withLines(reader, plain, print.letterHeight, { lines, boxes });
  const all = await withLightLines(reader, level, dark, found);
  const once = withoutOverlaps(await secondLook(reader, level, all));
  const spaced = withSpaces(once, print.letters);
  const marked = withTickBoxes(
    withBullets(withCapitalI(spaced), print.components),
    print.components,
    print.mask,
  );
  return withBlanks(withWeight(marked, print.mask), rules.horizontal);
}

const isInside = (a: Box, b: Box): boolean =>
  a.left >= b.left && a.right <= b.right && a.top >= b.top && a.bottom <= b.bottom;

/** The soft edge around ink. */
const EDGE_PX = 2;

async function withLightLines(
  reader: Reader,
  image: GreyImage,
  dark: readonly Band[],
  lines: RecognizedLine[],
): Promise<RecognizedLine[]> {
  const print = lightPrintOf(image, dark);
  if (print.letters.length === 0) return lines;
  // What the page's reading made of light print, hardly read as it was, does not keep it from being read.
  const sure = lines.map(line => ({ ...line, words: line.words.filter(isCredible) }));
  const boxes = missedLines(print.letters, print.letterHeight, sure);
  if (boxes.length === 0) return lines;
  return withLines(reader, negative(image), print.letterHeight, { lines, boxes }, LEAST_LIGHT_CONFIDENCE);
}

/** After so many boxes in a row in which nothing is read the others are texture, too: noise costs half a minute otherwise. */
const MOST_FRUITLESS = 40;

/** The lines with what is read in the boxes. */
async function withLines(
  reader: Reader,
  image: GreyImage,
  letterHeight: number,
  { lines, boxes }: { lines: RecognizedLine[]; boxes: Box[] },
  leastConfidence?: number,
): Promise<RecognizedLine[]> {
  const { torn, loose } = tornWords(boxes, lines, letterHeight);
  const whole = new Map<RecognizedLine, RecognizedLine>();
  for (const part of torn) {
    const line = whole.get(part.line) ?? part.line;
    const words = (await readLine(reader, image, part.whole, leastConfidence)).flatMap(({ words }) => words);
    if (isSameWord(part, words)) whole.set(part.line, mended({ ...part, line }, words));
    else loose.push(...part.boxes);
  }
  const found: RecognizedLine[] = [];
  let fruitless = 0;
  for (const box of loose.filter(box => mayBeLine(box, letterHeight))) {
    const read = await readLine(reader, image, box, leastConfidence);
    found.push(...read);
    fruitless = read.length > 0 ? 0 : fruitless + 1;
    if (fruitless >= MOST_FRUITLESS) break;
  }
  return joinedLines(
    lines.map(line => whole.get(line) ?? line),
    found,
  );
}
