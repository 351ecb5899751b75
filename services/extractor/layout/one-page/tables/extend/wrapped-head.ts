/**
 * Finds heads without lines whose labels have one line or several, centred vertically, so that none of the lines has
 * all labels.
 */

import { firstFrom, median, meetAcross } from '../../../page/geometry.ts';
import { textBox, wordsOf } from '../shape/candidate.ts';
import { type Segment, segmentsOf } from '../shape/columns.ts';
import { columnsOf, type Draft, regionOf } from '../shape/draft.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { HEAD_LINES } from '../shape/head.ts';
import { type TableLine, toTableLine } from '../shape/table-lines.ts';
import type { VisualRow } from '../shape/visual-row.ts';
import { areBold } from '../shape/words.ts';
import { WRAP_PITCH_EM } from '../shape/wraps.ts';
import { LABELS_LEAST } from './neighbours.ts';

/** The lowest line of the head is at most this far above the first row. */
const HEAD_PITCH_EM = 2.2;

/**
 * Returns the lines of the head directly above the table, from top to bottom: bold, with one label for each column, or
 * for each but the first.
 */
export function wrappedHead(draft: Draft, rows: readonly VisualRow[]): TableLine[] {
  const lines = boldRowsAbove(draft, rows);
  for (let count = lines.length; count > 1; count -= 1) {
    const head = lines.slice(0, count).reverse();
    const labels = labelsOf(head.map(({ words }) => segmentsOf(words, CELL_GAP_EM)));
    if (areOfColumns(labels, draft)) return head.map(row => lineOf(row, labels, draft));
  }
  return [];
}

/** Returns the bold rows above the table, the nearest first. */
function boldRowsAbove(draft: Draft, rows: readonly VisualRow[]): VisualRow[] {
  const region = regionOf(draft);
  const words = wordsOf(draft);
  const next = firstFrom(rows.length, at => rows[at]?.baseline ?? 0, textBox(draft).top);
  const found: VisualRow[] = [];
  let below = Math.min(...words.map(word => word.baseline));
  let reach = HEAD_PITCH_EM * median(words.map(word => word.size));
  for (const row of rows.slice(0, next).reverse()) {
    if (!meetAcross(row, region)) continue;
    if (below - row.baseline > reach || !areBold(row.words) || found.length === HEAD_LINES) break;
    found.push(row);
    below = row.baseline;
    reach = WRAP_PITCH_EM * row.size;
  }
  return found;
}

/** Joins texts above each other to labels. */
function labelsOf(lines: readonly (readonly Segment[])[]): Segment[] {
  const labels: Segment[] = [];
  for (const text of lines.flat().sort((a, b) => a.left - b.left)) {
    const last = labels.at(-1);
    if (last && meetAcross(last, text)) {
      last.right = Math.max(last.right, text.right);
      last.words.push(...text.words);
    } else labels.push({ ...text, words: [...text.words] });
  }
  return labels;
}

function areOfColumns(labels: readonly Segment[], draft: Draft): boolean {
  const first = columnsOf(draft) - labels.length;
  if (first < 0 || first > 1 || labels.length < LABELS_LEAST) return false;
  return labels.every(
    ({ left, right }, i) => left < (draft.xs[first + i + 1] ?? 0) && right > (draft.xs[first + i] ?? 0),
  );
}

function lineOf({ words }: VisualRow, labels: readonly Segment[], draft: Draft): TableLine {
  const first = columnsOf(draft) - labels.length;
  const slots = labels.flatMap((label, i) => {
    const own = words.filter(word => label.words.includes(word));
    return own.length > 0 ? [{ column: first + i, colspan: 1, words: own }] : [];
  });
  return { ...toTableLine(words, draft.xs), slots };
}
