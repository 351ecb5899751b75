/** A draft with its score, before it is decided which drafts are tables. */

import type { Rectangle } from '../../../page/content.ts';
import { around } from '../../../page/geometry.ts';
import type { Draft } from './draft.ts';
import type { Word } from './words.ts';

export interface Candidate {
  draft: Draft;
  headRows: number;
  score: number;
}

export function wordsOf(draft: Draft): Word[] {
  const words: Word[] = [];
  for (const cell of draft.cells) for (const word of cell.words) words.push(word);
  return words;
}

/** Returns the box around the table's text, whatever is drawn around it. */
export const textBox = (draft: Draft): Rectangle => around(wordsOf(draft));
