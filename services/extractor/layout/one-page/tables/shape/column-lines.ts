/** Uses lines between the columns of a table that is not closed by lines: they show its edges exactly, its texts only roughly. */

import type { Rule } from '../../../page/content.ts';
import { middleX } from '../../../page/geometry.ts';
import { textBox } from './candidate.ts';
import { columnsOf, type Draft, type DraftCell } from './draft.ts';
import { COLUMN_EDGE_PT, clusterPositions, coverage, rulesBetween } from './rules.ts';

/** Such a line runs along at least this share of the table's height. */
const DOWN_SHARE = 0.8;

/**
 * Returns the draft with its edges on the lines, where there is one between each column and the next. `vertical` are
 * the page's vertical lines.
 */
export function atColumnLines(draft: Draft, vertical: readonly Rule[]): Draft {
  const { xs } = draft;
  const { left, right, top, bottom } = textBox(draft);
  const widest = Math.max(...xs.slice(1).map((x, i) => x - (xs[i] ?? x)));
  const near = rulesBetween(vertical, left - widest, right + widest);
  const lines = clusterPositions(
    near.map(rule => rule.position),
    COLUMN_EDGE_PT,
  ).filter(x => {
    const own = near.filter(({ position }) => Math.abs(position - x) <= COLUMN_EDGE_PT);
    return coverage(own, top, bottom) >= DOWN_SHARE;
  });
  const inner = lines.filter(x => x > left && x < right);
  if (inner.length === 0 || inner.length !== columnsOf(draft) - 1) return draft;
  const first = lines.findLast(x => x <= left) ?? xs[0] ?? left;
  const last = lines.find(x => x >= right) ?? xs.at(-1) ?? right;
  const edges = [first, ...inner, last];
  return draft.cells.every(cell => isWithin(cell, edges)) ? { ...draft, xs: edges } : draft;
}

/** Whether a cell's words stand between the edges of its column; those over several columns may stand anywhere. */
function isWithin({ column, colspan, words }: DraftCell, edges: readonly number[]): boolean {
  const [from, to] = [edges[column] ?? 0, edges[column + 1] ?? 0];
  return colspan > 1 || words.every(word => middleX(word) > from && middleX(word) < to);
}
