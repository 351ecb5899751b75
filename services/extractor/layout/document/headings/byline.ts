/** Recognises names of authors: capitalised words with raised marks that refer to their addresses. */
import { type Block, BOLD_SHARE } from '../../page/block.ts';
import type { TextItem } from '../../page/content.ts';
import type { Line } from '../../page/line.ts';

/** Marks are smaller than this share of the names and raised by this much of their size. */
const MARK_SIZE = 0.85;
const MARK_RAISE_EM = 0.15;
/** Least share of the words with a capital: names have one, except for "and" and "van der". */
const CAPITALIZED_SHARE = 0.75;
const MARK = /^[\d,;*∗†‡§¶#\s]+$/;
const WORD = /^\p{L}/u;

/** A line in italics that names the author of what follows: `By Joan Purdey`. */
const BY = /^(?:By|Von|Par|Por|Di|Da|Door|Av|Af)\s+\p{L}/u;
const BY_WORDS_MAX = 6;

const saysBy = ({ lines: [line, ...others], italic, words }: Block): boolean =>
  others.length === 0 && italic >= BOLD_SHARE && words <= BY_WORDS_MAX && BY.test(line?.text ?? '');

/**
 * Whether a block has at least two names with marks, or is a line that names the author. A title has at most one mark,
 * and a formula in it raises other characters.
 */
export function isByline(block: Block): boolean {
  const { lines } = block;
  if (saysBy(block)) return true;
  const marks = lines.flatMap(line =>
    line.items.filter((item, at) => isMark(item, line, line.items[at - 1])),
  );
  if (marks.length < 2) return false;
  const words = lines.flatMap(({ items }) => items).filter(({ text }) => WORD.test(text));
  const capitalized = words.filter(({ text }) => /^\p{Lu}/u.test(text));
  return capitalized.length >= CAPITALIZED_SHARE * words.length;
}

function isMark(item: TextItem, line: Line, before: TextItem | undefined): boolean {
  return (
    item.size < MARK_SIZE * line.size &&
    MARK.test(item.text) &&
    line.baseline - item.baseline > MARK_RAISE_EM * line.size &&
    before !== undefined &&
    /^\p{Lu}\p{L}/u.test(before.text)
  );
}
