/** The head of a table: wrapped labels are one row, labels over several columns are a row of their own. */

import type { Rule } from '../../../page/content.ts';
import { around, middleX } from '../../../page/geometry.ts';
import { OVERLAP_PITCH_EM } from './row-merge.ts';
import type { Slot, TableLine } from './table-lines.ts';

/** Lines of the highest heads: three levels of wrapped labels. */
export const HEAD_LINES = 6;
/** Share of a column's width that a rule under a label must run along for the label to span the column. */
const LABEL_RULE_SHARE = 0.5;
/** A label over all value columns stands in their middle within this. */
const CENTRED_EM = 2;
/** A label begins where its column does within this. */
export const TIGHT_HEAD_PT = 2;

/** `partial` are rules inside the head that run under some columns only: what they underline spans these. */
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

/** Whether a rule under some columns runs between two lines of the head: they are of different levels. */
function isParted(row: readonly TableLine[], line: TableLine, partial: readonly Rule[]): boolean {
  const last = row.at(-1);
  return partial.some(
    ({ position }) =>
      last !== undefined && position > last.baseline && position < line.baseline - line.size / 2,
  );
}

/** Whether a label of the row stands over several of the line: it is the label of their group. */
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

/** Labels of the line above that stand beside those of a line: one of two lines is set about the middle of one of one line. */
function levelWith(lines: readonly TableLine[], i: number): readonly Slot[] {
  const [above, line] = [lines[i - 1], lines[i]];
  if (!above || !line || line.baseline - above.baseline > OVERLAP_PITCH_EM * line.size) return [];
  const isCovered = ({ column }: Slot) => line.slots.some(slot => slot.column === column);
  return above.slots.filter(slot => !isCovered(slot));
}

/** `beside` are labels of the same level, which no rule of the line's own labels runs under. */
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

/** Each column over the rule goes to the label nearest to it: borders of cells side by side are drawn as one. */
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

/** A single label in the middle over all columns but the first stands for them all. */
export function spanValues(slot: Slot, size: number, edges: readonly number[]): void {
  const [from, to] = [edges[1] ?? 0, edges.at(-1) ?? 0];
  const columns = edges.length - 2;
  if (columns < 2 || slot.column === 0 || Math.abs((from + to) / 2 - middleOf(slot)) > CENTRED_EM * size)
    return;
  slot.column = 1;
  slot.colspan = columns;
}
