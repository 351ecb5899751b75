/** One line cut out of a picture at the height that the recogniser reads. */
import type { Box, GreyImage } from '../engine.ts';
import { cropped } from '../pixels/scale.ts';
import { resized } from '../pixels/transform.ts';

export const STRIP_HEIGHT_PX = 48;
/** The recogniser looks at steps of this. */
const COLUMN_PX = 8;
const LEAST_COLUMNS = 2;
/** Longer lines are no lines of print. */
const MOST_COLUMNS = 500;

export interface Strip {
  image: GreyImage;
  /** What of the picture it shows, in its pixels. */
  box: Box;
}

export async function stripOf(image: GreyImage, line: Box): Promise<Strip> {
  const piece = cropped(image, line);
  const columns = Math.round((piece.width * STRIP_HEIGHT_PX) / piece.height / COLUMN_PX);
  const width = COLUMN_PX * Math.max(LEAST_COLUMNS, Math.min(MOST_COLUMNS, columns));
  const left = Math.max(0, Math.floor(line.left));
  const top = Math.max(0, Math.floor(line.top));
  const box = { left, top, right: left + piece.width, bottom: top + piece.height };
  return { image: await resized(piece, width, STRIP_HEIGHT_PX), box };
}
