/**
 * Recognises lines that their author ended, as in addresses, verses and lists of names. Lines of running text end where
 * no further word fits.
 */

import type { Block } from '../../page/block.ts';
import type { Line } from '../../page/line.ts';
import { HAN_AND_KANA, startsSmall } from '../../text/scripts.ts';

/** Two short lines may be anything. */
const LINES_MIN = 3;
/** A line that sticks out of a full column makes all others look short; full lines have more words than this. */
const WORDS_A_LINE_MAX = 8;
/** Least share of the lines, except the last, that end early, … */
const SHORT_SHARE = 0.75;
/** … and the least share where there are many lines, or no more words in them than in those of an address or a stanza. */
const SHORT_SHARE_SURE = 0.5;
const MANY_LINES = 6;
const FEW_WORDS_A_LINE = 4.5;
const STANZA_LINES = 4;
const STANZA_WORDS_A_LINE = 6;
/** Room after a space and the next line's first word, in addition to rounding. */
const ROOM_EM = 0.7;
/** Chinese and Japanese lines may break after any character. */
const UNSPACED = new RegExp(`^[${HAN_AND_KANA}]`, 'u');
const PAUSES = /[,;:.!?—–)]["'”’»]?$/u;

/**
 * Whether enough lines of a block end although the next line's first word would have fitted within the width of the
 * block's longest line.
 */
export function isSetInLines({ lines, right, words }: Block): boolean {
  if (lines.length < LINES_MIN || words > WORDS_A_LINE_MAX * lines.length) return false;
  const few = lines.length >= STANZA_LINES ? STANZA_WORDS_A_LINE : FEW_WORDS_A_LINE;
  const isSure = lines.length >= MANY_LINES || words <= few * lines.length;
  const share = isSure ? SHORT_SHARE_SURE : SHORT_SHARE;
  const short = lines.filter((line, at) => endsEarly(line, lines[at + 1], right)).length;
  return short >= share * (lines.length - 1);
}

function endsEarly(line: Line, next: Line | undefined, right: number): boolean {
  const [word] = next?.items ?? [];
  if (word === undefined || UNSPACED.test(word.text)) return false;
  // A sentence that continues was broken by its column, unless a pause shows otherwise.
  if (startsSmall(word.text) && line.items.length > FEW_WORDS_A_LINE && !PAUSES.test(line.text)) return false;
  return line.right + word.width + ROOM_EM * line.size < right;
}
