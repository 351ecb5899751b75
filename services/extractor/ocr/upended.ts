/** Finds lines that run up or down a page of horizontal lines: heads of narrow columns, names of axes, numbers in a margin. */
import { heightOf, placedBox } from './boxes.ts';
import type { Box, GreyImage, UpendedLine } from './engine.ts';
import { median } from './median.ts';
import { isLegible, type LineReading, type NetworkReader } from './networks/reader.ts';
import { cropped } from './pixels/scale.ts';
import { turnedByQuarters } from './pixels/transform.ts';

/**
 * Such a line is this many times taller than wide, and this many times as tall as most lines: short heads reach twice,
 * a large letter 1.5.
 */
const UPENDED_SHAPE = 1.6;
const UPENDED_LINES = 1.5;
/** Columns of figures and drawings are as tall, so it must be read with this probability (0…1) and contain a word. */
const LEAST_PROBABILITY = 0.9;
const WORD = /\p{L}{3}/u;
/** More belong to a drawing; each takes two readings. */
const MOST_BOXES = 60;

export function upendedBoxes(lines: readonly Box[]): Box[] {
  const usual = median(lines.map(heightOf));
  const tall = lines.filter(
    ({ left, top, right, bottom }) =>
      bottom - top >= UPENDED_SHAPE * (right - left) && bottom - top >= UPENDED_LINES * usual,
  );
  return tall.length > MOST_BOXES ? [] : tall;
}

/** The boxes that are print, and the lines without them. */
export async function readUpended(
  networks: Pick<NetworkReader, 'read'>,
  image: GreyImage,
  { upended, lines }: { upended: readonly Box[]; lines: readonly Box[] },
): Promise<{ upended: UpendedLine[]; lines: Box[] }> {
  const read = new Map<Box, UpendedLine>();
  for (const box of upended) {
    const piece = cropped(image, box);
    const frame = placedBox(
      { left: 0, top: 0, right: piece.width, bottom: piece.height },
      1,
      ...cornerOf(box),
    );
    const readings: UpendedReading[] = [];
    for (const runsUp of [true, false]) {
      const turned = await turnedByQuarters(piece, runsUp ? 1 : 3);
      const all = { left: 0, top: 0, right: turned.width, bottom: turned.height };
      readings.push({ runsUp, reading: await networks.read(turned, all) });
    }
    const best = readings
      .filter(({ reading }) => isPrint(reading))
      .sort((one, other) => other.reading.probability - one.reading.probability)[0];
    if (best?.reading.line) read.set(box, { runsUp: best.runsUp, frame, words: best.reading.line.words });
  }
  const taken = [...read.keys()];
  const isTaken = (line: Box) => taken.some(({ left, top }) => line.left === left && line.top === top);
  return { upended: [...read.values()], lines: lines.filter(line => !isTaken(line)) };
}

interface UpendedReading {
  runsUp: boolean;
  reading: LineReading;
}

/** Rounded the way `cropped` rounds. */
const cornerOf = ({ left, top }: Box): [number, number] => [
  Math.max(0, Math.floor(left)),
  Math.max(0, Math.floor(top)),
];

const isPrint = (reading: LineReading): boolean =>
  isLegible(reading) &&
  reading.probability >= LEAST_PROBABILITY &&
  reading.line?.words.some(({ text }) => WORD.test(text)) === true;
