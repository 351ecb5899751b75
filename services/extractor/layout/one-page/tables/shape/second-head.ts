/** Divides two tables that were found as one: below prose, the second begins with a head of its own. */

import type { Candidate } from './candidate.ts';
import { type Draft, type DraftCell, isFilled, rowsBetween, rowsOf } from './draft.ts';
import { PROSE_LINE_WORDS } from './prose.ts';
import { cellText } from './text.ts';
import { areBold } from './words.ts';

/** A head names at least this many columns. */
const HEAD_LABELS = 2;

/**
 * Returns each table of at least two rows with its head; rows between tables belong to none. A grid closed by lines is
 * one table.
 */
export function splitAtSecondHead(candidate: Candidate): Candidate[] {
  const { draft } = candidate;
  if (draft.kind === 'ruled' || !draft.cells.some(isLongLabel)) return [candidate];
  const rows = filledByRow(draft);
  const parts: Candidate[] = [];
  let from = 0;
  for (let row = 1; row < rows.length; row += 1) {
    if (!isProse(rows[row])) continue;
    let head = row + 1;
    while (rows[head]?.length === 1) head += 1;
    if (!isHead(rows, head) || isSpanned(draft, row, head)) continue;
    parts.push({ ...candidate, draft: rowsBetween(draft, from, row) });
    from = head;
    row = head;
  }
  if (from === 0) return [candidate];
  parts.push({ ...candidate, draft: rowsBetween(draft, from, rows.length) });
  return parts.filter(part => rowsOf(part.draft) > 1);
}

function filledByRow(draft: Draft): DraftCell[][] {
  const rows = Map.groupBy(draft.cells.filter(isFilled), cell => cell.row);
  return Array.from({ length: rowsOf(draft) }, (_, row) =>
    (rows.get(row) ?? []).sort((one, other) => one.column - other.column),
  );
}

/** Whether a row is a single text with as many words as a line of prose, beginning where such lines do. */
function isProse(row: readonly DraftCell[] = []): boolean {
  const [text, ...others] = row;
  return text !== undefined && others.length === 0 && isLongLabel(text);
}

const isLongLabel = ({ column, words }: DraftCell): boolean =>
  column === 0 && words.length >= PROSE_LINE_WORDS;

/** Whether a row repeats the labels of the first row, or is bold between rows that are not. */
function isHead(rows: readonly DraftCell[][], at: number): boolean {
  const [first = [], prose = [], head = [], body = []] = [rows[0], rows[at - 1], rows[at], rows[at + 1]];
  if (head.length < HEAD_LABELS) return false;
  if (labelsOf(first) === labelsOf(head)) return true;
  return areAllBold(head) && !areAllBold(prose) && body.length >= HEAD_LABELS && !areAllBold(body);
}

const labelsOf = (row: readonly DraftCell[]): string =>
  row.map(({ column, words }) => `${column} ${cellText(words)}`).join('\n');

const areAllBold = (row: readonly DraftCell[]): boolean => row.every(({ words }) => areBold(words));

/** Whether a cell extends from the rows above into the prose, or from there into the rows below. */
function isSpanned(draft: Draft, prose: number, head: number): boolean {
  return draft.cells.some(({ row, rowspan }) =>
    [prose, head].some(edge => row < edge && row + rowspan > edge),
  );
}
