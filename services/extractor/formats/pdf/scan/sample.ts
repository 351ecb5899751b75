/**
 * Takes samples of a few words of a page, to compare OCR with what its text says there: cheaper than the whole page,
 * and enough to recognise another page's words.
 */

import type { PageContent, Rectangle, TextItem } from '../../../layout/page/content.ts';
import { EAST_ASIAN_SIGNS, HAN_AND_KANA, HANGUL } from '../../../layout/text/scripts.ts';
import type { GreyImage, RecognizedPage } from '../../../ocr/engine.ts';

/** Most samples that are read, and most words of each. */
const PIECES = 3;
const PIECE_WORDS = 4;
/** A sample needs at least this many letters, and is at most this wide. */
const LEAST_LETTERS = 8;
const WIDEST_EM = 12;
/** Margins of a sample, for accents, descenders and a layer that is slightly displaced. */
const ABOVE_EM = 0.95;
const BELOW_EM = 0.25;
const BESIDE_EM = 0.3;
/** Words are on one line if their baselines differ by less than this. */
const SAME_LINE_EM = 0.5;
/** Shorter words occur in many texts. */
const LEAST_LENGTH = 3;

/** Words, or characters of scripts without spaces; punctuation differs between readings. */
const WORDS = new RegExp(
  `[${HAN_AND_KANA}${HANGUL}]|(?:(?![${HAN_AND_KANA}${HANGUL}${EAST_ASIAN_SIGNS}])[\\p{L}\\p{N}])+`,
  'gu',
);

export interface Sample {
  words: TextItem[];
  part: Rectangle;
}

/** Returns words that follow each other on a line, from top to bottom of the text; empty where there are none. */
export function samplesOf(items: readonly TextItem[], { width, height }: PageContent): Sample[] {
  const pieces: TextItem[][] = [];
  for (const item of items) {
    const piece = pieces.at(-1);
    const first = piece?.[0];
    const goesOn =
      piece !== undefined &&
      first !== undefined &&
      piece.length < PIECE_WORDS &&
      Math.abs(item.baseline - first.baseline) < SAME_LINE_EM * first.size &&
      item.left > first.left &&
      item.left + item.width - first.left < WIDEST_EM * first.size;
    if (goesOn) piece.push(item);
    else pieces.push([item]);
  }
  const letters = (piece: readonly TextItem[]) =>
    sumOf(piece.map(({ text }) => text.match(/\p{L}/gu)?.length ?? 0));
  const worded = pieces.filter(piece => letters(piece) >= LEAST_LETTERS);
  const telling = (worded.length === 0 ? pieces : worded).sort(
    (one, other) => (one[0]?.baseline ?? 0) - (other[0]?.baseline ?? 0),
  );
  return Array.from({ length: PIECES }).flatMap((_, third) => {
    const [from, to] = [third, third + 1].map(at => Math.floor((at * telling.length) / PIECES));
    const [words] = telling.slice(from, to).sort((one, other) => letters(other) - letters(one));
    if (words === undefined) return [];
    const em = Math.max(...words.map(({ size }) => size));
    const [left, right] = [
      Math.min(...words.map(word => word.left)),
      Math.max(...words.map(word => word.left + word.width)),
    ];
    const part = {
      left: Math.max(0, left - BESIDE_EM * em),
      right: Math.min(width, right + BESIDE_EM * em),
      top: Math.max(0, Math.min(...words.map(({ baseline }) => baseline)) - ABOVE_EM * em),
      bottom: Math.min(height, Math.max(...words.map(({ baseline }) => baseline)) + BELOW_EM * em),
    };
    return part.right > part.left && part.bottom > part.top ? [{ words, part }] : [];
  });
}

/** Paper around each picture of a sheet. */
const MARGIN_PX = 24;
const PAPER = 255;

/** Puts the pictures side by side, to be read as one line: the cost of finding lines grows with the area. */
export function sheetOf(images: readonly GreyImage[]): GreyImage {
  const width = sumOf(images.map(image => image.width + MARGIN_PX)) + MARGIN_PX;
  const height = Math.max(...images.map(image => image.height)) + 2 * MARGIN_PX;
  const pixels = new Uint8Array(width * height).fill(PAPER);
  let left = MARGIN_PX;
  for (const image of images) {
    for (let y = 0; y < image.height; y++)
      pixels.set(
        image.pixels.subarray(y * image.width, (y + 1) * image.width),
        (MARGIN_PX + y) * width + left,
      );
    left += image.width + MARGIN_PX;
  }
  return { width, height, pixels };
}

/** Returns the share of the text's words that a reading of their picture also has, 0…1; 0 where the text has none. */
export function agreement(words: readonly { text: string }[], { lines }: RecognizedPage): number {
  const own = countsOf(words);
  const long = [...own].filter(([word]) => word.length >= LEAST_LENGTH || EAST_ASIAN.test(word));
  return sharedBy(long.length === 0 ? [...own] : long, countsOf(lines.flatMap(line => line.words)));
}

/** Number of consecutive letters and digits: different codes have few such runs in common, readings of one print most. */
const RUN_LENGTH = 4;

/**
 * Does the same for runs of letters and digits instead of words: base64, keys and serial numbers have words as long as
 * a line, in which OCR confuses letters and inserts spaces.
 */
export function agreementOfRuns(words: readonly { text: string }[], { lines }: RecognizedPage): number {
  return sharedBy([...runsOf(words)], runsOf(lines.flatMap(line => line.words)));
}

function sharedBy(own: readonly [string, number][], seen: ReadonlyMap<string, number>): number {
  const all = sumOf(own.map(([, count]) => count));
  const common = sumOf(own.map(([word, count]) => Math.min(count, seen.get(word) ?? 0)));
  return all === 0 ? 0 : common / all;
}

/** Maps characters that look alike in print to one. */
function runsOf(words: readonly { text: string }[]): Map<string, number> {
  const letters = words
    .flatMap(({ text }) => plain(text).match(WORDS) ?? [])
    .join('')
    .replace(/[1i]/g, 'l')
    .replaceAll('0', 'o');
  const counts = new Map<string, number>();
  for (let at = 0; at + RUN_LENGTH <= letters.length; at++) {
    const run = letters.slice(at, at + RUN_LENGTH);
    counts.set(run, (counts.get(run) ?? 0) + 1);
  }
  return counts;
}

function countsOf(words: readonly { text: string }[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const { text } of words)
    for (const word of plain(text).match(WORDS) ?? []) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

/** Removes accents, which a bad copy loses first. */
const plain = (text: string): string => text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();

const EAST_ASIAN = new RegExp(`[${HAN_AND_KANA}${HANGUL}]`, 'u');

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);
