/** Divides a visual line inside a table's region at known column edges. */

import { around, median, middleX } from '../../../page/geometry.ts';
import { withSignsJoined } from './amount-signs.ts';
import type { Segment } from './columns.ts';
import { CELL_GAP_EM, COLUMN_GAP_EM } from './gaps.ts';
import { isNumericWord } from './values.ts';
import { areBold, type Word } from './words.ts';

/** A word space this wide at a column's edge separates two cells even in one piece of text. */
const SPLIT_GAP_EM = 0.5;
/** A line that draws at least this many spaces leaves none open inside its texts. */
const DRAWN_SPACES_MIN = 2;
/** Tolerance for sizes and positions, which producers round. */
const ROUNDING_PT = 0.1;
/** Share of half a column gap that both sides of a drawn edge keep white: cells have more room at one side. */
const CLEAR_SHARE = 0.6;
/** Part of a text at either end that may reach beyond its column. */
const SLOT_RIM_SHARE = 0.15;

/** A text and the columns it covers. */
export interface Slot {
  column: number;
  colspan: number;
  words: Word[];
}

export interface TableLine {
  baseline: number;
  top: number;
  bottom: number;
  size: number;
  slots: Slot[];
}

export const isBoldLine = ({ slots }: TableLine): boolean => slots.every(slot => areBold(slot.words));

/** Divides a line into slots. Texts that are assigned to the columns in order are at most `reach` em beside them. */
export function toTableLine(words: readonly Word[], edges: readonly number[], reach = Infinity): TableLine {
  const { top, bottom } = around(words);
  return {
    baseline: median(words.map(word => word.baseline)),
    top,
    bottom,
    size: median(words.map(word => word.size)),
    slots: toSlots(
      withSignsJoined(cutAtEdges(words, edges), segment => columnOf(edges, middleX(segment))),
      edges,
      reach,
    ),
  };
}

/** Joins slots of one column: justified lines of a narrow column have gaps as wide as those between columns. */
function joinSpread(slots: readonly Slot[]): Slot[] {
  const joined: Slot[] = [];
  for (const slot of slots) {
    const last = joined.at(-1);
    if (last && last.colspan === 1 && slot.colspan === 1 && last.column === slot.column)
      last.words.push(...slot.words);
    else joined.push(slot);
  }
  return joined;
}

/**
 * Returns the slots of texts. If there is one text for each column but not all in their places, the texts are assigned
 * to the columns in order.
 */
function toSlots(segments: readonly Segment[], edges: readonly number[], reach: number): Slot[] {
  const slots = segments.map(segment => toSlot(segment, edges));
  const overlaps = (slot: Slot, i: number) => slot.column + slot.colspan > (slots[i + 1]?.column ?? Infinity);
  if (!slots.some(overlaps)) return slots;
  const areInOrder =
    slots.length === edges.length - 1 &&
    slots.at(-1)?.column !== slots[0]?.column &&
    segments.every((segment, column) => isNear(segment, edges, column, reach));
  if (areInOrder) return slots.map(({ words }, column) => ({ column, colspan: 1, words }));
  slots.forEach((slot, i) => {
    const next = slots[i + 1];
    if (!next || !overlaps(slot, i)) return;
    slot.colspan = Math.max(1, next.column - slot.column);
    if (next.column === slot.column && next.colspan > 1) {
      next.column += 1;
      next.colspan -= 1;
    }
  });
  return joinSpread(slots);
}

function isNear(text: Segment, edges: readonly number[], column: number, reach: number): boolean {
  const distance = reach * (text.words[0]?.size ?? 0);
  return text.left < (edges[column + 1] ?? 0) + distance && text.right > (edges[column] ?? 0) - distance;
}

/** Divides between words at column edges, except inside a text that was drawn in one piece with plain word spaces. */
function cutAtEdges(words: readonly Word[], edges: readonly number[]): Segment[] {
  const inner = edges.slice(1, -1);
  const drawn = words.filter(({ spaceBefore, isSpaceLeftOpen }) => spaceBefore && !isSpaceLeftOpen).length;
  const drawsSpaces = drawn >= DRAWN_SPACES_MIN;
  const segments: Segment[] = [];
  for (const word of words) {
    const last = segments.at(-1);
    if (last && !isCut(last, word, inner, drawsSpaces)) {
      last.words.push(word);
      last.right = Math.max(last.right, word.right);
    } else segments.push({ left: word.left, right: word.right, words: [word] });
  }
  return segments;
}

function isCut(segment: Segment, word: Word, inner: readonly number[], drawsSpaces: boolean): boolean {
  const previous = segment.words.at(-1);
  if (!previous) return false;
  const gap = word.left - segment.right;
  if (gap > CELL_GAP_EM * word.size) return true;
  const [from, to] = [middleX(previous), middleX(word)];
  if (!inner.some(edge => edge > from && edge <= to)) return false;
  // Numbers, and texts beside them, that fill their columns are as near as words, but no space is drawn between them.
  if (drawsSpaces && word.isSpaceLeftOpen && (isNumericWord(previous) || isNumericWord(word))) return true;
  // Neighbours in the stream may be one text; words drawn at another time are another cell.
  if (word.index !== previous.index + 1) return gap > 0;
  const half = CLEAR_SHARE * (COLUMN_GAP_EM / 2) * word.size;
  const isInGap = inner.some(edge => segment.right <= edge - half && word.left >= edge + half);
  const clears = isInGap && gap >= COLUMN_GAP_EM * word.size - ROUNDING_PT;
  return clears || gap > SPLIT_GAP_EM * word.size;
}

/** Returns the columns that a text reaches into by more than its rim: edges midway between texts are not exact. */
function toSlot({ left, right, words }: Segment, edges: readonly number[]): Slot {
  const rim = SLOT_RIM_SHARE * (right - left);
  const from = columnOf(edges, left + rim);
  const to = columnOf(edges, right - rim);
  return { column: from, colspan: to - from + 1, words };
}

function columnOf(edges: readonly number[], x: number): number {
  let column = 0;
  while (column < edges.length - 2 && x >= (edges[column + 1] ?? 0)) column += 1;
  return column;
}
