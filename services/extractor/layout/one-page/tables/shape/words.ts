/** Words with their boxes, as the table rules see them. */

import type { Rectangle, TextItem } from '../../../page/content.ts';
import { isLeader } from '../../../text/leaders.ts';

/** Spaces of fonts are at most this wide; wider ones are set by justification or are columns themselves. */
export const WIDE_SPACE_EM = 0.33;

export interface Word extends Rectangle {
  text: string;
  baseline: number;
  /** Font size in points: one em. */
  size: number;
  bold: boolean;
  monospace: boolean;
  upright: boolean;
  /** Place in `page.items`. */
  item: number;
  /** Place in the content stream, and whether a space parts it from the word before it there. */
  index: number;
  spaceBefore: boolean;
  /** Room parts it from the word before, but no space that is drawn. */
  isSpaceLeftOpen: boolean;
}

export const areBold = (words: readonly Word[]): boolean => words.every(word => word.bold);

/** Text counts as upright up to this angle, in degrees: scans are straightened to about 1. */
const UPRIGHT_DEGREES = 3;
/** Heights above and below the baseline in em; boxes that fonts declare are too often wrong. */
const ASCENT_EM = 0.8;
const DESCENT_EM = 0.2;

export function toWords(items: readonly TextItem[]): Word[] {
  const words: Word[] = [];
  items.forEach((item, position) => {
    // Dots that lead the eye to a value are no text of either cell.
    if (isLeader(item.text)) return;
    const isTurned = Math.abs(item.angle) > UPRIGHT_DEGREES;
    words.push(isTurned ? turnedWord(item, position) : uprightWord(item, position));
  });
  return words;
}

function uprightWord(item: TextItem, position: number): Word {
  const { text, baseline, size, left, width, index, spaceBefore, isSpaceLeftOpen, font, invisible } = item;
  return {
    text,
    left,
    right: left + width,
    top: baseline - ASCENT_EM * size,
    bottom: baseline + DESCENT_EM * size,
    baseline,
    size,
    bold: font.bold,
    monospace: font.monospace && !invisible,
    upright: true,
    item: position,
    index,
    spaceBefore,
    isSpaceLeftOpen: isSpaceLeftOpen === true,
  };
}

/** The box of a word that stands at an angle; it belongs to the cell that holds its middle. */
function turnedWord(item: TextItem, position: number): Word {
  const radians = (item.angle * Math.PI) / 180;
  const [dx, dy] = [Math.cos(radians) * item.width, -Math.sin(radians) * item.width];
  const [ux, uy] = [-Math.sin(radians) * item.size, -Math.cos(radians) * item.size];
  const xs = [0, dx, ux, dx + ux].map(x => x + item.left);
  const ys = [0, dy, uy, dy + uy].map(y => y + item.baseline);
  return {
    ...uprightWord(item, position),
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
    upright: false,
  };
}
