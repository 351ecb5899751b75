/**
 * Visual rows of a page: words on one baseline that belong together. The order of the content stream decides
 * together: a table's row is drawn cell after cell, while the text column beside it is drawn elsewhere. Words
 * on one baseline are one row where what was drawn between them stays near that baseline.
 */
import { around, median } from '../../../page/geometry.ts';
import { Groups } from '../../../page/groups.ts';
import { sortFromLeft } from './text.ts';
import type { Word } from './words.ts';

/** Pieces of one row have baselines this close. */
const SAME_BASELINE_EM = 0.4;
/** Between two cells of a row the stream stays this near to the row: wrapped cells of up to six lines. */
const STREAM_WINDOW_EM = 8;
/** Pieces of text after a piece that are looked at for the rest of its row; rows have a few dozen cells. */
export const ROW_PIECES_CEILING = 300;
/** Marks of footnotes and scripts are this much smaller than the text. */
const SCRIPT_SIZE_SHARE = 0.75;
/** Characters of marks and of formulas' scripts, on average; words of running text have more. */
const MARK_LENGTH_MAX = 1.7;

export interface VisualRow {
  baseline: number;
  size: number;
  left: number;
  right: number;
  words: Word[];
}

/** Whether a row is nothing but marks of footnotes or scripts, which stand above or below the line that they belong to. */
export function isMark({ words, size }: Pick<VisualRow, 'words' | 'size'>, textSize: number): boolean {
  const characters = words.reduce((sum, word) => sum + word.text.length, 0);
  return size < SCRIPT_SIZE_SHARE * textSize && characters < MARK_LENGTH_MAX * words.length;
}

/** Rows from top to bottom; `words` come in stream order. */
export function visualRows(words: readonly Word[]): VisualRow[] {
  const fragments = fragmentsOf(words.filter(word => word.upright));
  const groups = new Groups(fragments.length);
  joinNear(fragments, groups);
  return groups
    .members()
    .map(group => toRow(group.flatMap(i => fragments[i] ?? [])))
    .sort((a, b) => a.baseline - b.baseline);
}

/** Stream neighbours that go on to the right on one baseline. */
function fragmentsOf(words: readonly Word[]): Word[][] {
  const fragments: Word[][] = [];
  for (const word of words) {
    const last = fragments.at(-1)?.at(-1);
    const goesOn = last && onBaseline(last, word) && word.left >= last.right - last.size;
    if (goesOn) fragments.at(-1)?.push(word);
    else fragments.push([word]);
  }
  return fragments;
}

function onBaseline(a: Word, b: Word): boolean {
  return Math.abs(a.baseline - b.baseline) <= SAME_BASELINE_EM * Math.max(a.size, b.size);
}

/** Joins each fragment to the later ones on its baseline, as long as the stream stays near. */
function joinNear(fragments: readonly Word[][], groups: Groups): void {
  fragments.forEach((fragment, i) => {
    const [first] = fragment;
    if (!first) return;
    const window = STREAM_WINDOW_EM * first.size;
    const end = Math.min(fragments.length, i + ROW_PIECES_CEILING);
    for (let k = i + 1; k < end; k += 1) {
      const other = fragments[k]?.[0];
      if (!other || Math.abs(other.baseline - first.baseline) > window) return;
      if (onBaseline(first, other)) groups.join(k, i);
    }
  });
}

function toRow(words: Word[]): VisualRow {
  sortFromLeft(words);
  const { left, right } = around(words);
  const largest = words.reduce((best, word) => (word.size > best.size ? word : best), words[0] as Word);
  return {
    baseline: largest.baseline,
    size: median(words.map(word => word.size)),
    left,
    right,
    words,
  };
}
