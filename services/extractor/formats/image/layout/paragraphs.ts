/** Rows of running text, gathered into paragraphs. */
import type { Row } from './rows.ts';
import { heightOf, hull } from './segments.ts';

/** Lengths in the page's median segment height. */
const WIDEST_LINE_GAP = 0.75;
const LEFT_EDGE_TOLERANCE = 1;
const LEAST_INDENT = 0.9;
const MOST_INDENT = 3.5;
/** Rows of one paragraph have heights within this share; ascenders and descenders alone make that much. */
const HEIGHT_SHARE = 0.35;
/** A row that ends this much before the paragraph's right edge was its last, if the next begins like a sentence. */
const SHORT_ROW = 6;
/** Marks with which a new list item begins. */
const ITEM_START = /^([•·▪■●○*–—-]|\(?(\d{1,3}|[a-z])[.)])\s/u;

/** Rows must be in reading order. */
export function paragraphsOf(rows: readonly Row[], unit: number): Row[][] {
  const paragraphs: Row[][] = [];
  for (const row of rows) {
    const last = paragraphs.at(-1);
    if (last && continues(last, row, unit)) last.push(row);
    else paragraphs.push([row]);
  }
  return paragraphs;
}

function continues(paragraph: readonly Row[], row: Row, unit: number): boolean {
  const before = paragraph.at(-1);
  if (!before || before.length > 1 || row.length > 1) return false;
  const [above, below] = [hull(before), hull(row)];
  const gap = below.top - above.bottom;
  if (gap > WIDEST_LINE_GAP * unit || gap < -unit / 2) return false;
  if (Math.abs(heightOf(above) - heightOf(below)) > HEIGHT_SHARE * Math.max(heightOf(above), heightOf(below)))
    return false;
  if (ITEM_START.test(rowText(row))) return false;
  return isAligned(paragraph, row, unit) && !isAfterShortRow(paragraph, row, unit);
}

/** The left edge stays; the first row may be indented or stand out (list items). */
function isAligned(paragraph: readonly Row[], row: Row, unit: number): boolean {
  const left = hull(row).left;
  const edge = hull(paragraph.at(-1) ?? row).left;
  const shift = left - edge;
  if (Math.abs(shift) <= LEFT_EDGE_TOLERANCE * unit)
    return shift <= LEAST_INDENT * unit || paragraph.length === 1;
  return paragraph.length === 1 && Math.abs(shift) <= MOST_INDENT * unit && (shift < 0 || isItem(paragraph));
}

const isItem = (paragraph: readonly Row[]): boolean => ITEM_START.test(rowText(paragraph[0] ?? []));

function isAfterShortRow(paragraph: readonly Row[], row: Row, unit: number): boolean {
  const right = Math.max(...paragraph.map(other => hull(other).right), hull(row).right);
  const before = hull(paragraph.at(-1) ?? row);
  return before.right < right - SHORT_ROW * unit && /[.:;!?]["”’)]?$/.test(rowText(paragraph.at(-1) ?? []));
}

export const rowText = (row: Row): string => row.map(segment => segment.text).join(' ');
