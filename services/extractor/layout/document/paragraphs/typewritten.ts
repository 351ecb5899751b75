/** Documents typed in a font of one width, as courts and agencies do: their text is no program's. */

import { isCode } from '../../one-page/blocks/code.ts';
import { gapsOf } from '../../one-page/lines/neighbours.ts';
import type { Block } from '../../page/block.ts';
import type { Flow } from '../../page/flow.ts';

/** Share of a document's characters of fixed pitch, and of these in running text, from which it was typed. */
const TYPED_SHARE = 0.6;
const RUNNING_SHARE = 0.5;
/** Lines of running text, and share of its words that are nothing but letters with their punctuation. */
const RUNNING_LINES = 3;
const WORDS_SHARE = 0.85;
const WORD = /^[("'“‘[]*[\p{L}\d][\p{L}\d'’.,-]*[)"'”’\],.;:?!]*$/u;
/** Ems between words of one line that are columns. */
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

/** Sentences over several lines, of words that stand as far apart as words do. */
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

/** Whether words stand so far apart that only a listing keeps their places. */
export function hasColumns({ lines }: Block): boolean {
  return lines.some(({ items, size }) => gapsOf(items).some(gap => gap > COLUMN_GAP_EM * size));
}
