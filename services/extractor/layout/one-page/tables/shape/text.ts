/** Builds the text of a cell: its lines from top to bottom, each from left to right, joined as running text. */
import { isRaised, textBehind } from '../../../page/raised-figures.ts';
import { runsOnUnspaced } from '../../../text/spaces.ts';
import type { Word } from './words.ts';

/** Pieces of one line of a cell have baselines this close; subscripts and superscripts are within it. */
const SAME_LINE_EM = 0.5;
/** Pieces of text closer than this are one word. */
const WORD_GAP_EM = 0.15;

/** Subscripts and superscripts are at most this large beside the largest word of their line, … */
const SCRIPT_SIZE = 0.8;
/** … and stand above each other if they share more than this, in em. */
const STACKED_EM = 0.1;

/** Returns words grouped by baseline, from top to bottom, each line from left to right. */
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

/** Returns only the first of these lines. */
export function firstLineOf(words: readonly Word[]): Word[] {
  const sorted = byBaseline(words);
  let anchor = sorted[0];
  let end = 0;
  for (; anchor && end < sorted.length; end += 1) {
    const word = sorted[end] as Word;
    if (!sameLine(anchor, word)) break;
    if (word.size > anchor.size) anchor = word;
  }
  const line = sorted.slice(0, end);
  sortFromLeft(line);
  return line;
}

/** Sorts words by baseline. It is called again and again, and the words are mostly in order already. */
function byBaseline(words: readonly Word[]): readonly Word[] {
  for (let at = 1; at < words.length; at += 1)
    if ((words[at] as Word).baseline < (words[at - 1] as Word).baseline)
      return [...words].sort((a, b) => a.baseline - b.baseline);
  return words;
}

/** Sorts in place. */
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
  let piece = '';
  let previous: Word | undefined;
  let host: Word | undefined;
  for (const word of line) {
    const space = previous ? separator(previous, word) : '';
    piece = space === '' && host ? textBehind(piece, host, word) : word.text;
    text += space + piece;
    if (!host || !isRaised(host, word)) host = word;
    previous = word;
  }
  return text;
}

function separator(previous: Word, word: Word): string {
  if (word.index === previous.index + 1) return word.spaceBefore ? ' ' : '';
  const gap = word.left - previous.right;
  return gap > WORD_GAP_EM * Math.max(previous.size, word.size) ? ' ' : '';
}

/** Orders subscripts and superscripts that stand above each other, such as the errors of a value: the superscript first. */
function inScripts(line: Word[]): Word[] {
  const size = line.reduce((most, word) => Math.max(most, word.size), 0);
  if (line.every(word => word.size > SCRIPT_SIZE * size)) return line;
  const base = line.find(word => word.size === size)?.baseline ?? 0;
  const isScript = (word: Word) => word.size <= SCRIPT_SIZE * size && word.baseline !== base;
  const read: Word[] = [];
  for (let from = 0; from < line.length; ) {
    let to = from + 1;
    while (to < line.length && isScript(line[from] as Word) && isScript(line[to] as Word)) to += 1;
    const run = line.slice(from, to);
    const stacked = run.some(
      (word, at) => at > 0 && word.left < (run[at - 1] as Word).right - STACKED_EM * word.size,
    );
    read.push(...(stacked ? run.sort((a, b) => a.baseline - b.baseline || a.left - b.left) : run));
    from = to;
  }
  return read;
}

export function cellText(words: readonly Word[]): string {
  const turned = words.filter(({ upright }) => !upright);
  if (turned.length === 0) return levelText(words);
  const level = words.filter(({ upright }) => upright);
  const parts = [levelText(level), turnedText(turned)];
  const end = turned.reduce((most, { bottom }) => Math.max(most, bottom), -Infinity);
  const start = level.reduce((least, { top }) => Math.min(least, top), Infinity);
  return (end <= start ? parts.reverse() : parts).filter(Boolean).join(' ');
}

