/** Finds tables side by side: two rules at one height leave a gap, which stays white between the rows of both tables. */
import type { Box } from '../../../ocr/engine.ts';
import { around, heightOf, median, middleY, widthOf } from '../../page/geometry.ts';
import { rowsOf } from './rows.ts';

/** All lengths are in line heights. Least length of a rule, … */
const LEAST_RULE = 4;
/** … and least distance to the next one at its height. */
const LEAST_GAP = 0.6;
const SAME_HEIGHT = 0.4;
/** Rows of one table are at most this far apart. */
const MOST_STEP = 3;
/** Least number of rows, and of cells in a row, of each of two tables. */
const LEAST_TABLE = { rows: 2, cells: 2 };
/**
 * Rules under group labels leave a gap, too, but there other rules run across it above or below, and the rows on both
 * sides match. One of two tables has at least this many rows that the other has not.
 */
const LEAST_OWN_ROWS = 2;

/** A page with more gaps is a form or a drawing. */
const MOST_GAPS = 40;

/** Returns the lines of tables side by side, each line once: those of the left one and those of the right one. */
export function besideEachOther<L extends Box>(lines: readonly L[], rules: readonly Box[]): [L[], L[]][] {
  const unit = median(lines.map(heightOf));
  const free = new Set(lines);
  const gaps = gapsOf(rules, unit);
  if (gaps.length > MOST_GAPS) return [];
  return gaps.flatMap(gap => {
    const x = (gap.left + gap.right) / 2;
    const rows = rowsAround(rowsOf([...free], unit), x, middleY(gap), unit);
    const left = rows.flat().filter(line => line.right <= x);
    const right = rows.flat().filter(line => line.left >= x);
    const all = around(rows.flat());
    const isJoined = rules.some(
      rule => rule.left < x && rule.right > x && rule.bottom > all.top - unit && rule.top < all.bottom + unit,
    );
    const own = rows.filter(row => row.every(line => line.right <= x) || row.every(line => line.left >= x));
    if (isJoined || own.length < LEAST_OWN_ROWS || !isTable(left, unit) || !isTable(right, unit)) return [];
    for (const line of rows.flat()) free.delete(line);
    return [[left, right]];
  });
}

function isTable(lines: readonly Box[], unit: number): boolean {
  return rowsOf(lines, unit).filter(row => row.length >= LEAST_TABLE.cells).length >= LEAST_TABLE.rows;
}

/** Returns the gaps between neighbouring rules at one height. */
function gapsOf(rules: readonly Box[], unit: number): Box[] {
  const long = rules.filter(rule => widthOf(rule) >= LEAST_RULE * unit).sort((a, b) => a.left - b.left);
  return long.flatMap(rule => {
    const next = long.find(
      other => other.left > rule.right && Math.abs(middleY(other) - middleY(rule)) < SAME_HEIGHT * unit,
    );
    const isWide = next !== undefined && next.left - rule.right >= LEAST_GAP * unit;
    return isWide ? [{ left: rule.right, right: next.left, top: rule.top, bottom: rule.bottom }] : [];
  });
}

/** Returns the rows above and below a height that leave a place white, as long as they follow each other. */
function rowsAround<L extends Box>(rows: readonly L[][], x: number, y: number, unit: number): L[][] {
  const taken: L[][] = [];
  const ordered = rows.map(row => ({ row, at: middleY(around(row)) }));
  for (const side of [ordered.filter(({ at }) => at < y).reverse(), ordered.filter(({ at }) => at >= y)]) {
    let last = y;
    for (const { row, at } of side) {
      if (Math.abs(at - last) > MOST_STEP * unit || row.some(line => line.left < x && line.right > x)) break;
      taken.push(row);
      last = at;
    }
  }
  return taken;
}
