/** Builds the head of a table: wrapped labels form one row, labels over several columns a row of their own. */

import type { Rule } from '../../../page/content.ts';
import { around, middleX } from '../../../page/geometry.ts';
import { OVERLAP_PITCH_EM } from './row-merge.ts';
import type { Slot, TableLine } from './table-lines.ts';

/** Most lines of a head: three levels of wrapped labels. */
export const HEAD_LINES = 6;
/** A label spans a column if a rule under it covers at least this share of the column's width. */
const LABEL_RULE_SHARE = 0.5;
/** A label over all value columns is centred over them within this tolerance. */
const CENTRED_EM = 2;
/** A label begins where its column does within this tolerance. */
export const TIGHT_HEAD_PT = 2;

/**
 * Groups the lines of a head into rows. `partial` are rules inside the head that run under some columns only: the text
 * above such a rule spans these.
 */
export function mergeHead(
  lines: readonly TableLine[],
  edges: readonly number[],
  partial: readonly Rule[],
): TableLine[][] {
  lines.forEach((line, i) => {
    const next = lines[i + 1];
    if (next) spanLabels(line, levelWith(lines, i), next, edges, partial);
  });
  const rows: TableLine[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const sameLevel = row && isSpanning(row[0]) === isSpanning(line);
    if (row && sameLevel && !isParted(row, line, partial) && !isOver(row, line)) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

/** Whether a rule under some columns runs between two lines of the head, which are then of different levels. */
function isParted(row: readonly TableLine[], line: TableLine, partial: readonly Rule[]): boolean {
  const last = row.at(-1);
  return partial.some(
    ({ position }) =>
      last !== undefined && position > last.baseline && position < line.baseline - line.size / 2,
  );
}

/** Whether a label of the row stands over several labels of the line: it is the label of their group. */
function isOver(row: readonly TableLine[], line: TableLine): boolean {
  return row
    .flatMap(upper => upper.slots)
    .some(({ column, colspan }) => {
      const under = line.slots.filter(slot => slot.column >= column && slot.column < column + colspan);
      return under.length > 1;
    });
}

function isSpanning(line: TableLine | undefined): boolean {
  return line?.slots.some(slot => slot.colspan > 1) ?? false;
}

/** Returns labels of the line above that stand beside those of a line: a label of two lines is centred beside one of one line. */
function levelWith(lines: readonly TableLine[], i: number): readonly Slot[] {
  const [above, line] = [lines[i - 1], lines[i]];
  if (!above || !line || line.baseline - above.baseline > OVERLAP_PITCH_EM * line.size) return [];
  const isCovered = ({ column }: Slot) => line.slots.some(slot => slot.column === column);
  return above.slots.filter(slot => !isCovered(slot));
}

/**
 * Extends the labels of a line over the columns that they span. `beside` are labels of the same level, under which none
 * of the line's rules runs.
 */
function spanLabels(
  line: TableLine,
  beside: readonly Slot[],
  next: TableLine,
  edges: readonly number[],
  partial: readonly Rule[],
): void {
  const below = partial.filter(
    ({ position }) => position > line.baseline - line.size / 2 && position < next.baseline,
  );
  const underlined = Map.groupBy(line.slots, slot =>
    below.find(({ start, end }) => start < middleOf(slot) && end > middleOf(slot)),
  );
  for (const [rule, slots] of underlined) if (rule) shareRule(slots, [...slots, ...beside], edges, rule);
  const [only] = line.slots;
  if (only && line.slots.length === 1 && next.slots.length > 1) spanValues(only, line.size, edges);
}

function middleOf({ words }: Slot): number {
  return middleX(around(words));
}

/** Assigns each column over the rule to the nearest label: borders of adjacent cells are drawn as one. */
function shareRule(
  own: readonly Slot[],
  labels: readonly Slot[],
  edges: readonly number[],
  rule: Rule,
): void {
  const columns = edges.slice(1).flatMap((right, column) => {
    const left = edges[column] ?? right;
    const overlap = Math.min(right, rule.end) - Math.max(left, rule.start);
    return overlap > LABEL_RULE_SHARE * (right - left) ? [{ column, middle: (left + right) / 2 }] : [];
  });
  const shares = Map.groupBy(columns, ({ middle }) => nearest(labels, middle));
  for (const [label, under] of shares) {
    if (!label || !own.includes(label)) continue;
    label.column = under[0]?.column ?? label.column;
    label.colspan = under.length;
  }
}

function nearest(labels: readonly Slot[], x: number): Slot | undefined {
  const distance = (label: Slot) => Math.abs(middleOf(label) - x);
  return labels.toSorted((one, other) => distance(one) - distance(other))[0];
}

/** Extends a single label that is centred over all columns but the first over all of these. */
export function spanValues(slot: Slot, size: number, edges: readonly number[]): void {
  const [from, to] = [edges[1] ?? 0, edges.at(-1) ?? 0];
  const columns = edges.length - 2;
  if (columns < 2 || slot.column === 0 || Math.abs((from + to) / 2 - middleOf(slot)) > CENTRED_EM * size)
    return;
  slot.column = 1;
  slot.colspan = columns;
}
