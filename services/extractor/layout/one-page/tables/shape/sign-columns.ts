/**
 * Removes columns that are none: spreadsheets and filings set an amount's currency, its percent sign or closing bracket
 * and the space between two amounts in cells of their own.
 */

import { middleX } from '../../../page/geometry.ts';
import { HEAD_BODY_ROWS } from './column-sides.ts';
import { segmentsOf } from './columns.ts';
import { intervalOf } from './draft.ts';
import { CELL_GAP_EM } from './gaps.ts';
import { CROSSING_SLACK_PT } from './rules.ts';
import { isCurrency } from './values.ts';
import type { Word } from './words.ts';

/** A drawn column without text narrower than this (in em) is space between two others. */
const SPACER_EM = 4;

/**
 * The currencies joined in drawn tables, whose head may be found later: other currencies may have a column and a label
 * of their own there.
 */
const isUsualCurrency = (text: string): boolean => /^(?:[$€£¥₹]|US\$|USD|EUR|GBP)$/.test(text);
const isAfterAmount = (text: string): boolean => /^(?:%|\)|\)%|pts?|bps)$/.test(text);

/** Returns the edges without those between an amount and its signs, and without drawn columns that are only narrow spaces. */
export function withoutSignColumns(
  xs: number[],
  lines: readonly (readonly Word[])[],
  areDrawn = true,
): number[] {
  // A head alone does not show what stands below it.
  if (lines.length <= HEAD_BODY_ROWS) return xs;
  const columns = ownWords(xs, lines);
  const running = labelsAcross(xs, columns, lines[0] ?? []);
  const size = lines[0]?.[0]?.size ?? 0;
  const isSpacer = (column: number) =>
    areDrawn && columns[column]?.length === 0 && (xs[column + 1] ?? 0) - (xs[column] ?? 0) < SPACER_EM * size;
  const holds = (column: number, isSign: (text: string) => boolean) => {
    const words = columns[column]?.filter(word => !running.has(word)) ?? [];
    return words.length > 0 && words.every(word => isSign(word.text));
  };
  /** Whether an inner edge separates nothing: the columns on both sides are one. */
  const isInside = (edge: number) =>
    isSpacer(edge) ||
    (edge === 1 && isSpacer(0)) ||
    holds(edge - 1, areDrawn ? isUsualCurrency : isCurrency) ||
    holds(edge, isAfterAmount);
  return xs.filter((_, edge) => edge === 0 || edge === xs.length - 1 || !isInside(edge));
}

/**
 * Returns the labels of the first line with a word that extends from one column into another, over an amount and its
 * currency. If another word of the label ends with its column, there are two labels.
 */
function labelsAcross(xs: readonly number[], columns: readonly Word[][], head: readonly Word[]): Set<Word> {
  const runsOver = ({ left, right }: Word) =>
    xs.some(x => left < x - CROSSING_SLACK_PT && right > x + CROSSING_SLACK_PT);
  const labels = new Set(head);
  const ends = columns.map(words =>
    words.reduce((end, word) => (labels.has(word) ? end : Math.max(end, word.right)), -Infinity),
  );
  const endsColumn = (word: Word) => {
    const end = ends[intervalOf(xs, middleX(word))] ?? -Infinity;
    return !runsOver(word) && Math.abs(end - word.right) < CROSSING_SLACK_PT;
  };
  const across = segmentsOf(head, CELL_GAP_EM).filter(
    ({ words }) => words.some(runsOver) && !words.some(endsColumn),
  );
  return new Set(across.flatMap(({ words }) => words));
}

/** Returns the words of each column; labels over at least three columns say nothing about those in which their words stand. */
function ownWords(xs: readonly number[], lines: readonly (readonly Word[])[]): Word[][] {
  const columns: Word[][] = xs.slice(1).map(() => []);
  for (const { left, right, words } of lines.flatMap(line => segmentsOf(line, CELL_GAP_EM))) {
    if (intervalOf(xs, right - CROSSING_SLACK_PT) - intervalOf(xs, left + CROSSING_SLACK_PT) >= 2) continue;
    for (const word of words) columns[intervalOf(xs, middleX(word))]?.push(word);
  }
  return columns;
}
