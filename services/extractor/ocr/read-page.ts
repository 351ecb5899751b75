/** One picture from pixels to lines: upright, level, large enough and free of rules before the engine sees it. */
import { credible, meanConfidence } from './confidence.ts';
import type { Box, GreyImage, RecognizedLine, RecognizedPage } from './engine.ts';
import { missedLines } from './missed.ts';
import { densestBand } from './pixels/band.ts';
import { type Component, inkComponents } from './pixels/components.ts';
import { inkMask, isBlank, type Mask, paperShade } from './pixels/ink.ts';
import { letterHeight, lettersOf, runsDownThePage } from './pixels/letters.ts';
import { rulesOf, withoutRules } from './pixels/rules.ts';
import { cropped, doubled, framed, shrunk } from './pixels/scale.ts';
import { skewOf } from './pixels/skew.ts';
import { type QuarterTurns, turnedByDegrees, turnedByQuarters } from './pixels/turn.ts';
import type { Reader } from './reader.ts';

/** A4 at 340 dpi: more pixels cost time and memory and read no better. */
const LONGEST_SIDE_PX = 4_000;
/** Print with lower letters than this reads better at twice the size … */
const SMALL_LETTER_PX = 12;
/** … if the doubled picture stays below this. */
const MOST_DOUBLED_PIXELS = 16_000_000;
/** Upright pages read at 65 and more, also bad ones; turned ones at 20 to 45. */
const UPRIGHT_CONFIDENCE = 60;
/** Up to here, rules do not disturb the engine's idea of the page. */
const FEW_RULES = 6;

export async function readPage(reader: Reader, picture: GreyImage): Promise<RecognizedPage> {
  const empty = {
    width: picture.width,
    height: picture.height,
    quarterTurns: 0,
    lines: [],
    confidence: 0,
  } as const;
  if (isBlank(picture)) return { ...empty, lines: [] };
  const image = shrunk(picture, Math.max(picture.width, picture.height) / LONGEST_SIDE_PX);
  const print = printOf(image);
  const sideways = runsDownThePage(print.letters, print.letterHeight);
  const first = sideways ? (await sampledTurn(reader, image, [1, 3])).turn : 0;
  let best = await readTurned(reader, image, first, first === 0 ? print : null);
  if (best.confidence < UPRIGHT_CONFIDENCE) {
    const other = await sampledTurn(
      reader,
      image,
      ([2, 1, 3, 0] as const).filter(turn => turn !== first),
    );
    if (other.confidence > best.confidence) {
      const again = await readTurned(reader, image, other.turn, null);
      if (again.confidence > best.confidence) best = again;
    }
  }
  return inPixelsOf(picture, image, best);
}

/** What the ink of a picture says about its print. */
interface Print {
  mask: Mask;
  letters: Component[];
  /** Pixels; 0 without letters. */
  letterHeight: number;
}

function printOf(image: GreyImage): Print {
  const mask = inkMask(image);
  const letters = lettersOf(inkComponents(mask));
  return { mask, letters, letterHeight: letterHeight(letters) };
}

/** Reads only the fullest lines in each direction. */
async function sampledTurn(
  reader: Reader,
  image: GreyImage,
  turns: readonly QuarterTurns[],
): Promise<{ turn: QuarterTurns; confidence: number }> {
  let best: { turn: QuarterTurns; confidence: number } = { turn: turns[0] ?? 0, confidence: 0 };
  for (const turn of turns) {
    const turned = turnedByQuarters(image, turn);
    const level = turnedByDegrees(turned, skewOf(turned));
    const sample = enlarged(cropped(level, densestBand(inkMask(level))));
    const confidence = meanConfidence(await reader.read(sample.image, 'page'));
    if (confidence > best.confidence) best = { turn, confidence };
  }
  return best;
}

function enlarged(
  image: GreyImage,
  height = printOf(image).letterHeight,
): { image: GreyImage; scale: number } {
  const small = height > 0 && height < SMALL_LETTER_PX;
  const fits = image.width * image.height * 4 <= MOST_DOUBLED_PIXELS;
  return small && fits ? { image: doubled(image), scale: 2 } : { image, scale: 1 };
}

/** Reads the picture turned clockwise; `print` is the unturned picture's, where it is known and can be used. */
async function readTurned(
  reader: Reader,
  image: GreyImage,
  quarterTurns: QuarterTurns,
  print: Print | null,
): Promise<RecognizedPage> {
  const upright = turnedByQuarters(image, quarterTurns);
  const skew = skewOf(upright);
  const level = skew === 0 ? upright : turnedByDegrees(upright, skew);
  const { mask, letters, letterHeight } = print !== null && skew === 0 ? print : printOf(level);
  const rules = rulesOf(mask, letterHeight);
  const many = rules.horizontal.length + rules.vertical.length > FEW_RULES;
  const clean = many ? withoutRules(level, mask, rules, paperShade(level)) : level;
  const large = enlarged(clean, letterHeight);
  const lines = scaled(credible(await reader.read(large.image, 'page')), 1 / large.scale);
  const missed = missedLines(letters, letterHeight, lines);
  const all = [...lines];
  for (const box of missed) all.push(...(await readLine(reader, clean, box)));
  return {
    width: upright.width,
    height: upright.height,
    quarterTurns,
    lines: all,
    confidence: meanConfidence(lines),
  };
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
  const read = scaled(await reader.read(large.image, 'line'), 1 / large.scale);
  const sure = read.filter(line => meanConfidence([line]) >= LEAST_LONE_CONFIDENCE);
  return sure.map(line => moved(line, left - FRAME_PX, top - FRAME_PX));
}

function moved(line: RecognizedLine, right: number, down: number): RecognizedLine {
  const move = <B extends Box>(box: B): B => ({
    ...box,
    left: box.left + right,
    top: box.top + down,
    right: box.right + right,
    bottom: box.bottom + down,
  });
  return { ...move(line), words: line.words.map(move) };
}

function scaled(lines: readonly RecognizedLine[], factor: number): RecognizedLine[] {
  if (factor === 1) return [...lines];
  const scale = <B extends Box>(box: B): B => ({
    ...box,
    left: box.left * factor,
    top: box.top * factor,
    right: box.right * factor,
    bottom: box.bottom * factor,
  });
  return lines.map(line => ({ ...scale(line), words: line.words.map(scale) }));
}

/** The page in pixels of the picture as it came, before it was made smaller. */
function inPixelsOf(picture: GreyImage, image: GreyImage, page: RecognizedPage): RecognizedPage {
  if (image === picture) return page;
  const flat = page.quarterTurns % 2 === 0;
  return {
    ...page,
    width: flat ? picture.width : picture.height,
    height: flat ? picture.height : picture.width,
    lines: scaled(page.lines, picture.width / image.width),
  };
}
