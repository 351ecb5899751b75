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
  if (edge === null || ITEM.test(block.lines[0]?.text ?? '')) return null;
  const isBody = (other: Block) => bandOf(other, pageHeight, bodySize) === null;
  const holds = (other: Block) => isNext(block, other) || isFurtherOut(other, block, edge);
  return others.some(other => holds(other) && isBody(other)) ? null : edge;
}

/** Lists go on up to the edge and from there; unlike letters with a point the signs are no initials. */
const ITEM = /^(?:[•◦▪●○■□➢]|\(?[a-z\d]{1,3}\))\s+\p{L}/u;

/** Whether the body reaches beyond a block: nothing under a title is a head. */
function isFurtherOut(other: Block, block: Block, edge: Edge): boolean {
  return edge === 'header' ? other.bottom <= block.top : other.top >= block.bottom;
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
