/** Recognises program text, which looks like a table because its equal spaces align words. */
import { median } from '../../../page/geometry.ts';
import type { DraftCell } from '../shape/draft.ts';
import type { Word } from '../shape/words.ts';

/** From this share of words in a fixed-pitch font on, text is code; tables of commands mix it with prose. */
const CODE_SHARE = 0.8;
/**
 * From this share of a page's words in a fixed-pitch font on, that font is the page's body font; beside long listings,
 * a few titles show that it is not.
 */
const PLAIN_SHARE = 0.95;
/** Least number of numbered lines in a listing, and the largest size of their numbers as a share of the text's. */
const NUMBERED_MIN = 3;
const NUMBER_SIZE_SHARE = 0.85;

/** Whether cells are code: nearly all words of a table, or some lines of a list. */
export function isCode(filled: readonly DraftCell[], columns: number): boolean {
  const head = filled.filter(cell => cell.row === 0);
  // Listings have no head in another font; tables of commands do.
  if (head.length > 1 && monospaceShare(head) === 0) return false;
  const lines = filled.filter(cell => columns === 1 && monospaceShare([cell]) === 1);
  return monospaceShare(filled) > CODE_SHARE || lines.length > 0;
}

/** Whether there are line numbers in small print, or in the page's own font, before fixed-pitch text. */
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

/** Whether a fixed-pitch font is that of the whole page, so that it shows nothing. */
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
