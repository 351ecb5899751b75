/** Reads a page with Tesseract alone, used if the native module of the networks does not load. */
import { placedLine } from '../boxes.ts';
import { credible, uprightConfidence } from '../confidence.ts';
import type { GreyImage, RecognizedLine, RecognizedPage } from '../engine.ts';
import { isBlank, paperShade } from '../pixels/ink.ts';
import { largestHeight } from '../pixels/letters.ts';
import { rulesOf, withoutRules } from '../pixels/rules.ts';
import { type QuarterTurns, turnedByDegrees, turnedByQuarters } from '../pixels/transform.ts';
import { enlarged, printOf } from '../print.ts';
import type { TesseractPool } from './pool.ts';

/** Up to this many rules do not disturb the engine's layout analysis. */
const FEW_RULES = 6;
/** Good pages reach 88 to 96, bad ones at least 65. Upside down they reach at most 48, or 67 if all in capitals. */
const TURNED_BELOW = 70;

/** With a smaller lean Tesseract reads as well, and better than on a turned picture. */
const LEAST_DEGREES = 0.4;

/** Reads in the pool's preferred language. */
export async function readWithTesseract(pool: TesseractPool, picture: GreyImage): Promise<RecognizedPage> {
  if (isBlank(picture)) return { ...EMPTY, width: picture.width, height: picture.height };
  let best = await readTurned(pool, picture, 0);
  for (const turns of [2, 1, 3] as const) {
    if (best.confidence >= TURNED_BELOW) break;
    const other = await readTurned(pool, picture, turns);
    if (other.confidence > best.confidence) best = other;
  }
  return best;
}

const EMPTY = {
  quarterTurns: 0,
  lines: [],
  rules: { horizontal: [], vertical: [] },
  confidence: 0,
} as const satisfies Omit<RecognizedPage, 'width' | 'height'>;

async function readTurned(
  pool: TesseractPool,
  picture: GreyImage,
  quarterTurns: QuarterTurns,
): Promise<RecognizedPage> {
  const turned = await turnedByQuarters(picture, quarterTurns);
  const degrees = await pool.leanOf(pool.preferred, turned);
  const image = Math.abs(degrees) < LEAST_DEGREES ? turned : await turnedByDegrees(turned, degrees);
  const { mask, letters, letterHeight } = printOf(image);
  const rules = rulesOf(image, mask, largestHeight(letters), null);
  const many = rules.horizontal.length + rules.vertical.length > FEW_RULES;
  const plain = many ? withoutRules(image, mask, rules, paperShade(image)) : image;
  const large = await enlarged(plain, letterHeight);
  const read = credible(await pool.read(pool.preferred, large.image, 'page'));
  const lines: RecognizedLine[] = read.map(line => placedLine(line, 1 / large.scale));
  const { horizontal, vertical } = rules;
  return {
    width: image.width,
    height: image.height,
    quarterTurns,
    lines,
    rules: { horizontal, vertical },
    confidence: uprightConfidence(lines),
  };
}
