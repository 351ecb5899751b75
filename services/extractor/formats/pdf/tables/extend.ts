/** Rows above and below a table that keep its columns, where no line closes the table on that side. */
import type { Rule } from '../page.ts';
import { assemble } from './assemble.ts';
import { type Candidate, textBox, wordsOf } from './candidate.ts';
import { columnsOf, type Draft, rowsOf } from './draft.ts';
import { coverage } from './grid.ts';
import { mergeRows } from './row-merge.ts';
import { median, type TableLine, toTableLine } from './table-lines.ts';
import { linesOf } from './text.ts';
import {
  BORDER_SHARE,
  EXTEND_PITCH_EM,
  EXTEND_PITCH_SHARE,
  EXTEND_SLOT_SHARE,
  LARGER_SIZE,
  ROW_EDGE_PT,
  WRAP_PITCH_EM,
} from './thresholds.ts';
import type { VisualRow } from './visual-rows.ts';
import type { Word } from './words.ts';

/** `rows` are the visual rows in no table, from top to bottom. */
export function extendTable(
  candidate: Candidate,
  rows: readonly VisualRow[],
  rules: readonly Rule[],
): Candidate {
  const { draft } = candidate;
  const horizontal = rules.filter(rule => rule.orientation === 'horizontal');
  const below = isClosed(horizontal, draft, draft.ys.at(-1) ?? 0) ? [] : following(draft, rows);
  if (below.length === 0) return candidate;
  const body = mergeRows(below);
  const lower = assemble({
    kind: draft.kind,
    xs: draft.xs,
    head: [],
    body,
    top: draft.ys.at(-1) ?? 0,
    bottom: Math.max(...below.map(line => line.bottom)),
  });
  const shift = rowsOf(draft);
  const cells = [...draft.cells, ...lower.cells.map(cell => ({ ...cell, row: cell.row + shift }))];
  return { ...candidate, draft: { ...draft, ys: [...draft.ys, ...lower.ys.slice(1)], cells } };
}

function isClosed(horizontal: readonly Rule[], draft: Draft, y: number): boolean {
  const here = horizontal.filter(rule => Math.abs(rule.position - y) <= ROW_EDGE_PT);
  return coverage(here, draft.xs[0] ?? 0, draft.xs.at(-1) ?? 0) > BORDER_SHARE;
}

function following(draft: Draft, rows: readonly VisualRow[]): TableLine[] {
  const words = wordsOf(draft);
  const size = median(words.map(word => word.size));
  const pitch = Math.max(rowPitch(draft), EXTEND_PITCH_EM * size);
  const lines: TableLine[] = [];
  let last = Math.max(...words.map(word => word.baseline));
  const bottom = textBox(draft).bottom;
  for (const row of rows) {
    if (row.baseline <= bottom) continue;
    if (row.right <= (draft.xs[0] ?? 0) || row.left >= (draft.xs.at(-1) ?? 0)) continue;
    if (row.baseline - last > EXTEND_PITCH_SHARE * pitch || row.size > LARGER_SIZE * size) break;
    const wraps = lines.length > 0 && row.baseline - last <= WRAP_PITCH_EM * row.size;
    if (!fits(draft, row.words, wraps ? 1 : Math.max(2, EXTEND_SLOT_SHARE * columnsOf(draft)))) break;
    lines.push(toTableLine(row.words, draft.xs));
    last = row.baseline;
  }
  return lines;
}

/** Distance of the first baselines of neighbouring rows. */
function rowPitch(draft: Draft): number {
  const firsts = Array.from({ length: rowsOf(draft) }, (_, row) => {
    const words = draft.cells
      .filter(cell => cell.row === row && cell.rowspan === 1)
      .flatMap(cell => cell.words);
    return linesOf(words)[0]?.[0]?.baseline;
  }).filter(baseline => baseline !== undefined);
  const pitches = firsts.slice(1).map((baseline, i) => baseline - (firsts[i] ?? baseline));
  return Math.max(0, ...pitches);
}

/** Whether the words keep the columns and fill at least so many of them. */
function fits(draft: Draft, words: readonly Word[], least: number): boolean {
  const [left, right] = [(draft.xs[0] ?? 0) - 2, (draft.xs.at(-1) ?? 0) + 2];
  const inner = draft.xs.slice(1, -1);
  if (words.some(word => word.left < left || word.right > right)) return false;
  if (words.some(word => inner.some(x => word.left < x - 1 && word.right > x + 1))) return false;
  const line = toTableLine(words, draft.xs);
  return line.slots.length >= least && line.slots.every(slot => slot.colspan === 1);
}
