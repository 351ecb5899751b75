/** Program text looks like a table: spaces of one width put words under each other. */
import { median } from '../../../page/geometry.ts';
import type { DraftCell } from '../shape/draft.ts';
import type { Word } from '../shape/words.ts';

/** Share of words in a font of one width from which text is code; tables of commands mix it with prose. */
const CODE_SHARE = 0.8;
/** Share of a page's words in a font of one width from which that font is its body: beside long listings a few titles say that it is not. */
const PLAIN_SHARE = 0.95;
/** Numbered lines of a listing at least, and how much smaller than the text their numbers are. */
const NUMBERED_MIN = 3;
const NUMBER_SIZE_SHARE = 0.85;

/** Nearly all words of a table, or some lines of a list. */
export function isCode(filled: readonly DraftCell[], columns: number): boolean {
  const head = filled.filter(cell => cell.row === 0);
  // Listings have no head in another font; tables of commands do.
  if (head.length > 1 && monospaceShare(head) === 0) return false;
  const lines = filled.filter(cell => columns === 1 && monospaceShare([cell]) === 1);
  return monospaceShare(filled) > CODE_SHARE || lines.length > 0;
}

/** Line numbers in small print, or in the page's own font, before text of one width. */
export function isNumberedListing(filled: readonly DraftCell[]): boolean {
  const [numbers, text] = [filled.filter(cell => cell.column === 0), filled.filter(cell => cell.column > 0)];
  const first = Number(numbers[0]?.words[0]?.text);
  const count = numbers.every(({ words }, at) => words.length === 1 && Number(words[0]?.text) === first + at);
  const size = (cells: readonly DraftCell[]) =>
    median(cells.flatMap(({ words }) => words.map(word => word.size)));
  return (
    numbers.length >= NUMBERED_MIN &&
    count &&
    (size(numbers) < NUMBER_SIZE_SHARE * size(text) || monospaceShare(numbers) === 0) &&
    monospaceShare(text) > CODE_SHARE
  );
}

/** Whether that is the font of a whole page, so that it tells nothing. */
export const isPlain = (words: readonly Word[]): boolean => monospaceShare([{ words }]) > PLAIN_SHARE;

function monospaceShare(cells: readonly { words: readonly Word[] }[]): number {
  let [all, monospace] = [0, 0];
  for (const { words } of cells)
    for (const word of words) {
      all += 1;
      if (word.monospace) monospace += 1;
    }
  return monospace / Math.max(1, all);
}
