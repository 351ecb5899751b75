/** Forms and letterheads set a label at the left and what it asks for at the right: both are one line. */
import { median } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { FIELDS, LINES } from '../../page/line-thresholds.ts';
import { endOf, first, gapsOf, joinNeighbours, last, type Piece } from './neighbours.ts';

const startOf = (piece: Piece): number => first(piece).left;

/** The pieces of a page's lines, labels that end in a colon joined to what stands beside them. */
export function withLabelsJoined(pieces: readonly Piece[]): Piece[] {
  return withColumnsJoined(joinNeighbours(pieces, isAtLabel));
}

/** A value a word's space behind its label, which was drawn before or after it. */
function isAtLabel(label: Piece, value: Piece): boolean {
  const gap = startOf(value) - endOf(last(label));
  return isLabel(label) && isOnRow(label, value) && gap < FIELDS.valueNearEm * first(label).size;
}

/** Values in a column of their own, where several labels have one there. */
function withColumnsJoined(pieces: readonly Piece[]): Piece[] {
  const labels = pieces.filter(isLabel);
  if (labels.length < FIELDS.labelsMin || labels.length > FIELDS.labelsMax) return [...pieces];
  const values = new Map(labels.flatMap(label => pairOf(label, pieces)));
  const columns = Map.groupBy(values.values(), value => Math.round(startOf(value) / FIELDS.columnStep));
  const joined = new Map(
    [...values].filter(([, value]) => {
      const column = columns.get(Math.round(startOf(value) / FIELDS.columnStep));
      return new Set(column).size >= FIELDS.labelsMin;
    }),
  );
  const taken = new Set(joined.values());
  return pieces.filter(piece => !taken.has(piece)).map(piece => [...piece, ...(joined.get(piece) ?? [])]);
}

function isLabel(piece: Piece): boolean {
  return piece.length <= FIELDS.labelWordsMax && /[\p{L})]\s?:$/u.test(last(piece).text);
}

/** Whether a line is a label of few words with its value, and no code. */
export function opensWithLabel({ items }: Pick<Line, 'items'>): boolean {
  if (items[0]?.font.monospace) return false;
  const label = items.slice(0, FIELDS.nearLabelWordsMax).findIndex(item => /\p{L}:$/u.test(item.text));
  return label >= 0 && label < items.length - 1;
}

/** x of what stands beside a line's label; null for lines without one. */
export function valueLeftOf({ items }: Pick<Line, 'items'>): number | null {
  const at = items.findIndex((item, index) => index < FIELDS.labelWordsMax && item.text.endsWith(':')) + 1;
  const [label, value] = [items[at - 1], items[at]];
  if (label === undefined || value === undefined) return null;
  const gap = value.left - endOf(label);
  if (gap < LINES.streamGapEm * label.size) return null;
  // Justified lines may have wide spaces everywhere.
  return gap > LINES.gutterGapFactor * median(gapsOf(items)) || items.length === 2 ? value.left : null;
}

/** A label with the nearest piece on its row. */
function pairOf(label: Piece, pieces: readonly Piece[]): [Piece, Piece][] {
  const end = endOf(last(label));
  let nearest: Piece | null = null;
  for (const piece of pieces) {
    if (piece === label || startOf(piece) < end || !isOnRow(label, piece)) continue;
    if (nearest === null || startOf(piece) < startOf(nearest)) nearest = piece;
  }
  const reach = FIELDS.valueGapEm * first(label).size;
  return nearest !== null && startOf(nearest) - end < reach && !isLabel(nearest) ? [[label, nearest]] : [];
}

function isOnRow(one: Piece, other: Piece): boolean {
  const shift = Math.abs(first(one).baseline - first(other).baseline);
  return shift < FIELDS.labelRowEm * first(one).size;
}
