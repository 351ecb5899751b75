/** Where a picture has lines of print, after it was levelled and turned the right way up. */
import { heightOf } from './boxes.ts';
import type { Box, GreyImage } from './engine.ts';
import { median } from './median.ts';
import type { FoundLine } from './networks/detect.ts';
import type { LineReading, NetworkReader } from './networks/reader.ts';
import { bendOf, unbent } from './pixels/bends.ts';
import { askewBy, leanOf, levelled, straightened } from './pixels/level.ts';
import { type QuarterTurns, turnedByQuarters } from './pixels/transform.ts';
import { upendedBoxes } from './upended.ts';

export interface FoundPrint {
  /** Upright and level. */
  image: GreyImage;
  /** The clockwise turns that made it upright. */
  quarterTurns: QuarterTurns;
  /** From top to bottom. */
  lines: Box[];
  /** Lines that may run up or down; some are also in `lines`. */
  upended: Box[];
  /** Readings made on the way, by line. */
  read: Map<Box, LineReading>;
}

/** A box this many times taller than wide holds a line that runs up or down the page. */
const UPENDED_SHAPE = 1.6;
/** The lines used to tell which way is up: those whose width is nearest to this many times their height. */
const SAMPLE_LINES = 6;
const SAMPLE_SHAPE = 8;
/** Every upright page is read at least this well (0…1) … */
const CERTAIN = 0.93;
/**
 * … and the other way up must read better by this much and like print, because scripts that the networks do not know
 * read badly either way.
 */
const BETTER_BY = 0.03;
const LEAST_PROBABILITY = 0.8;

type Networks = Pick<NetworkReader, 'find' | 'read'>;

/** Null if there is no print: a blank page, a photograph. */
export async function findPrint(networks: Networks, picture: GreyImage): Promise<FoundPrint | null> {
  let image = picture;
  let lines: FoundLine[] = await networks.find(image);
  const quarterTurns = runsDown(lines) ? 1 : 0;
  if (quarterTurns === 1) {
    image = await turnedByQuarters(picture, 1);
    lines = await networks.find(image);
  }
  const askew = askewBy(lines);
  if (askew !== 0) {
    image = await straightened(image, askew);
    lines = await networks.find(image);
  }
  let level = await levelled(image, leanOf(lines, image.height));
  // Turning the boxes that were found would be faster, but boxes of lines close to each other, such as those in a table
  // cell, would then merge.
  if (level !== image) lines = await networks.find(level);
  const bend = bendOf(lines);
  if (bend !== null) {
    level = unbent(level, bend);
    lines = await networks.find(level);
  }
  return lines.length === 0
    ? null
    : upright(networks, { image: level, quarterTurns, lines, upended: upendedBoxes(lines), read: new Map() });
}

/** Whether most of the boxes found are taller than wide. */
function runsDown(lines: readonly Box[]): boolean {
  let [tall, wide] = [0, 0];
  for (const { left, top, right, bottom } of lines) {
    const [width, height] = [right - left, bottom - top];
    if (height > UPENDED_SHAPE * width) tall += width * height;
    else wide += width * height;
  }
  return tall > wide;
}

/**
 * On a page of horizontal lines, a box this many times taller than wide, and than most lines, holds a column of
 * figures; each of them is also found alone.
 */
const STACKED_SHAPE = 3;
const STACKED_LINES = 2;

function withoutStacks(lines: readonly Box[]): Box[] {
  const usual = median(lines.map(heightOf));
  return lines.filter(({ left, top, right, bottom }) => {
    const height = bottom - top;
    return height < STACKED_SHAPE * (right - left) || height < STACKED_LINES * usual;
  });
}

/** The print as it is, or upside down if its lines read better that way. */
async function upright(networks: Networks, found: FoundPrint): Promise<FoundPrint> {
  const lines = withoutStacks(found.lines);
  const sorted = { ...found, lines: lines.sort((a, b) => a.top - b.top) };
  const here = await sampled(networks, sorted);
  if (here >= CERTAIN) return sorted;
  const other = await headDown(sorted);
  const there = await sampled(networks, other);
  return there >= LEAST_PROBABILITY && there > here + BETTER_BY ? other : sorted;
}

/** The mean over the sample's lines. */
async function sampled(networks: Networks, { image, lines, read }: FoundPrint): Promise<number> {
  const shape = ({ left, top, right, bottom }: Box) =>
    Math.abs(Math.log((right - left) / (bottom - top) / SAMPLE_SHAPE));
  const sample = [...lines].sort((a, b) => shape(a) - shape(b)).slice(0, SAMPLE_LINES);
  let sum = 0;
  for (const line of sample) {
    const reading = await networks.read(image, line);
    read.set(line, reading);
    sum += reading.probability;
  }
  return sum / sample.length;
}

async function headDown({ image, quarterTurns, lines, upended }: FoundPrint): Promise<FoundPrint> {
  const { width, height } = image;
  const about = (boxes: readonly Box[]) =>
    boxes.map(({ left, top, right, bottom }) => ({
      left: width - right,
      right: width - left,
      top: height - bottom,
      bottom: height - top,
    }));
  return {
    image: await turnedByQuarters(image, 2),
    quarterTurns: quarterTurns === 0 ? 2 : 3,
    lines: about(lines).sort((a, b) => a.top - b.top),
    upended: about(upended),
    read: new Map(),
  };
}