/** Returns the text of vertical or slanted words in drawing order, because their positions run up, down or to the side. */
function turnedText(words: readonly Word[]): string {
  const drawn = words.toSorted((one, other) => one.index - other.index);
  return drawn.reduce((text, word, at) => {
    const goesOn = word.index === (drawn[at - 1]?.index ?? Infinity) + 1 && !word.spaceBefore;
    return text === '' || goesOn ? text + word.text : `${text} ${word.text}`;
  }, '');
}

/**
 * Returns the lines as running text. What a line end separates at the text's own hyphen (`KX-` / `92604`) is joined
 * without a space.
 */
function levelText(words: readonly Word[]): string {
  const lines = linesOf(words);
  if (lines.length === 1) return lineText(inScripts(lines[0] ?? []));
  const end = Math.max(...words.map(({ right }) => right));
  let text = '';
  let isFull = false;
  for (const line of lines) {
    text = joinedBelow(text, lineText(inScripts(line)), isFull);
    const last = line.at(-1);
    isFull = last !== undefined && last.right + last.size > end;
  }
  return text;
}

/**
 * Joins a line to the text above. Scripts without spaces continue directly where the line above is full, but not after
 * a shorter title.
 */
function joinedBelow(text: string, next: string, isFull: boolean): string {
  if (text === '') return next;
  if (/\p{Ll}[-\u00ad\u2010]$/u.test(text) && /^\p{Ll}/u.test(next)) return text.slice(0, -1) + next;
  const isTight = isPartedInWord(text, next) || (isFull && runsOnUnspaced(text, next));
  return isTight ? text + next : `${text} ${next}`;
}

/** A text that a hyphen does not break: negative numbers below each other (`120-` / `35-`), or a single `-0-`. */
const WHOLE_AT_HYPHEN = /(?:^|\s)[-\u2010]\S*$/u;

/** A negative amount as accounts and SAP print it (`50.315-`), … */
const AMOUNT_BELOW_ZERO =
  /(?:^|\s)\p{Sc}?(?:\d{1,3}(?:[.,'’\u00a0 ]\d{3})*(?:[.,]\d{1,2})?|\d+[.,]\d{1,2})[-\u2010]$/u;
/** … and another amount, which may stand below it. */
const AMOUNT = /^\p{Sc}?\d[\d.,'’\u00a0 ]*\)?$/u;

/** A grade (`A-`, `2-`), … */
const GRADE_WITH_MINUS = /^[\p{Lu}\d][-\u2010]$/u;
/** … and another grade (`B`, `SP`, `1`). */
const GRADE = /^(?:\p{Lu}{1,3}|\d)$/u;

/** `04/09` / `/2026`, and `04/09/` / `2026`. */
const PARTED_AT_SLASH = /\p{N}\/\n\p{N}|\p{N}\n\/\p{N}/u;

/** `15.01.202` and `4`, `2024-01-1` and `5`: a narrow column breaks a date anywhere. `15.01.20` and `24` would be ambiguous. */
const PARTED_IN_DATE =
  /(?<![\p{L}\p{N}])(?:\d{1,2}([./-])\d{1,2}\1[12]\d\d\n\d|\d\d([./-])\d\d\2[12]\n\d{3}|[12]\d{3}-(?:\d\d-\d\n|\d\n\d-\d)\d)$/u;
const DATE_CHARACTERS = 10;

/** Whether a line ends in the middle of a word or number. */
export function isPartedInWord(text: string, next: string): boolean {
  if (PARTED_AT_SLASH.test(`${text.slice(-2)}\n${next.slice(0, 2)}`)) return true;
  if (PARTED_IN_DATE.test(`${text.slice(-DATE_CHARACTERS)}\n${next.slice(0, DATE_CHARACTERS)}`)) return true;
  return (
    /[\p{L}\p{N}][-\u2010]$/u.test(text) &&
    /^[\p{L}\p{N}]/u.test(next) &&
    !/[-+]$/.test(next) &&
    !WHOLE_AT_HYPHEN.test(text) &&
    !(AMOUNT_BELOW_ZERO.test(text) && AMOUNT.test(next)) &&
    !(GRADE_WITH_MINUS.test(text) && GRADE.test(next))
  );
}
