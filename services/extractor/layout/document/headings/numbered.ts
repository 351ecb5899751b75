/** Recognises titles at the size of the text: a short single line that opens with a number and differs from the text below. */

import { type Block, BOLD_SHARE, isBold } from '../../page/block.ts';
import type { Rectangle } from '../../page/content.ts';
import type { Flow } from '../../page/flow.ts';
import { isCapitals } from '../../text/capitals.ts';
import { startsCount } from '../../text/markers.ts';
import { numberingOf } from '../../text/section-numbers.ts';
import { endsStatement, holdsSentenceEnd } from '../../text/sentence-ends.ts';
import { stands } from './place.ts';
import type { Situation } from './situation.ts';
import { RUNNING_WORDS_MIN, styleOf } from './style.ts';
import { textOfBlock } from './wording.ts';

/** A title leaves this share of its column's width free. */
const WIDTH_SHARE_MAX = 0.8;
/** A centred title is at least this far from both edges of its column, and equally far from both within this tolerance … */
const CENTRED_EM = 3;
const CENTRED_SLACK_EM = 0.5;
/** … and within the room that lines leave when they end with a word: the text below may be narrower than its column. */
const RAGGED_EM = 3;
/** Text indented from its number by less than this does not hang under an item. */
const HANGING_EM = 0.6;

/** A number, a letter or a Roman numeral with its punctuation, at the start of a title. */
const NUMBER = /^[(（]?[\p{L}\p{N}.]{1,8}[.)）、．]*\s*/u;
/** A name is a word that does not begin with a small letter. */
const NAME = /^(?!\p{Ll}).*(?:\p{L}{2}|\p{Lo})/u;

/**
 * Whether a block is such a title. Items of a list begin at one edge and contain their text; a number over text that
 * does not hang under it, in another type than the text or centred in its column, names what follows.
 */
export function isNumberedTitle(situation: Situation): boolean {
  const { block, text, flow, previous, next, styles, inFigure } = situation;
  if (block.lines.length !== 1 || inFigure || block.monospace >= BOLD_SHARE || !isNumberedName(text))
    return false;
  if (next?.kind !== 'text' || !stands(flow, next) || !isParagraph(next.block)) return false;
  const below = next.block;
  if (block.right - block.left > WIDTH_SHARE_MAX * (below.right - below.left)) return false;
  if (isCentred(block, below, block.size)) return true;
  const isOtherType =
    (isBold(block) && styles.bodyBold < 0.5) ||
    (block.italic >= BOLD_SHARE && below.italic < BOLD_SHARE) ||
    (isCapitals(text) && /\p{Lu}{3}/u.test(text));
  const hangs = below.left > block.left + HANGING_EM * block.size;
  return isOtherType && !hangs && !isAlike(previous, block);
}

/**
 * Whether a text is a number with a name. `Appendix B` is a name by itself; a text that ends like a sentence, or
 * contains one, is an item's.
 */
function isNumberedName(text: string): boolean {
  if (!(numberingOf(text) !== null || startsCount(text))) return false;
  const name = text.replace(NUMBER, '');
  if (endsStatement(name) || holdsSentenceEnd(name)) return false;
  return numberingOf(text)?.kind === 'worded' || NAME.test(name);
}

const isParagraph = (block: Block): boolean =>
  block.words > RUNNING_WORDS_MIN && block.lines.length > 1 && !isBold(block);

function isCentred(block: Rectangle, column: Rectangle, size: number): boolean {
  const [before, behind] = [block.left - column.left, column.right - block.right];
  const isInside = Math.min(before, behind) > CENTRED_EM * size;
  return isInside && before - behind > -CENTRED_SLACK_EM * size && before - behind < RAGGED_EM * size;
}

/** Whether the piece above is a numbered line in the same type: together they are a list. */
const isAlike = (upper: Flow | undefined, block: Block): boolean =>
  upper?.kind === 'text' && styleOf(upper.block) === styleOf(block) && startsCount(textOfBlock(upper.block));
