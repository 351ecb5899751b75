/**
 * Finds watermarks: large words, upright or diagonal, with other text set over them. They separate no tables or columns
 * and are no headings.
 */
import type { TextItem } from '../../page/content.ts';
import { uprightPlaces } from '../lines/turned.ts';

/** In points: smaller words are no watermark. With more large words than the maximum, the large words are the text. */
const SIZE_MIN = 24;
const WORDS_MAX = 100;
/** Text set over a watermark is smaller by at least this factor, … */
const SMALLER = 1.8;
/** … has no single characters, and is at least this many words. */
const OVERLAID_CHARACTERS_MIN = 2;
const OVERLAID_WORDS_MIN = 3;
/** Least share of its words that have others set over them. */
const OVERLAID_SHARE = 0.5;
/** Height of letters above the baseline. */
const HEIGHT_EM = 0.7;

/** Returns words of the same style that have others set over them. */
export function watermarksOf(items: readonly TextItem[]): Set<TextItem> {
  const large = items.filter(
    ({ size, angle, invisible }) => size >= SIZE_MIN && (angle === 0 || angle % 90 !== 0) && !invisible,
  );
  if (large.length === 0 || large.length > WORDS_MAX || large.length === items.length) return new Set();
  const looks = Map.groupBy(large, ({ font, size, color }) => `${font.name} ${size} ${color}`);
  return new Set([...looks.values()].flatMap(words => (isOverlaid(words, items) ? words : [])));
}

function isOverlaid(words: readonly TextItem[], items: readonly TextItem[]): boolean {
  let [overlaid, over] = [0, 0];
  for (const word of words) {
    const count = items.filter(item => isSetOver(item, word)).length;
    if (count > 0) overlaid++;
    over += count;
  }
  return over >= OVERLAID_WORDS_MIN && overlaid >= OVERLAID_SHARE * words.length;
}

/** Whether the middle of a smaller upright word lies within the letters of a large one. */
function isSetOver(
  { left, width, baseline, size, angle, text, invisible }: TextItem,
  word: TextItem,
): boolean {
  if (size * SMALLER > word.size || angle !== 0 || text.length < OVERLAID_CHARACTERS_MIN || invisible)
    return false;
  const toUpright = uprightPlaces(word.angle);
  const start = toUpright(word);
  const middle = toUpright({ left: left + width / 2, baseline: baseline - (HEIGHT_EM * size) / 2 });
  return (
    middle.left > start.left &&
    middle.left < start.left + word.width &&
    middle.baseline < start.baseline &&
    middle.baseline > start.baseline - HEIGHT_EM * word.size
  );
}
