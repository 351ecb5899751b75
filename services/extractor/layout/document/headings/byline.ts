/** Names of authors: capitalized words with raised marks that lead to their addresses. */
import { type Block, BOLD_SHARE } from '../../page/block.ts';
import type { TextItem } from '../../page/content.ts';
import type { Line } from '../../page/line.ts';

/** Marks are smaller than this share of the names and stand higher by this much of their size. */
const MARK_SIZE = 0.85;
const MARK_RAISE_EM = 0.15;
/** Share of the words that begin with a capital: names do, but for "and" and "van der". */
const CAPITALIZED_SHARE = 0.75;
const MARK = /^[\d,;*∗†‡§¶#\s]+$/;
const WORD = /^\p{L}/u;

/** A line in italics that says who wrote what follows: `By Joan Purdey`. */
const BY = /^(?:By|Von|Par|Por|Di|Da|Door|Av|Af)\s+\p{L}/u;
const BY_WORDS_MAX = 6;

const saysBy = ({ lines: [line, ...others], italic, words }: Block): boolean =>
  others.length === 0 && italic >= BOLD_SHARE && words <= BY_WORDS_MAX && BY.test(line?.text ?? '');

/** Two names with marks or more, or a line that says so: a title has one mark at most, a formula in it raises what is none. */
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
