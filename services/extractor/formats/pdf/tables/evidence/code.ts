/** Program text looks like a table: spaces of one width put words under each other. */
import type { DraftCell } from '../draft.ts';
import type { Word } from '../words.ts';

/** Share of words in a font of one width from which text is code; tables of commands mix it with prose. */
const CODE_SHARE = 0.8;

/** Nearly all words of a table, or some lines of a list. */
export function isCode(filled: readonly DraftCell[], columns: number): boolean {
  const head = filled.filter(cell => cell.row === 0);
  // Listings have no head in another font; tables of commands do.
  if (head.length > 1 && columns > 1 && monospaceShare(head) === 0) return false;
  const lines = filled.filter(cell => columns === 1 && monospaceShare([cell]) === 1);
  return monospaceShare(filled) > CODE_SHARE || lines.length > 0;
}

export function monospaceShare(cells: readonly { words: readonly Word[] }[]): number {
  const words = cells.flatMap(cell => cell.words);
  return words.filter(word => word.monospace).length / Math.max(1, words.length);
}
