/** Heads and feet of a page that stands alone: what fits wholly into the narrow bands at its edges. */
import type { Block } from '../blocks/block.ts';
import { FURNITURE } from '../thresholds.ts';
import type { Edge } from './repeated.ts';

/** The edge a block belongs to, or null for the page's body. Display type near the top is a title. */
export function edgeOf(block: Block, pageHeight: number, bodySize: number): Edge | null {
  if (block.size >= FURNITURE.titleSize * bodySize) return null;
  const { headerShare, footerShare, headerLinesMax, footerLinesMax } = FURNITURE;
  if (block.bottom <= headerShare * pageHeight && block.lines.length <= headerLinesMax) return 'header';
  if (block.top >= footerShare * pageHeight && block.lines.length <= footerLinesMax) return 'footer';
  return null;
}
