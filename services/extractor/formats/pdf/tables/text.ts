/** The text of a cell: its lines from top to bottom, each from left to right, joined as running text. */
import { SAME_LINE_EM, WORD_GAP_EM } from './thresholds.ts';
import type { Word } from './words.ts';

/** Words grouped by baseline, from top to bottom, each line from left to right. */
export function linesOf(words: readonly Word[]): Word[][] {
  if (words.length < 2) return words.length === 0 ? [] : [[...words]];
  const lines: Word[][] = [];
  let anchor: Word | undefined;
  for (const word of byBaseline(words)) {
    const last = lines.at(-1);
    if (last && anchor && sameLine(anchor, word)) {
      last.push(word);
      if (word.size > anchor.size) anchor = word;
    } else {
      lines.push([word]);
      anchor = word;
    }
  }
  for (const line of lines) sortFromLeft(line);
  return lines;
}

/** Words are asked for their lines again and again, and mostly stand in order already. */
function byBaseline(words: readonly Word[]): readonly Word[] {
  for (let at = 1; at < words.length; at += 1)
    if ((words[at] as Word).baseline < (words[at - 1] as Word).baseline)
      return [...words].sort((a, b) => a.baseline - b.baseline);
  return words;
}

/** In place. */
export function sortFromLeft(line: Word[]): void {
  for (let at = 1; at < line.length; at += 1)
    if ((line[at] as Word).left < (line[at - 1] as Word).left) {
      line.sort((a, b) => a.left - b.left);
      return;
    }
}

function sameLine(anchor: Word, word: Word): boolean {
  return Math.abs(word.baseline - anchor.baseline) <= SAME_LINE_EM * Math.max(anchor.size, word.size);
}

export function lineText(line: readonly Word[]): string {
  let text = '';
  let previous: Word | undefined;
  for (const word of line) {
    if (previous) text += separator(previous, word);
    text += word.text;
    previous = word;
  }
  return text;
}

function separator(previous: Word, word: Word): string {
  if (word.index === previous.index + 1) return word.spaceBefore ? ' ' : '';
  const gap = word.left - previous.right;
  return gap > WORD_GAP_EM * Math.max(previous.size, word.size) ? ' ' : '';
}

/** Joins lines by spaces; a hyphen between a letter and a lower-case start was put there by the line's end. */
export function cellText(words: readonly Word[]): string {
  let text = '';
  for (const line of linesOf(words)) {
    const next = lineText(line);
    if (text === '') text = next;
    else if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(next)) text = text.slice(0, -1) + next;
    else text += ` ${next}`;
  }
  return text;
}
