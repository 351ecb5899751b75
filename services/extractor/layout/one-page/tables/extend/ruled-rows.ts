/** Adds rows between dark lines below a head that is drawn cell by cell in colour. */

import type { Rule } from '../../../page/content.ts';
import { heightOf, type Sides } from '../../../page/geometry.ts';
import { assemble } from '../shape/assemble.ts';
import { cellsBelow, type Draft, isFilled, regionOf, rowsOf } from '../shape/draft.ts';
import type { FreeWords } from '../shape/free-words.ts';
import { fullLines } from '../shape/full-lines.ts';
import { mergeRows } from '../shape/row-merge.ts';
import { ROW_EDGE_PT } from '../shape/rules.ts';
import { sameExtent } from '../shape/strips.ts';
import { type TableLine, toTableLine } from '../shape/table-lines.ts';
import { linesOf } from '../shape/text.ts';

/** Most rows of the head: labels, and a title over them. */
const HEAD_ROWS_MAX = 2;
/** Least number of rows that lines separate. */
const ROWS_LEAST = 2;
/** A row is at most this many times as high as its head. */
const ROW_HEIGHTS = 2;

/** Returns the head with its rows. A title wider than these is then no part of the table. */
export function withRuledRows(draft: Draft, words: FreeWords, horizontal: readonly Rule[]): Draft {
  if (rowsOf(draft) > HEAD_ROWS_MAX) return draft;
  const { left, bottom } = regionOf(draft);
  const limit = bottom + ROW_HEIGHTS * heightOf(regionOf(draft));
  const first = horizontal.find(
    ({ position, start, end }) =>
      position > bottom + ROW_EDGE_PT &&
      position < limit &&
      draft.xs.slice(-2).some(right => sameExtent({ left, right }, { left: start, right: end })),
  );
  const head = first && headOver(draft, { left: first.start, right: first.end });
  if (!head) return draft;
  const { rows, lowest } = rowsBelow(head, words, horizontal);
  if (rows.length < ROWS_LEAST) return draft;
  const body = assemble({ kind: 'band', xs: head.xs, head: [], body: rows, top: bottom, bottom: lowest });
  return { ...body, ys: [...head.ys, ...body.ys.slice(1)], cells: cellsBelow(head, body) };
}

/** Returns the labels over what is as wide as `sides`; null where these are not all labels. */
function headOver(draft: Draft, sides: Sides): Draft | null {
  if (sameExtent(regionOf(draft), sides)) return draft;
  const last = rowsOf(draft) - 1;
  const [title, ...others] = draft.cells.filter(cell => cell.row < last && isFilled(cell));
  const xs = draft.xs.slice(0, -1);
  const labels = draft.cells.filter(cell => cell.row === last && cell.column < xs.length - 1);
  const isWhole = labels.every(
    ({ column, colspan, rowspan }) => rowspan === 1 && column + colspan < xs.length,
  );
  const isTitle = title !== undefined && others.length === 0 && title.column + title.colspan === xs.length;
  if (!isWhole || !isTitle) return null;
  return { ...draft, xs, ys: draft.ys.slice(-2), cells: labels.map(cell => ({ ...cell, row: 0 })) };
}

/** Returns rows between lines as wide as the head, as long as everything in them keeps the columns. */
function rowsBelow(
  head: Draft,
  words: FreeWords,
  horizontal: readonly Rule[],
): { rows: TableLine[][]; lowest: number } {
  const region = regionOf(head);
  const rows: TableLine[][] = [];
  let top = region.bottom;
  for (const { position, start, end } of horizontal) {
    if (position <= top + ROW_EDGE_PT || !sameExtent(region, { left: start, right: end })) continue;
    const lines = linesOf(words.inside({ ...region, top, bottom: position })).map(line =>
      toTableLine(line, head.xs),
    );
    const fit = lines.every(({ slots }) => slots.every(({ colspan }) => colspan === 1));
    if (lines.length === 0 || !fit || position - top > ROW_HEIGHTS * heightOf(region)) break;
    rows.push(...(fullLines(lines) <= 1 ? [lines] : mergeRows(lines)));
    top = position;
  }
  return { rows, lowest: top };
}
