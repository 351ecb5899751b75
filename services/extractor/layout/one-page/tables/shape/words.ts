/** Words with their boxes, as the table rules use them. */

import type { Rectangle, TextItem } from '../../../page/content.ts';
import { isLeader, LEADER_DOTS_MIN } from '../../../text/leaders.ts';

/** Spaces of fonts are at most this wide; wider ones come from justification or separate columns. */
export const WIDE_SPACE_EM = 0.33;

export interface Word extends Rectangle {
  text: string;
  baseline: number;
  /** Font size in points: one em. */
  size: number;
  bold: boolean;
  monospace: boolean;
  upright: boolean;
  /** Index in `page.items`. */
  item: number;
  /** Index in the content stream, and whether a space separates it from the word before it there. */
  index: number;
  spaceBefore: boolean;
  /** Whether room separates it from the word before, without a drawn space. */
  isSpaceLeftOpen: boolean;
  /**
   * Whether it is a dot of a leader drawn dot by dot. In a drawn cell it is no text; elsewhere it distinguishes a table
   * of contents from a table.
   */
  leads: boolean;
}

export const areBold = (words: readonly Word[]): boolean => words.every(word => word.bold);

/** Text counts as upright up to this angle, in degrees: scans are straightened to about 1. */
const UPRIGHT_DEGREES = 3;
/** Heights above and below the baseline; the boxes that fonts declare are too often wrong. */
const ASCENT_EM = 0.8;
const DESCENT_EM = 0.2;
const DOT = '.';
/** Greatest distance from one dot of a leader to the next, and tolerance for their positions. */
const DOT_STEP_MAX_EM = 2.5;
const DOT_SLACK_EM = 0.1;

export function toWords(items: readonly TextItem[]): Word[] {
  const words: Word[] = [];
  const leaders = leadersAmong(items);
  items.forEach((item, position) => {
    const leads = leaders.has(item);
    // Dot leaders are no text of either cell.
    if (leads && item.text !== DOT) return;
    const isTurned = Math.abs(item.angle) > UPRIGHT_DEGREES;
    words.push(isTurned ? turnedWord(item, position, leads) : uprightWord(item, position, leads));
  });
  return words;
}

/** Finds dot leaders: one word, or dots drawn one by one at equal distances, as by forms and TeX. */
export function leadersAmong(items: readonly TextItem[]): ReadonlySet<TextItem> {
  const found = new Set<TextItem>();
  let row: TextItem[] = [];
  const endRow = () => {
    if (row.length >= LEADER_DOTS_MIN) for (const dot of row) found.add(dot);
    row = [];
  };
  for (const item of items) {
    if (isLeader(item.text)) found.add(item);
    if (item.text !== DOT || !goesOn(row, item)) endRow();
    if (item.text === DOT) row.push(item);
  }
  endRow();
  return found;
}

function goesOn(row: readonly TextItem[], dot: TextItem): boolean {
  const [before, last] = [row.at(-2), row.at(-1)];
  if (last === undefined) return true;
  const step = dot.left - last.left;
  const isLevel = Math.abs(dot.baseline - last.baseline) < DOT_SLACK_EM * dot.size;
  const isNear = step > dot.width && step < DOT_STEP_MAX_EM * dot.size;
  return (
    isLevel &&
    isNear &&
    (before === undefined || Math.abs(last.left - before.left - step) < DOT_SLACK_EM * dot.size)
  );
}

function uprightWord(item: TextItem, position: number, leads: boolean): Word {
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
    leads,
  };
}

/** Returns the box of a word at an angle; it belongs to the cell that contains its middle. */
function turnedWord(item: TextItem, position: number, leads: boolean): Word {
  const radians = (item.angle * Math.PI) / 180;
  const [dx, dy] = [Math.cos(radians) * item.width, -Math.sin(radians) * item.width];
  const [ux, uy] = [-Math.sin(radians) * item.size, -Math.cos(radians) * item.size];
  const xs = [0, dx, ux, dx + ux].map(x => x + item.left);
  const ys = [0, dy, uy, dy + uy].map(y => y + item.baseline);
  return {
    ...uprightWord(item, position, leads),
    left: Math.min(...xs),
    right: Math.max(...xs),
    top: Math.min(...ys),
    bottom: Math.max(...ys),
    upright: false,
  };
}
