/** Heads and feet of a page that stands alone: what fits wholly into the narrow bands at its edges. */

import { gapsOf } from '../../one-page/lines/neighbours.ts';
import { type Block, isBold } from '../../page/block.ts';
import type { Edge } from '../../page/flow.ts';
import { sharedHeight } from '../../page/geometry.ts';
import { isSameSize } from '../../page/sizes.ts';
import { FURNITURE } from './thresholds.ts';

/**
 * The blocks that belong to an edge; the others are the page's body. Display type near the top is a title, and what the
 * body goes on in is body, too, block by block up to the edge.
 */
export function edgesOf(blocks: readonly Block[], pageHeight: number, bodySize: number): Map<Block, Edge> {
  const edges = new Map<Block, Edge>();
  for (const block of blocks) {
    const edge = bandOf(block, pageHeight, bodySize);
    if (edge !== null && !ITEM.test(block.lines[0]?.text ?? '')) edges.set(block, edge);
  }
  for (const block of numberedHead(blocks, pageHeight, bodySize)) edges.set(block, 'header');
  let body = blocks.filter(block => !edges.has(block));
  while (body.length > 0) {
    const reached = body;
    body = [...edges].flatMap(([block, edge]) =>
      reached.some(other => goesOn(other, block, edge)) ? [block] : [],
    );
    for (const block of body) edges.delete(block);
  }
  return edges;
}

/** The page's first row, where a page number stands at one end of it and air below: running heads stand deeper with one. */
function numberedHead(blocks: readonly Block[], pageHeight: number, bodySize: number): Block[] {
  const top = Math.min(...blocks.map(block => block.top));
  const [first] = blocks.filter(block => block.top === top);
  if (first === undefined || first.bottom > FURNITURE.numberedBandShare * pageHeight) return [];
  const row = blocks
    .filter(block => sharedHeight(block, first) > 0)
    .sort((one, other) => one.left - other.left);
  const isHead = (block: Block) =>
    block.lines.length === 1 && !isBold(block) && block.size <= FURNITURE.headSizeMax * bodySize;
  const bottom = Math.max(...row.map(block => block.bottom));
  const isApart = blocks.every(
    block => row.includes(block) || block.top - bottom >= FURNITURE.apartEm * block.size,
  );
  return isApart && row.every(isHead) && hasPageNumber(row) ? row : [];
}

/** Alone at an end of its row, or farther from the next word than a word is. */
function hasPageNumber(row: readonly Block[]): boolean {
  const items = row.flatMap(block => block.lines[0]?.items ?? []);
  const gaps = gapsOf(items);
  const gapBehind = (at: number) => (gaps[at] ?? 0) / (items[at]?.size ?? 1);
  const isNumber = (at: number) => /^\d{1,4}$/.test(items[at]?.text ?? '');
  const last = items.length - 1;
  return (
    (isNumber(0) && gapBehind(0) >= FURNITURE.apartEm) ||
    (last > 0 && isNumber(last) && gapBehind(last - 1) >= FURNITURE.apartEm)
  );
}

/** Lists go on up to the edge and from there; unlike letters with a point the signs are no initials. */
const ITEM = /^(?:[•◦▪●○■□➢]|\(?[a-z\d]{1,3}\)|\[\d{1,3}\])\s+\p{L}/u;

/** Whether a part of the body goes on in a block, ends beyond it, or ends beside it in the same type. */
function goesOn(body: Block, block: Block, edge: Edge): boolean {
  return (
    isFurtherOut(body, block, edge) ||
    (isAlike(body, block) && (isNext(body, block) || isBeside(body, block, edge)))
  );
}

/** Nothing under a title is a head. */
function isFurtherOut(body: Block, block: Block, edge: Edge): boolean {
  return edge === 'header' ? body.bottom <= block.top : body.top >= block.bottom;
}

/** A column that reaches as far as the block. */
function isBeside(body: Block, block: Block, edge: Edge): boolean {
  return edge === 'header' ? body.top <= block.top : body.bottom >= block.bottom;
}

/** A line further: a page that ends or begins in mid-paragraph. */
function isNext(body: Block, block: Block): boolean {
  const gap = Math.max(body.top - block.bottom, block.top - body.bottom);
  return (
    gap < FURNITURE.runOnEm * block.size && gap > -block.size && Math.abs(body.left - block.left) < block.size
  );
}

function isAlike(body: Block, block: Block): boolean {
  return isSameSize(body, block) && body.fontName === block.fontName;
}

function bandOf(block: Block, pageHeight: number, bodySize: number): Edge | null {
  if (block.size >= (isBold(block) ? FURNITURE.boldTitleSize : FURNITURE.titleSize) * bodySize) return null;
  const { headerShare, footerShare, headerLinesMax, footerLinesMax } = FURNITURE;
  if (block.bottom <= headerShare * pageHeight && block.lines.length <= headerLinesMax) return 'header';
  if (block.top >= footerShare * pageHeight && block.lines.length <= footerLinesMax) return 'footer';
  return null;
}
