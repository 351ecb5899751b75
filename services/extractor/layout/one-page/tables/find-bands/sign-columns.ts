/**
 * Columns that are none: spreadsheets and filings set an amount's currency, its percent sign or closing bracket and the
 * room between two amounts in cells of their own.
 */

import { middleX } from '../../../page/geometry.ts';
import { HEAD_BODY_ROWS } from '../shape/column-sides.ts';
import { segmentsOf } from '../shape/columns.ts';
import { intervalOf } from '../shape/draft.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { CROSSING_SLACK_PT } from '../shape/rules.ts';
import type { Word } from '../shape/words.ts';

/** A drawn column without text narrower than this (in em) is room between two others. */
const SPACER_EM = 4;

const BEFORE_AMOUNT = /^(?:[$€£¥₹]|US\$|USD|EUR|GBP)$/;
const AFTER_AMOUNT = /^(?:%|\)|\)%|pts?|bps)$/;

/** The edges without those between an amount and its signs, and without columns of nothing but a little room. */
export function withoutSignColumns(xs: number[], lines: readonly (readonly Word[])[]): number[] {
  // A head alone does not say what stands below it.
  if (lines.length <= HEAD_BODY_ROWS) return xs;
  const columns = ownWords(xs, lines);
  const size = lines[0]?.[0]?.size ?? 0;
  const isSpacer = (column: number) =>
    columns[column]?.length === 0 && (xs[column + 1] ?? 0) - (xs[column] ?? 0) < SPACER_EM * size;
  const holds = (column: number, sign: RegExp) => {
    const words = columns[column] ?? [];
    return words.length > 0 && words.every(word => sign.test(word.text));
  };
  /** Whether nothing parts the columns at both sides of an inner edge. */
  const isInside = (edge: number) =>
    isSpacer(edge) ||
    (edge === 1 && isSpacer(0)) ||
    holds(edge - 1, BEFORE_AMOUNT) ||
    holds(edge, AFTER_AMOUNT);
  return xs.filter((_, edge) => edge === 0 || edge === xs.length - 1 || !isInside(edge));
}

/** The words of each column; labels over three and more say nothing of those that their words stand in. */
function ownWords(xs: readonly number[], lines: readonly (readonly Word[])[]): Word[][] {
  const columns: Word[][] = xs.slice(1).map(() => []);
  for (const { left, right, words } of lines.flatMap(line => segmentsOf(line, CELL_GAP_EM))) {
    if (intervalOf(xs, right - CROSSING_SLACK_PT) - intervalOf(xs, left + CROSSING_SLACK_PT) >= 2) continue;
    for (const word of words) columns[intervalOf(xs, middleX(word))]?.push(word);
  }
  return columns;
}
