/** Cuts one line out of a picture, at the height that the recogniser reads. */
import type { Box, GreyImage } from '../engine.ts';
import { cropped } from '../pixels/scale.ts';
import { resized } from '../pixels/transform.ts';

export const STRIP_HEIGHT_PX = 48;
/** The recogniser works in steps of this width. */
const COLUMN_PX = 8;
const LEAST_COLUMNS = 2;
/** Anything longer is no line of print. */
const MOST_COLUMNS = 500;

export interface Strip {
  image: GreyImage;
  /** The part of the picture that it shows, in the picture's pixels. */
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
