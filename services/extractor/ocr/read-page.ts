/** One picture from pixels to lines, whichever way up it lies. */
import { scaledBox, scaledLine } from './boxes.ts';
import { uprightConfidence } from './confidence.ts';
import type { GreyImage, RecognizedPage } from './engine.ts';
import { densestBand } from './pixels/band.ts';
import { flattened } from './pixels/flatten.ts';
import { inkMask, isBlank } from './pixels/ink.ts';
import { runsDownThePage } from './pixels/letters.ts';
import { negative } from './pixels/light.ts';
import { cropped, longestReadableSide, shrunk } from './pixels/scale.ts';
import { evenlyLit, UNEVEN_PHOTOGRAPH_SHARE } from './pixels/shade.ts';
import { sheetOf } from './pixels/sheet.ts';
import { skewOf } from './pixels/skew.ts';
import { softened } from './pixels/speckle.ts';
import { type QuarterTurns, turnedByDegrees, turnedByQuarters } from './pixels/turn.ts';
import { enlarged, type Print, printOf } from './print.ts';
import { completedLines, readUpright, type UprightReading } from './read-upright.ts';
import type { Reader } from './reader.ts';
import { isNegative } from './text-likeness.ts';

export async function readPage(reader: Reader, picture: GreyImage): Promise<RecognizedPage> {
  if (isBlank(picture)) return blankPage(picture);
  const { width, height } = picture;
  const small = shrunk(picture, Math.max(width, height) / longestReadableSide(width, height));
  const scan = asScanned(small);
  const image = isNegative(scan) ? negative(scan) : scan;
  return inPixelsOf(picture, image, await readAnyWayUp(reader, image));
}

/** A photographed sheet as a scanner would have seen it; any other picture as it is. */
function asScanned(picture: GreyImage): GreyImage {
  const found = sheetOf(picture);
  if (found === null) return picture;
  return evenlyLit(flattened(picture, found.sheet, found.squares), UNEVEN_PHOTOGRAPH_SHARE);
}

function blankPage({ width, height }: GreyImage): RecognizedPage {
  const rules = { horizontal: [], vertical: [] };
  return { width, height, quarterTurns: 0, lines: [], rules, confidence: 0 };
}

/** Letters tell whether lines run across or down; which of the two ways up is seen from how well it reads. */
async function readAnyWayUp(reader: Reader, picture: GreyImage): Promise<RecognizedPage> {
  const { image, print } = withoutGrain(picture);
  if (image !== picture && print.letters.length < LEAST_LETTERS) return blankPage(picture);
  const sideways = runsDownThePage(print.letters, print.letterHeight);
  const turn = sideways ? (await bestTurn(reader, image, [1, 3])).turn : 0;
  let best = await readTurned(reader, image, turn, turn === 0 ? print : undefined);
  const others = sideways ? OTHERS_SIDEWAYS : OTHERS_UPRIGHT;
  for (const { below, turns } of others) {
    if (best.reading.confidence >= below) break;
    const other = await bestTurn(reader, image, turns);
    if (other.confidence <= best.reading.confidence) continue;
    const again = await readTurned(reader, image, other.turn);
    if (again.reading.confidence > best.reading.confidence) best = again;
  }
  return completed(reader, best);
}

/** Pieces of ink a pixel from which they are grain: real pictures come to .006 at most, halftones among them. */
const GRAIN_SHARE = 0.02;
/** What is left after more is no grain. */
const MOST_SOFTENINGS = 3;

/** Empty paper seen through grain still has a blot or two. */
const LEAST_LETTERS = 3;

/** The engine takes grain for letters, minutes long. */
function withoutGrain(picture: GreyImage): { image: GreyImage; print: Print } {
  const most = GRAIN_SHARE * picture.pixels.length;
  let [image, print] = [picture, printOf(picture)];
  for (let round = 0; round < MOST_SOFTENINGS && print.components.length > most; round++) {
    image = softened(image);
    print = printOf(image);
  }
  return { image, print };
}

/**
 * What is tried after a bad first reading, and below which confidence. Good pages read at 88 to 96, bad ones at 65
 * and more; upside down they come to 20 to 48, all in capitals to 67. Letters hardly ever mislead about the lines.
 */
const OTHERS_UPRIGHT: readonly Attempt[] = [
  { below: 70, turns: [2] },
  { below: 60, turns: [1, 3] },
];
const OTHERS_SIDEWAYS: readonly Attempt[] = [{ below: 60, turns: [0, 2] }];

interface Attempt {
  below: number;
  turns: readonly QuarterTurns[];
}

/** No page reads like this unless it is upright. */
const CERTAIN_CONFIDENCE = 88;

/** Reads only the fullest lines in each direction. */
async function bestTurn(
  reader: Reader,
  image: GreyImage,
  turns: readonly QuarterTurns[],
): Promise<{ turn: QuarterTurns; confidence: number }> {
  let best: { turn: QuarterTurns; confidence: number } = { turn: turns[0] ?? 0, confidence: 0 };
  for (const turn of turns) {
    const turned = turnedByQuarters(image, turn);
    const mask = inkMask(turned);
    const skew = skewOf(mask);
    const level = skew === 0 ? turned : turnedByDegrees(turned, skew);
    const sample = cropped(level, densestBand(skew === 0 ? mask : inkMask(level)));
    const large = enlarged(sample, printOf(sample).letterHeight);
    const confidence = uprightConfidence(await reader.read(large.image, 'page'));
    if (confidence > best.confidence) best = { turn, confidence };
    if (confidence >= CERTAIN_CONFIDENCE) break;
  }
  return best;
}

interface TurnedReading {
  quarterTurns: QuarterTurns;
  reading: UprightReading;
}

async function readTurned(
  reader: Reader,
  image: GreyImage,
  quarterTurns: QuarterTurns,
  print?: Print,
): Promise<TurnedReading> {
  const reading = await readUpright(reader, turnedByQuarters(image, quarterTurns), print);
  return { quarterTurns, reading };
}

async function completed(reader: Reader, { quarterTurns, reading }: TurnedReading): Promise<RecognizedPage> {
  const { image, rules, confidence } = reading;
  const lines = await completedLines(reader, reading);
  return { width: image.width, height: image.height, quarterTurns, lines, rules, confidence };
}

/** The page in pixels of the picture as it came, before it was made smaller. */
function inPixelsOf(picture: GreyImage, image: GreyImage, page: RecognizedPage): RecognizedPage {
  if (image.width === picture.width) return page;
  const flat = page.quarterTurns % 2 === 0;
  const factor = picture.width / image.width;
  return {
    ...page,
    width: flat ? picture.width : picture.height,
    height: flat ? picture.height : picture.width,
    lines: page.lines.map(line => scaledLine(line, factor)),
    rules: {
      horizontal: page.rules.horizontal.map(rule => scaledBox(rule, factor)),
      vertical: page.rules.vertical.map(rule => scaledBox(rule, factor)),
    },
  };
}
