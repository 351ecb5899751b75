/** Tables without lines: rows whose texts leave the same strips white. */
import { assemble } from './assemble.ts';
import { edgesFromGaps, findGaps, type Gap, joinComplements, type Segment, segmentsOf } from './columns.ts';
import type { Draft } from './draft.ts';
import { spanValues } from './head.ts';
import { mergeRows } from './row-merge.ts';
import { median, type Slot, type TableLine, toTableLine } from './table-lines.ts';
import {
  CELL_GAP_EM,
  COLUMN_GAP_EM,
  HEADING_PITCH_SHARE,
  LARGER_SIZE,
  ROW_PITCH_EM,
  ROW_PITCH_SHARE,
  TIGHT_HEAD_PT,
  WRAP_PITCH_EM,
} from './thresholds.ts';
import type { VisualRow } from './visual-rows.ts';

interface CutRow extends VisualRow {
  segments: Segment[];
}

export interface UnruledDraft {
  draft: Draft;
  rows: VisualRow[];
}

export function findUnruled(rows: readonly VisualRow[]): UnruledDraft[] {
  const cut = rows.map((row): CutRow => ({ ...row, segments: segmentsOf(row.words, CELL_GAP_EM) }));
  const used = new Set<CutRow>();
  const found: UnruledDraft[] = [];
  for (const least of [3, 2]) {
    for (const seed of cut) {
      if (used.has(seed) || seed.segments.length < least) continue;
      const sequence = growSequence(seed, cut, used);
      const draft = sequence.length > 1 ? draftSequence(sequence, rowAbove(sequence, cut, used)) : null;
      if (!draft) continue;
      for (const row of sequence) used.add(row);
      found.push({ draft, rows: sequence });
    }
  }
  return found;
}

/** Rows below (and labels above) the seed that keep its strips white. */
function growSequence(seed: CutRow, rows: readonly CutRow[], used: ReadonlySet<CutRow>): CutRow[] {
  const down = walk(seed, rows.slice(rows.indexOf(seed) + 1), used, gapsOf(seed));
  const up = walk(seed, rows.slice(0, rows.indexOf(seed)).reverse(), used, down.gaps, 3);
  return [...up.rows.slice(1).reverse(), ...down.rows];
}

function walk(
  seed: CutRow,
  candidates: readonly CutRow[],
  used: ReadonlySet<CutRow>,
  start: Gap[],
  limit = Infinity,
) {
  const rows = [seed];
  let pending: CutRow[] = [];
  let gaps = start;
  let pitch = 0;
  const [left, right] = [() => Math.min(...rows.map(r => r.left)), () => Math.max(...rows.map(r => r.right))];
  for (const row of candidates) {
    if (rows.length > limit) break;
    if (row.left >= right() || row.right <= left()) continue;
    const last = pending.at(-1) ?? rows.at(-1) ?? seed;
    const step = Math.abs(row.baseline - last.baseline);
    const size = Math.max(row.size, last.size);
    if (used.has(row) || step > ROW_PITCH_EM * size || (pitch > 0 && step > ROW_PITCH_SHARE * pitch)) break;
    const next = intersect(gaps, row, size);
    const fits = row.segments.length > 1 && next.length >= Math.min(gaps.length, 2) && next.length > 0;
    if (fits) {
      gaps = next;
      rows.push(...pending, row);
      pending = [];
      pitch = Math.max(pitch, step);
    } else if (isWrap(row, last, next, gaps) || (pending.length === 0 && isInside(row, rows, pitch, step)))
      pending.push(row);
    else break;
  }
  return { rows, gaps };
}

/** The next line of a wrapped cell: in one column, and near. */
function isWrap(row: CutRow, last: CutRow, next: readonly Gap[], gaps: readonly Gap[]): boolean {
  const near = Math.abs(row.baseline - last.baseline) <= WRAP_PITCH_EM * row.size;
  return near && next.length === gaps.length && row.left > (gaps[0]?.from ?? 0);
}

/** A line across the table, set as the rows are: a heading of rows, not one of the page. */
function isInside(row: CutRow, rows: readonly CutRow[], pitch: number, step: number): boolean {
  const size = rows[0]?.size ?? row.size;
  return (
    row.segments.length === 1 &&
    row.size < LARGER_SIZE * size &&
    (pitch === 0 || step < HEADING_PITCH_SHARE * pitch)
  );
}

function gapsOf(row: CutRow): Gap[] {
  return row.segments.slice(1).map((segment, i) => ({ from: row.segments[i]?.right ?? 0, to: segment.left }));
}

/** What of the strips a row leaves white. */
function intersect(gaps: readonly Gap[], row: CutRow, size: number): Gap[] {
  const whites = [{ from: -Infinity, to: row.left }, ...gapsOf(row), { from: row.right, to: Infinity }];
  const both = gaps.flatMap(gap =>
    whites.map(white => ({ from: Math.max(gap.from, white.from), to: Math.min(gap.to, white.to) })),
  );
  return both.filter(gap => gap.to - gap.from >= COLUMN_GAP_EM * size);
}

/** The row next above, if it is near enough to be the head. */
function rowAbove(
  sequence: readonly CutRow[],
  rows: readonly CutRow[],
  used: ReadonlySet<CutRow>,
): CutRow | null {
  const [first] = sequence;
  const above = rows.findLast(
    row => first && row.baseline < first.baseline && row.left < first.right && row.right > first.left,
  );
  const near = above && first && first.baseline - above.baseline <= ROW_PITCH_EM * first.size;
  return near && !used.has(above) ? above : null;
}

/**
 * Labels set close together over columns that begin where they do: bold words, one of them at the left side of
 * each column.
 */
function tightHead(row: VisualRow, lines: readonly TableLine[], xs: readonly number[]): TableLine | null {
  if (!row.words.every(word => word.bold) || lines.every(line => isBold(line))) return null;
  const starts = xs.slice(1).map((_, column) => {
    const left = median(lines.flatMap(line => line.slots.filter(slot => slot.column === column).map(leftOf)));
    return row.words.findIndex(word => Math.abs(word.left - left) <= TIGHT_HEAD_PT);
  });
  if (starts.includes(-1)) return null;
  const slots = starts.map((start, column) => ({
    column,
    colspan: 1,
    words: row.words.slice(start, starts[column + 1] ?? row.words.length),
  }));
  return { ...toTableLine(row.words, xs), slots };
}

function isBold(line: TableLine): boolean {
  return line.slots.every(slot => slot.words.every(word => word.bold));
}

function leftOf({ words }: Slot): number {
  return Math.min(...words.map(word => word.left));
}

function draftSequence(rows: readonly CutRow[], above: CutRow | null): Draft | null {
  const [left, right] = [Math.min(...rows.map(row => row.left)), Math.max(...rows.map(row => row.right))];
  const gaps = findGaps(
    rows.map(row => row.segments),
    right - left,
  );
  const xs = joinComplements(
    edgesFromGaps(left, right, gaps),
    rows.map(row => row.words),
  );
  if (xs.length < 3) return null;
  const lines = rows.map(row => toTableLine(row.words, xs));
  const [first, last] = [lines[0], lines.at(-1)];
  const [label] = first?.slots ?? [];
  if (label && first?.slots.length === 1 && (lines[1]?.slots.length ?? 0) > 2)
    spanValues(label, first.size, xs);
  const head = above && tightHead(above, lines, xs);
  return assemble({
    kind: 'unruled',
    xs,
    head: head ? [[head]] : [],
    body: mergeRows(lines),
    top: head?.top ?? first?.top ?? 0,
    bottom: last?.bottom ?? 0,
  });
}
