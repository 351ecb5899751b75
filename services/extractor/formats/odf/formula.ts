/** Reads a formula without its author's source (pandoc): MathML as plain text, as in web pages. */

import type { Ceilings } from '../../format.ts';
import { htmlBlocks } from '../../html/blocks.ts';

const FORMULA = /<(?:[\w-]+:)?math[\s>]/;
const PREFIX = /(<\/?)[\w-]+:/g;

/** Returns an empty string where the part is no formula. */
export function formulaText(part: string, ceilings: Ceilings): string {
  const at = part.search(FORMULA);
  if (at < 0) return '';
  const { blocks } = htmlBlocks(part.slice(at).replace(PREFIX, '$1'), ceilings);
  return blocks.map(block => ('text' in block ? block.text : '')).join(' ');
}
