/** Recognises documents typed in a fixed-pitch font, as by courts and agencies: their text is no program text. */

import { isCode } from '../../one-page/blocks/code.ts';
import { gapsOf } from '../../one-page/lines/neighbours.ts';
import type { Block } from '../../page/block.ts';
import type { Flow } from '../../page/flow.ts';

/** A document was typed if at least this share of its characters is fixed-pitch, and this share of those in running text. */
const TYPED_SHARE = 0.6;
const RUNNING_SHARE = 0.5;
/** Least number of lines of running text, and least share of its words that are only letters with punctuation. */
const RUNNING_LINES = 3;
const WORDS_SHARE = 0.85;
const WORD = /^[("'“‘[]*[\p{L}\d][\p{L}\d'’.,-]*[)"'”’\],.;:?!]*$/u;
/** Words of one line farther apart than this are in columns. */
const COLUMN_GAP_EM = 2;

export function isTyped(flow: readonly Flow[]): boolean {
  const blocks = flow.flatMap(piece => (piece.kind === 'text' ? piece.block : []));
  const characters = (some: readonly Block[]) => some.reduce((sum, block) => sum + block.characters, 0);
  const typed = blocks.filter(isCode);
  return (
    characters(typed) >= TYPED_SHARE * characters(blocks) &&
    characters(typed.filter(isRunningText)) >= RUNNING_SHARE * characters(typed)
  );
}

/** Whether a block contains sentences over several lines, with ordinary spaces between words. */
function isRunningText(block: Block): boolean {
  const words = block.lines.flatMap(({ items }) => items.map(({ text }) => text));
  const plain = words.filter(word => WORD.test(word)).length;
  const runsOn = block.lines.filter(({ text }) => /^\p{Ll}/u.test(text)).length;
  return (
    block.lines.length >= RUNNING_LINES &&
    runsOn > 0 &&
    plain >= WORDS_SHARE * words.length &&
    !hasColumns(block)
  );
}

/** Whether words are so far apart that only a listing keeps their places. */
export function hasColumns({ lines }: Block): boolean {
  return lines.some(({ items, size }) => gapsOf(items).some(gap => gap > COLUMN_GAP_EM * size));
}
