/** Lines that belong together: a paragraph, a heading, a list, a caption. */

import type { Rectangle } from './content.ts';
import type { Line } from './line.ts';

/** A block is bold, italic or monospaced from this share of its characters on. */
export const BOLD_SHARE = 0.8;

export interface Block extends Rectangle {
  /** From top to bottom. */
  lines: Line[];
  /** In points; the size of most characters. */
  size: number;
  characters: number;
  words: number;
  /** Shares of the characters, 0…1. */
  bold: number;
  italic: number;
  monospace: number;
  color: number | null;
  fontName: string;
  /** Position in the content stream of its first word. */
  index: number;
}

export const isBold = (block: Block): boolean => block.bold >= BOLD_SHARE;

/** Whether all of a block was filled into the fields of a form, so that its type shows nothing. */
export const isFieldValue = ({ lines }: Block): boolean =>
  lines.every(({ items }) => items.every(({ field }) => field === true));
