/** One line of a page, cut out and read by itself. */
import { movedLine, scaledLine } from '../boxes.ts';
import type { Box, GreyImage, RecognizedLine } from '../engine.ts';
import { CUBIC, resized } from '../pixels/resize.ts';
import { cropped, framed } from '../pixels/scale.ts';
import { joinedLetters } from './joined-letters.ts';
import type { TesseractPool } from './pool.ts';

/** Tesseract reads best at about this height of a line's box … */
const LINE_HEIGHT_PX = 48;
/** … with some paper around it. */
const MARGIN_PX = 8;
const MOST_ENLARGEMENT = 3;

/** Null where nothing is read. */
export async function readLine(
  pool: TesseractPool,
  code: string,
  image: GreyImage,
  box: Box,
): Promise<RecognizedLine | null> {
  const piece = cropped(image, box);
  const scale = Math.max(1, Math.min(MOST_ENLARGEMENT, LINE_HEIGHT_PX / piece.height));
  const large = scale === 1 ? piece : resized(piece, piece.width * scale, piece.height * scale, CUBIC);
  const read = await pool.read(code, framed(large, MARGIN_PX, shadeAround(large)), 'line');
  const words = read.flatMap(line => line.words);
  if (words.length === 0) return null;
  const { left, top, right, bottom } = box;
  const line = { left, top, right, bottom, words };
  const placed = scaledLine(movedLine(line, -MARGIN_PX, -MARGIN_PX), 1 / scale);
  const moved = movedLine(placed, Math.floor(left), Math.floor(top));
  return joinedLetters({ ...line, words: moved.words });
}

/** The middle one of the shades along the upper edge: paper. */
function shadeAround({ width, pixels }: GreyImage): number {
  const edge = Uint8Array.from(pixels.subarray(0, width)).sort();
  return edge[edge.length >> 1] ?? 255;
}
