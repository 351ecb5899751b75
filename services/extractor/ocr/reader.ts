/** What reads prepared pixels: upright, level, of a good size. */
import type { GreyImage, RecognizedLine } from './engine.ts';

/** Whether the picture is a page, whose columns and blocks are to be found, or one line. */
export type Shape = 'page' | 'line';

export interface Reader {
  /** Lines with at least one word, in the reader's order, boxes in the picture's pixels. */
  read(image: GreyImage, shape: Shape): Promise<RecognizedLine[]>;
}
