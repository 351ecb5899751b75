/** One picture from pixels to lines, whichever way up it lies. */
import { scaledBox, scaledLine } from './boxes.ts';
import { meanConfidence } from './confidence.ts';
import type { GreyImage, RecognizedPage } from './engine.ts';
import { densestBand } from './pixels/band.ts';
import { inkMask, isBlank } from './pixels/ink.ts';
import { runsDownThePage } from './pixels/letters.ts';
import { cropped, shrunk } from './pixels/scale.ts';
import { skewOf } from './pixels/skew.ts';
import { type QuarterTurns, turnedByDegrees, turnedByQuarters } from './pixels/turn.ts';
import { enlarged, type Print, printOf } from './print.ts';
import { readUpright } from './read-upright.ts';
import type { Reader } from './reader.ts';

/** A4 at 340 dpi: more pixels cost time and memory and read no better. */
const LONGEST_SIDE_PX = 4_000;
/** Upright pages read at 65 and more, also bad ones; turned ones at 20 to 45. */
const UPRIGHT_CONFIDENCE = 60;

export async function readPage(reader: Reader, picture: GreyImage): Promise<RecognizedPage> {
  if (isBlank(picture)) return blankPage(picture);
  const image = shrunk(picture, Math.max(picture.width, picture.height) / LONGEST_SIDE_PX);
  return inPixelsOf(picture, image, await readAnyWayUp(reader, image));
}

function blankPage({ width, height }: GreyImage): RecognizedPage {
  const rules = { horizontal: [], vertical: [] };
  return { width, height, quarterTurns: 0, lines: [], rules, confidence: 0 };
}

/** Letters tell whether lines run across or down; which of the two ways up is seen from how well it reads. */
async function readAnyWayUp(reader: Reader, image: GreyImage): Promise<RecognizedPage> {
  const print = printOf(image);
  const sideways = runsDownThePage(print.letters, print.letterHeight);
  const first = sideways ? (await bestTurn(reader, image, [1, 3])).turn : 0;
  const page = await readTurned(reader, image, first, first === 0 ? print : null);
  if (page.confidence >= UPRIGHT_CONFIDENCE) return page;
  const others = ([2, 1, 3, 0] as const).filter(turn => turn !== first);
  const other = await bestTurn(reader, image, others);
  if (other.confidence <= page.confidence) return page;
  const again = await readTurned(reader, image, other.turn, null);
  return again.confidence > page.confidence ? again : page;
}

/** Reads only the fullest lines in each direction. */
async function bestTurn(
  reader: Reader,
  image: GreyImage,
  turns: readonly QuarterTurns[],
): Promise<{ turn: QuarterTurns; confidence: number }> {
  let best: { turn: QuarterTurns; confidence: number } = { turn: turns[0] ?? 0, confidence: 0 };
  for (const turn of turns) {
    const turned = turnedByQuarters(image, turn);
    const level = turnedByDegrees(turned, skewOf(turned));
    const sample = cropped(level, densestBand(inkMask(level)));
    const large = enlarged(sample, printOf(sample).letterHeight);
    const confidence = meanConfidence(await reader.read(large.image, 'page'));
    if (confidence > best.confidence) best = { turn, confidence };
  }
  return best;
}

async function readTurned(
  reader: Reader,
  image: GreyImage,
  quarterTurns: QuarterTurns,
  print: Print | null,
): Promise<RecognizedPage> {
  const upright = turnedByQuarters(image, quarterTurns);
  const reading = await readUpright(reader, upright, print);
  return { width: upright.width, height: upright.height, quarterTurns, ...reading };
}

/** The page in pixels of the picture as it came, before it was made smaller. */
function inPixelsOf(picture: GreyImage, image: GreyImage, page: RecognizedPage): RecognizedPage {
  if (image === picture) return page;
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
