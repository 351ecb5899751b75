/** A draft with what was weighed for it, before it is settled which drafts are tables. */
import type { Rectangle } from '../page.ts';
import type { Draft } from './draft.ts';
import type { Word } from './words.ts';

export interface Candidate {
  draft: Draft;
  headRows: number;
  score: number;
}

export function wordsOf(draft: Draft): Word[] {
  return draft.cells.flatMap(cell => cell.words);
}

/** What the text of the table covers, whatever was drawn around it. */
export function textBox(draft: Draft): Rectangle {
  const box = { left: Infinity, top: Infinity, right: -Infinity, bottom: -Infinity };
  for (const word of wordsOf(draft)) {
    box.left = Math.min(box.left, word.left);
    box.right = Math.max(box.right, word.right);
    box.top = Math.min(box.top, word.top);
    box.bottom = Math.max(box.bottom, word.bottom);
  }
  return box;
}
