/** Joins tables that continue in the page's next column: their head is repeated, or their rows count on. */

import { meetAcross } from '../../../page/geometry.ts';
import type { FoundTable } from '../../../page/table.ts';
import { ROW_EDGE_PT } from '../shape/rules.ts';
import { ROW_PIECES_CEILING } from '../shape/visual-rows.ts';
import type { Word } from '../shape/words.ts';
import { continueTable } from './continue.ts';

/** At least this many counting rows show that the numbers count rows. */
const COUNTING_ROWS = 3;
/** A line this close above or below a table stands in its column. */
const BESIDE_TABLE_EM = 2.5;

/**
 * Joins `tables` of one page, from top to bottom: those that continue take the rows of the part beside them. `words`
 * are those in no table.
 */
export function joinNextColumn(tables: readonly FoundTable[], words: readonly Word[]): FoundTable[] {
  const joined = [...tables].sort((a, b) => a.region.left - b.region.left);
  for (let i = 0; i < joined.length; i += 1) {
    const part = joined[i];
    const upper = joined
      .slice(0, i)
      .findLast(
        other =>
          part && goesOn(other, part) && !isIntroduced(part, other, words) && !isFollowed(other, part, words),
      );
    if (!part || !upper || !continueTable(upper, part)) continue;
    upper.pieces = [...upper.pieces, ...part.pieces].sort((a, b) => a.item - b.item);
    joined.splice(i, 1);
    i -= 1;
  }
  return joined.sort((a, b) => a.region.top - b.region.top || a.region.left - b.region.left);
}

/** Whether the part stands beside the table, no lower, and is no table of its own. */
function goesOn(upper: FoundTable, part: FoundTable): boolean {
  if (part.region.left < upper.region.right || part.region.top >= upper.region.bottom) return false;
  return repeatsHead(upper, part) || countsOn(upper, part);
}

/**
 * Whether a line of its own column stands directly above the part and does not say that it continues: a caption, or the
 * end of a paragraph.
 */
function isIntroduced({ region }: FoundTable, upper: FoundTable, words: readonly Word[]): boolean {
  const above = words.filter(
    word => word.bottom <= region.top + 1 && word.bottom > region.top - BESIDE_TABLE_EM * word.size,
  );
  const own = above.filter(word => meetAcross(word, region));
  return own.length > 0 && !reaches(own, above, upper) && !own.some(({ text }) => CONTINUED.test(text));
}

/**
 * Whether text of its own column follows directly below a table: a table that continues in the next column ends its own
 * column.
 */
function isFollowed({ region }: FoundTable, part: FoundTable, words: readonly Word[]): boolean {
  const below = words.filter(
    word => word.top >= region.bottom - 1 && word.top < region.bottom + BESIDE_TABLE_EM * word.size,
  );
  const own = below.filter(word => meetAcross(word, region));
  return own.length > 0 && !reaches(own, below, part);
}

/** Whether a line that some of these words belong to continues, word by word, into the other table's column. */
function reaches(own: readonly Word[], words: readonly Word[], other: FoundTable): boolean {
  const line = new Set(own.slice(0, ROW_PIECES_CEILING));
  const near = words.slice(0, ROW_PIECES_CEILING);
  for (const member of line)
    for (const word of near) if (!line.has(word) && isNext(member, word)) line.add(word);
  return [...line].some(word => meetAcross(word, other.region));
}

function isNext(one: Word, other: Word): boolean {
  const gap = Math.max(one.left - other.right, other.left - one.right);
  return Math.abs(one.baseline - other.baseline) < 1 && gap < one.size;
}

/** What a caption says over the continuation of a table. */
const CONTINUED = /^\(?(?:cont(?:inued|['’.]d|\.)|fortsetzung|forts\.|suite|continuación|continua)/iu;

/**
 * Whether the part has the same labels, set off from the rows, and begins higher. Tables that begin at the same height
 * side by side are two.
 */
function repeatsHead(upper: FoundTable, part: FoundTable): boolean {
  const [head = [], again] = [upper.rows[0], part.rows[0]];
  return (
    upper.headerRows > 0 &&
    part.region.top < upper.region.top - ROW_EDGE_PT &&
    head.some(cell => cell.text !== '') &&
    head.map(cell => cell.text).join() === again?.map(cell => cell.text).join()
  );
}

/** Whether the first column numbers the rows, and the part's from the next number on. */
function countsOn(upper: FoundTable, part: FoundTable): boolean {
  if (part.rows.length < 2 || upper.rows.length <= COUNTING_ROWS) return false;
  const numbers = [...upper.rows, ...part.rows]
    .map(row => Number(row[0]?.text || NaN))
    .filter(Number.isInteger);
  const heads = upper.rows.length + part.rows.length - numbers.length;
  const counts = numbers.every((number, i) => i === 0 || number === (numbers[i - 1] ?? number) + 1);
  return counts && heads <= 2;
}
