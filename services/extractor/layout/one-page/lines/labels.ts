/** Joins labels to their values: forms and letterheads set a label at the left and its value at the right of one line. */

import { median } from '../../page/geometry.ts';
import { type Line, STREAM_GAP_EM } from '../../page/line.ts';
import { isMarker } from '../../text/markers.ts';
import { GUTTER_GAP_FACTOR } from './gutters.ts';
import { endOf, first, gapsOf, joinNeighbours, last, type Piece } from './neighbours.ts';

/** Limits for printed labels: their number on a page, their words, and how far their values are from them on their row. */
export const LABELS_MIN = 3;
const LABELS_MAX = 200;
const LABEL_WORDS_MAX = 8;
export const VALUE_GAP_EM = 22;
const VALUE_NEAR_EM = 0.8;
const NEAR_LABEL_WORDS_MAX = 3;
/** Baselines of a label and its value differ by at most this, … */
export const LABEL_ROW_EM = 0.2;
/** … and values begin where others do, within this many points. */
const COLUMN_STEP = 2;

const startOf = (piece: Piece): number => first(piece).left;

/** Returns the pieces of a page's lines, with labels that end in a colon joined to what stands beside them. */
export function withLabelsJoined(pieces: readonly Piece[]): Piece[] {
  return withColumnsJoined(joinNeighbours(pieces, isAtLabel, isLabel));
}

/** Whether a value stands a word's space after its label, whichever of them was drawn first. */
function isAtLabel(label: Piece, value: Piece): boolean {
  const gap = startOf(value) - endOf(last(label));
  return isOnRow(label, value) && gap < VALUE_NEAR_EM * first(label).size;
}

/** Joins values that stand in a column of their own to their labels, where several labels have one there. */
function withColumnsJoined(pieces: readonly Piece[]): Piece[] {
  const labels = pieces.filter(isLabel);
  if (labels.length < LABELS_MIN || labels.length > LABELS_MAX) return [...pieces];
  const values = new Map(labels.flatMap(label => pairOf(label, pieces)));
  const columns = Map.groupBy(values.values(), value => Math.round(startOf(value) / COLUMN_STEP));
  const joined = new Map(
    [...values].filter(([, value]) => {
      const column = columns.get(Math.round(startOf(value) / COLUMN_STEP));
      return new Set(column).size >= LABELS_MIN;
    }),
  );
  const taken = new Set(joined.values());
  return pieces.filter(piece => !taken.has(piece)).map(piece => [...piece, ...(joined.get(piece) ?? [])]);
}

function isLabel(piece: Piece): boolean {
  const { text } = last(piece);
  return piece.length <= LABEL_WORDS_MAX && text.endsWith(':') && /[\p{L})]\s?:$/u.test(text);
}

/** Whether a line is a label of few words with its value, and not code. */
export function opensWithLabel({ items }: Pick<Line, 'items'>): boolean {
  if (items[0]?.font.monospace) return false;
  const label = items
    .slice(0, NEAR_LABEL_WORDS_MAX)
    .findIndex(({ text }) => text.endsWith(':') && /\p{L}:$/u.test(text));
  return label >= 0 && label < items.length - 1;
}

/** Returns the x coordinate of the value beside a line's label; null for lines without one. */
export function valueLeftOf({ items }: Pick<Line, 'items'>): number | null {
  const at = items.findIndex((item, index) => index < LABEL_WORDS_MAX && item.text.endsWith(':')) + 1;
  const [label, value] = [items[at - 1], items[at]];
  if (label === undefined || value === undefined) return null;
  const gap = value.left - endOf(label);
  if (gap < STREAM_GAP_EM * label.size) return null;
  // Justified lines may have wide spaces everywhere.
  return gap > GUTTER_GAP_FACTOR * median(gapsOf(items)) || items.length === 2 ? value.left : null;
}

/** Pairs a label with the nearest piece on its row. */
function pairOf(label: Piece, pieces: readonly Piece[]): [Piece, Piece][] {
  const end = endOf(last(label));
  let nearest: Piece | null = null;
  for (const piece of pieces) {
    if (piece === label || startOf(piece) < end || !isOnRow(label, piece)) continue;
    if (nearest === null || startOf(piece) < startOf(nearest)) nearest = piece;
  }
  const reach = VALUE_GAP_EM * first(label).size;
  if (nearest === null || startOf(nearest) - end >= reach || isLabel(nearest)) return [];
  // Both are items of a two-column list, each with a check box before it.
  return opensItem(label) && opensItem(nearest) ? [] : [[label, nearest]];
}

const opensItem = (piece: Piece): boolean => isMarker(first(piece).text);

function isOnRow(one: Piece, other: Piece): boolean {
  const shift = Math.abs(first(one).baseline - first(other).baseline);
  return shift < LABEL_ROW_EM * first(one).size;
}
