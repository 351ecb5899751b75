/** Closes column edges that are drawn in some rows of a grid (often in the head) and kept by the text of the others. */

import { middleX, middleY } from '../../../page/geometry.ts';
import { type Segment, segmentsOf } from '../shape/columns.ts';
import { intervalOf } from '../shape/draft.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { linesOf } from '../shape/text.ts';
import type { Word } from '../shape/words.ts';
import type { Grid } from './grid.ts';

/** Least number of rows whose text keeps a column edge drawn elsewhere, before it is closed for all rows. */
const TEXT_EDGE_ROWS = 2;
/** Least share of such rows among those with text on both sides. */
const TEXT_EDGE_SHARE = 0.8;

/**
 * Closes each open piece of a column edge where the rows beside it have text on both sides and none across. A drawn
 * grid leaves out lines that the text of a single-text row spans; shades of rows leave out nothing.
 */
export function closeByText(grid: Grid, words: readonly Word[], isDrawn = true): Grid {
  const { xs, ys, vertical } = grid;
  const open = vertical.slice(1, -1).some(edge => edge.includes(false));
  if (!open) return grid;
  const byRow = Map.groupBy(words, word => intervalOf(ys, middleY(word)));
  const rows = ys
    .slice(1)
    .map((_, row) => linesOf(byRow.get(row) ?? []).flatMap(line => segmentsOf(line, CELL_GAP_EM)));
  const closed = vertical.map((edge, i) =>
    i === 0 || i === xs.length - 1 ? edge : closeEdge(edge, xs, i, rows, isDrawn ? 2 : 1),
  );
  return { ...grid, vertical: closed };
}

function closeEdge(
  edge: readonly boolean[],
  xs: readonly number[],
  i: number,
  rows: readonly Segment[][],
  least: number,
): boolean[] {
  const x = xs[i] ?? 0;
  const [left, right] = [xs[i - 1] ?? 0, xs[i + 1] ?? 0];
  const open = [...edge.keys()].filter(row => !edge[row]);
  const crossing = open.filter(row =>
    rows[row]?.some(segment => segment.left < x - 1 && segment.right > x + 1),
  );
  const parted = open.filter(row => !crossing.includes(row) && hasBoth(rows[row] ?? [], left, x, right));
  if (parted.length < TEXT_EDGE_ROWS || parted.length < TEXT_EDGE_SHARE * (parted.length + crossing.length))
    return [...edge];
  const begins = edge.indexOf(true);
  return edge.map((drawn, row) => {
    const texts = rows[row] ?? [];
    // Above the place where the line begins, a label may stand over the columns on both sides of it.
    const isOver = row < begins && !hasBoth(texts, left, x, right);
    return drawn || (!crossing.includes(row) && texts.length >= least && !isOver);
  });
}

function hasBoth(segments: readonly Segment[], left: number, x: number, right: number): boolean {
  const within = (from: number, to: number) =>
    segments.some(segment => middleX(segment) > from && middleX(segment) <= to);
  return within(left, x) && within(x, right);
}
