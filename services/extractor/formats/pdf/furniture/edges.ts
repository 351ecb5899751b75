/** Heads and feet of a page that stands alone: what fits wholly into the narrow bands at its edges. */
import type { Block } from '../blocks/block.ts';
import type { Edge } from './repeated.ts';
import { FURNITURE } from './thresholds.ts';

/** The edge that a block among others belongs to, or null for the page's body. Display type near the top is a title. */
export function edgeOf(
  block: Block,
  pageHeight: number,
  bodySize: number,
  others: readonly Block[] = [],
): Edge | null {
  const edge = bandOf(block, pageHeight, bodySize);
  const runsOn = (other: Block) => isNext(block, other) && bandOf(other, pageHeight, bodySize) === null;
  return edge !== null && others.some(runsOn) ? null : edge;
}

/** Text in the same type a line further: a page that ends or begins in mid-paragraph. */
function isNext(block: Block, other: Block): boolean {
  const gap = Math.max(other.top - block.bottom, block.top - other.bottom);
  return (
    gap < FURNITURE.runOnEm * block.size &&
    gap > -block.size &&
    Math.abs(other.size - block.size) < 0.05 * block.size &&
    other.fontName === block.fontName &&
    Math.abs(other.left - block.left) < block.size
  );
}

function bandOf(block: Block, pageHeight: number, bodySize: number): Edge | null {
  if (block.size >= FURNITURE.titleSize * bodySize) return null;
  const { headerShare, footerShare, headerLinesMax, footerLinesMax } = FURNITURE;
  if (block.bottom <= headerShare * pageHeight && block.lines.length <= headerLinesMax) return 'header';
  if (block.top >= footerShare * pageHeight && block.lines.length <= footerLinesMax) return 'footer';
  return null;
}
