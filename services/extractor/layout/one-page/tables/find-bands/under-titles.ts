/**
 * Recognises rules under the titles of sections: what lies between two of them is the text of a section, not the rows
 * of one table.
 */

import { segmentsOf } from '../shape/columns.ts';
import type { FreeWords } from '../shape/free-words.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { EDGE_EXTENT_PT } from '../shape/strips.ts';
import { linesOf } from '../shape/text.ts';
import type { Word } from '../shape/words.ts';
import type { Edge } from './edges.ts';

/** Fewer rules may end tables whose last row has one text. */
const TITLES_MIN = 3;
/**
 * A title is this near to its rule, and at least this far from what stands above, which is more than lines of one text
 * are apart.
 */
const ON_RULE_EM = 1.2;
const ABOVE_TITLE_EM = 1.6;
/** In points: how far above a rule is searched. */
const REACH_PT = 60;

/** Whether all rules of a group are drawn under texts that begin where they do, each alone on its line. */
export const areUnderTitles = (group: readonly Edge[], words: FreeWords): boolean =>
  group.length >= TITLES_MIN && group.every(edge => edge.drawn && isUnderTitle(edge, words));

const isUnderTitle = (edge: Edge, words: FreeWords): boolean => {
  const { y, left, right } = edge;
  return isTitleOnRule(edge, linesOf(words.inside({ left, right, top: y - REACH_PT, bottom: y })));
};

/** Whether the last of the lines above an edge is such a title. */
export function isTitleOnRule({ y, left }: Edge, above: readonly Word[][]): boolean {
  const [title, before] = [above.at(-1), above.at(-2)];
  const [first] = title ?? [];
  if (title === undefined || first === undefined) return false;
  const { size, baseline } = first;
  const isApart = before?.[0] === undefined || baseline - before[0].baseline > ABOVE_TITLE_EM * size;
  const isOnRule = y - baseline < ON_RULE_EM * size;
  const isAtEdge = Math.abs(first.left - left) < EDGE_EXTENT_PT;
  return isOnRule && isApart && isAtEdge && segmentsOf(title, CELL_GAP_EM).length === 1;
}
