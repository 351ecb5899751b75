/** A picture whose lines are nearly level: made level, freed of rules, read as a page, its missed lines one by one. */
import { scaledLine } from './boxes.ts';
import { credible, uprightConfidence } from './confidence.ts';
import type { GreyImage, RecognizedLine } from './engine.ts';
import { joinedLines } from './join.ts';
import { missedLines } from './missed.ts';
import { inkMask, paperShade } from './pixels/ink.ts';
import { largestHeight } from './pixels/letters.ts';
import { hasDarkGround, negative } from './pixels/light.ts';
import { type Rules, rulesOf, withoutRules } from './pixels/rules.ts';
import { evenlyLit } from './pixels/shade.ts';
import { skewOf } from './pixels/skew.ts';
import { withoutTints } from './pixels/tint.ts';
import { turnedByDegrees } from './pixels/turn.ts';
import { enlarged, type Print, printOf } from './print.ts';
import { LEAST_LIGHT_CONFIDENCE, readLine } from './read-line.ts';
import type { Reader } from './reader.ts';
import { secondLook } from './second-look.ts';
import { withSpaces } from './spaces.ts';
import { isSameWord, mended, tornWords } from './torn.ts';

/** Up to here, rules do not disturb the engine's idea of the page. */
const FEW_RULES = 6;

export interface UprightReading {
  /** What the engine was shown: level, without rules. */
  image: GreyImage;
  /** The same with its rules. */
  level: GreyImage;
  /** Whether there may be light print on dark ground. */
  hasLight: boolean;
  print: Print;
  rules: Rules;
  lines: RecognizedLine[];
  /** See `uprightConfidence`. */
  confidence: number;
}

/** On ground darker than this the dark stripes between lines of light print would be rules. */
const DARKEST_RULED_GROUND = 110;

/** `print` is the picture's, where it is known. */
export async function readUpright(
  reader: Reader,
  image: GreyImage,
  print: Print | null,
): Promise<UprightReading> {
  const skew = skewOf(image);
  const level = evenlyLit(skew === 0 ? image : turnedByDegrees(image, skew));
  const levelPrint = print !== null && skew === 0 ? print : printOf(level);
  const hasLight = hasDarkGround(level);
  const mask = hasLight ? inkMask(level, DARKEST_RULED_GROUND) : levelPrint.mask;
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
  return { image: clean, level, hasLight, print: levelPrint, rules, lines, confidence };
}

/** All lines of the reading: with those the engine passed over, light ones on dark ground among them. */
export async function completedLines(reader: Reader, reading: UprightReading): Promise<RecognizedLine[]> {
  const { image, level, hasLight, print, lines } = reading;
  const dark = await withMissedLines(reader, image, print, lines);
  const all = hasLight ? await withLightLines(reader, level, dark) : dark;
  return withSpaces(await secondLook(reader, level, all), print.letters);
}

/** The ground of light print, turned to light, is on average at least this light. */
const LEAST_GROUND = 95;

async function withLightLines(
  reader: Reader,
  image: GreyImage,
  lines: RecognizedLine[],
): Promise<RecognizedLine[]> {
  const turned = negative(image);
  return withMissedLines(reader, turned, printOf(turned, LEAST_GROUND), lines, LEAST_LIGHT_CONFIDENCE);
}

async function withMissedLines(
  reader: Reader,
  image: GreyImage,
  { letters, letterHeight }: Print,
  lines: RecognizedLine[],
  leastConfidence?: number,
): Promise<RecognizedLine[]> {
  const { torn, loose } = tornWords(missedLines(letters, letterHeight, lines), lines, letterHeight);
  const whole = new Map<RecognizedLine, RecognizedLine>();
  for (const part of torn) {
    const line = whole.get(part.line) ?? part.line;
    const words = (await readLine(reader, image, part.whole, leastConfidence)).flatMap(({ words }) => words);
    if (isSameWord(part, words)) whole.set(part.line, mended({ ...part, line }, words));
    else loose.push(...part.boxes);
  }
  const found: RecognizedLine[] = [];
  for (const box of loose) found.push(...(await readLine(reader, image, box, leastConfidence)));
  return joinedLines(
    lines.map(line => whole.get(line) ?? line),
    found,
  );
}
