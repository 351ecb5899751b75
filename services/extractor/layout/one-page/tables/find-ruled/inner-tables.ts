/**
 * Finds tables without lines in a box of a drawn form that is as wide as the form: the items of an invoice between its
 * parties and its sums.
 */

import { HAN_AND_KANA } from '../../../text/scripts.ts';
import { cutRows } from '../find-open/cut-rows.ts';
import { draftRows } from '../find-open/unruled.ts';
import type { Segment } from '../shape/columns.ts';
import { columnsOf, type Draft, type DraftCell, isFilled, rowsBetween, rowsOf } from '../shape/draft.ts';
import { withItemsWhole } from '../shape/item-wraps.ts';
import { mergeRows } from '../shape/row-merge.ts';
import { isNumeric } from '../shape/values.ts';
import { visualRows } from '../shape/visual-rows.ts';
import type { Word } from '../shape/words.ts';

/** Fewer columns may be fields side by side. */
const COLUMNS_LEAST = 4;
/** Least share of its columns that the first row below the head fills. */
const FILLED_SHARE = 0.5;
/** Greatest distance between two letters of one label that are set apart to be as wide as longer labels (`数  量`). */
const SPREAD_PAIR_EM = 4.5;
const ONE_LETTER = new RegExp(`^[${HAN_AND_KANA}]$`, 'u');

/** Keeps all columns of the grid, even those that separate only other rows. */
const isAny = () => true;

/** Returns the rows above such a box, its table, and the rows below it; only the draft where there is no such box. */
export function partsOfForm(draft: Draft): Draft[] {
  const columns = columnsOf(draft);
  if (columns < 2) return [draft];
  for (const { row, rowspan, colspan, words } of draft.cells) {
    if (rowspan > 1 || colspan < columns || words.length < 2 * COLUMNS_LEAST) continue;
    const inner = innerTable(words);
    if (inner === null) continue;
    const above = row > 0 ? [rowsBetween(draft, 0, row, isAny)] : [];
    const below =
      row + 1 < rowsOf(draft) ? partsOfForm(rowsBetween(draft, row + 1, rowsOf(draft), isAny)) : [];
    return [...above, inner, ...below];
  }
  return [draft];
}

function innerTable(words: readonly Word[]): Draft | null {
  const rows = cutRows(visualRows(words)).map(row => ({ ...row, segments: withPairsJoined(row.segments) }));
  const [head, ...body] = rows;
  const most = Math.max(...rows.map(({ segments }) => segments.length));
  if (!head || body.length === 0 || most < COLUMNS_LEAST || head.segments.length < most) return null;
  if (head.segments.some(label => isNumeric(label.words))) return null;
  const draft = draftRows(rows, null, lines => withItemsWhole(mergeRows(lines)));
  if (draft === null || columnsOf(draft) !== most) return null;
  const filled = Map.groupBy(draft.cells.filter(isFilled), cell => cell.row);
  const isFull = (row: number) => (filled.get(row)?.length ?? 0) >= FILLED_SHARE * most;
  return filled.get(0)?.length === most && isFull(1) ? withPairsInOneCell(draft) : null;
}

/** Joins a label of two letters that is as wide as two columns (`合    计`). */
function withPairsInOneCell(draft: Draft): Draft {
  const pairs = new Map<DraftCell, readonly Word[]>();
  const byPlace = new Map(draft.cells.map(cell => [cell.row * columnsOf(draft) + cell.column, cell]));
  for (const [place, cell] of byPlace) {
    const next = byPlace.get(place + 1);
    if (next?.row !== cell.row || !isOneLetter(cell) || !isOneLetter(next)) continue;
    pairs.set(cell, [...cell.words, ...next.words]).set(next, []);
  }
  return {
    ...draft,
    cells: draft.cells.map(cell => ({ ...cell, words: [...(pairs.get(cell) ?? cell.words)] })),
  };
}

/** Joins two single letters to one label where each is nearer to the other than to what is beside them. */
function withPairsJoined(segments: readonly Segment[]): Segment[] {
  const joined: Segment[] = [];
  segments.forEach((segment, at) => {
    const before = joined.at(-1);
    const gapTo = (one?: Segment, other?: Segment) =>
      one && other ? other.left - one.right : Number.POSITIVE_INFINITY;
    const gap = gapTo(before, segment);
    const isPair =
      before !== undefined &&
      isOneLetter(before) &&
      isOneLetter(segment) &&
      gap <= SPREAD_PAIR_EM * (segment.words[0]?.size ?? 0) &&
      gap < gapTo(joined.at(-2), before) &&
      gap < gapTo(segment, segments[at + 1]);
    if (isPair)
      joined[joined.length - 1] = {
        ...before,
        right: segment.right,
        words: [...before.words, ...segment.words],
      };
    else joined.push(segment);
  });
  return joined;
}

const isOneLetter = ({ words }: Pick<Segment, 'words'>): boolean =>
  words.length === 1 && ONE_LETTER.test(words[0]?.text ?? '');
