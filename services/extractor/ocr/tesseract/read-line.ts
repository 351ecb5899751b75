/** Reads one line of a page, cut out on its own. */
import { placedBox } from '../boxes.ts';
import type { Box, GreyImage, RecognizedLine, RecognizedWord } from '../engine.ts';
import { inkOf, tightened } from '../networks/ink.ts';
import { paperShade } from '../pixels/ink.ts';
import { cropped, framed } from '../pixels/scale.ts';
import { resized } from '../pixels/transform.ts';
import type { TesseractPool } from './pool.ts';

/** Tesseract reads best if a line's box has about this height … */
const LINE_HEIGHT_PX = 48;
/** … with some paper around it. */
const MARGIN_PX = 8;
const MOST_ENLARGEMENT = 3;

/** Null if nothing is read. */
export async function readLine(
  pool: Pick<TesseractPool, 'read'>,
  code: string,
  image: GreyImage,
  box: Box,
): Promise<RecognizedLine | null> {
  const piece = darkOnLight(cropped(image, box));
  const scale = Math.max(1, Math.min(MOST_ENLARGEMENT, LINE_HEIGHT_PX / piece.height));
  const [width, height] = [piece.width * scale, piece.height * scale];
  const large = scale === 1 ? piece : await resized(piece, width, height, 'cubic');
  const read = await pool.read(code, framed(large, MARGIN_PX, paperShade(large)), 'line');
  const words = apart(read.flatMap(line => line.words));
  if (words.length === 0) return null;
  const { left, top, right, bottom } = box;
  const margin = MARGIN_PX / scale;
  const onPage = (word: RecognizedWord) =>
    placedBox(word, 1 / scale, Math.floor(left) - margin, Math.floor(top) - margin);
  return { left, top, right, bottom, words: words.map(onPage) };
}

/** The line with its words as high as their ink; the core gives many words the height of the whole line. */
export function withInkHeights(image: GreyImage, line: RecognizedLine): RecognizedLine {
  const ink = inkOf(cropped(image, line));
  const [across, down] = [line.left, line.top].map(edge => Math.max(0, Math.floor(edge))) as [number, number];
  const words = line.words.map(word => {
    const place = { left: word.left - across, right: word.right - across };
    const { top, bottom } = tightened(ink, place, word.text);
    return { ...word, top: down + top, bottom: down + bottom };
  });
  return { ...line, words };
}

/** In shades; faded print and the grain of paper move the mean by less. */
const LIGHTER_BY = 8;

/**
 * Inverts light print, because the core is not given negatives. Most of a line is its ground, and print moves the mean
 * away from it.
 */
export function darkOnLight(piece: GreyImage): GreyImage {
  const { pixels } = piece;
  const mean = pixels.reduce((sum, shade) => sum + shade, 0) / pixels.length;
  return mean > paperShade(piece) + LIGHTER_BY
    ? { ...piece, pixels: pixels.map(shade => 255 - shade) }
    : piece;
}

/** Thai vowels and tone marks stand above and below letters. */
const STACKED = /[\p{Script=Thai}\p{M}]/u;

/** The core's box of a word often covers the first letters of the next word, whose left edge is right. */
function apart(words: readonly RecognizedWord[]): RecognizedWord[] {
  const placed = [...words].sort((a, b) => a.left - b.left);
  return words.map(word => {
    const next = placed[placed.indexOf(word) + 1];
    return next !== undefined && next.left > word.left && next.left < word.right && !STACKED.test(next.text)
      ? { ...word, right: next.left }
      : word;
  });
}
