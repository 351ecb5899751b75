/** Divides tables at numbered headings of a text whose lines happen to keep columns white, as in safety data sheets. */

import type { Candidate } from './candidate.ts';
import { columnsOf, type Draft, type DraftCell, isFilled, rowsBetween, rowsOf } from './draft.ts';
import { cellText } from './text.ts';
import { areBold } from './words.ts';

/** `1.1 Identifiers`, `SECTION 1: Identification`; a number alone stands before its title. */
const SECTION = /^(?:\p{Lu}\p{L}+ )?\d{1,2}(?:\.\d{1,2})*[.:]?(?: \p{Lu}|$)/u;
const SUBSECTION = /^\d{1,2}\.\d/;
/** Fewer at the top of a table may be groups of a price list. */
const SUBSECTIONS_LEAST = 2;

/**
 * Returns the rows between such headings, where at least two follow each other; headings and single rows are text. A
 * table with a head begins with it.
 */
export function splitAtSections(candidate: Candidate): Candidate[] {
  const { draft } = candidate;
  if (draft.kind === 'ruled') return [candidate];
  const byRow = Map.groupBy(draft.cells.filter(isFilled), ({ row }) => row);
  const titles = Array.from({ length: rowsOf(draft) }, (_, row) => titleOf(byRow.get(row) ?? []));
  const subsections = titles.filter(title => SUBSECTION.test(title ?? '')).length;
  const isText = titles[0] !== undefined ? subsections >= SUBSECTIONS_LEAST : candidate.headRows === 0;
  if (!isText || subsections === 0 || isBoldBeside(draft, titles)) return [candidate];
  const parts: Candidate[] = [];
  for (let from = 0, row = 0; row <= titles.length; row++) {
    if (row < titles.length && titles[row] === undefined) continue;
    if (row - from > 1)
      parts.push({ ...candidate, headRows: 0, draft: rowsBetween(draft, from, row, isFilled) });
    from = row + 1;
  }
  return parts.filter(part => columnsOf(part.draft) > 1);
}

/** Returns the text of a row that consists only of such a heading; otherwise undefined. */
function titleOf(row: readonly DraftCell[]): string | undefined {
  const cells = row.toSorted((one, other) => one.column - other.column);
  if (cells.length === 0 || cells.length > 2 || !areBold(cells.flatMap(({ words }) => words)))
    return undefined;
  const text = cells.map(({ words }) => cellText(words)).join(' ');
  return SECTION.test(text) ? text : undefined;
}

const isBoldBeside = ({ cells }: Draft, titles: readonly (string | undefined)[]): boolean =>
  areBold(cells.filter(({ row }) => titles[row] === undefined).flatMap(({ words }) => words));
