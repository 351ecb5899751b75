/** Tables that go on in the page's next column: their head is said again, or their rows count on. */
import { continueTable } from './continue.ts';
import type { FoundTable } from './finish.ts';
import { COUNTING_ROWS } from './thresholds.ts';

/** `tables` of one page, from top to bottom; those that go on take the rows of the part beside them. */
export function joinNextColumn(tables: readonly FoundTable[]): FoundTable[] {
  const joined = [...tables].sort((a, b) => a.region.left - b.region.left);
  for (let i = 0; i < joined.length; i += 1) {
    const part = joined[i];
    const upper = joined.slice(0, i).findLast(other => part && goesOn(other, part));
    if (!part || !upper || !continueTable(upper, part)) continue;
    upper.pieces = [...upper.pieces, ...part.pieces].sort((a, b) => a.item - b.item);
    joined.splice(i, 1);
    i -= 1;
  }
  return joined.sort((a, b) => a.region.top - b.region.top || a.region.left - b.region.left);
}

/** The part stands beside the table, no lower, and is no table of its own. */
function goesOn(upper: FoundTable, part: FoundTable): boolean {
  if (part.region.left < upper.region.right || part.region.top >= upper.region.bottom) return false;
  return repeatsHead(upper, part) || countsOn(upper, part);
}

/** The same labels, set off from the rows, over columns of the same widths. */
function repeatsHead(upper: FoundTable, part: FoundTable): boolean {
  const [head, again] = [upper.rows[0], part.rows[0]];
  return (
    upper.headerRows > 0 &&
    head !== undefined &&
    head.some(cell => cell.text !== '') &&
    head.map(cell => cell.text).join() === again?.map(cell => cell.text).join()
  );
}

/** The first column numbers the rows, and the part's from the next number on. */
function countsOn(upper: FoundTable, part: FoundTable): boolean {
  const numbers = [...upper.rows, ...part.rows]
    .map(row => Number(row[0]?.text || NaN))
    .filter(Number.isInteger);
  const heads = upper.rows.length + part.rows.length - numbers.length;
  const counts = numbers.every((number, i) => i === 0 || number === (numbers[i - 1] ?? number) + 1);
  return counts && heads <= 2 && part.rows.length > 1 && upper.rows.length > COUNTING_ROWS;
}
