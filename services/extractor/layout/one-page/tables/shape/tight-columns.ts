/**
 * Separates right-aligned numbers from left-aligned text directly after them, as in sheets printed without lines: the
 * margins of the cells leave less room between them than a space does. Many rows that end and begin at one place are
 * columns all the same.
 */
import { median } from '../../../page/geometry.ts';
import { CELL_GAP_EM } from './gaps.ts';
import { sortFromLeft } from './text.ts';
import { isNumericWord } from './values.ts';
import type { Word } from './words.ts';

/** Rooms narrower than this are too small for other rules to separate words by position. */
const TIGHT_EM = 0.3;
/** Least number of rows in which a number ends, and a text begins, at one place; words of prose do not so often. */
const TIGHT_ROWS = 8;
/** Least share of these rows among those whose text begins there. */
const TIGHT_SHARE = 0.9;
/** Positions within this are the same place. */
const SAME_PLACE_PT = 0.75;
/** Their head and their sum are within this distance of them, and end where they do. */
const HEAD_EM = 6;
/** Numbers of items and lines. */
const ORDINAL = /^\(?\d{1,4}[.):]?$/;
/** Days, which all have the same width: they begin and end at one place, and leave more room after them than a space, … */
const DAY = /^(?:\d{4}([./-])\d{2}\1\d{2}|\d{2}([./-])\d{2}\2(?:\d{4}|\d{2}))$/;
/** … at least this. */
const DAY_GAP_EM = 0.45;
/** What programs write between two numbers. */
const RANGE = /--/;
/** Least width that remains of a number. */
const WIDTH_LEAST_EM = 0.05;
/** Farther apart than texts of one cell may be. */
const APART_EM = CELL_GAP_EM + 0.02;

interface Pair {
  number: Word;
  text: Word;
  opensRow: boolean;
  /** Whether it is a day with more room after it than a space. */
  isDay: boolean;
}

/** Returns the words, with those numbers narrowed enough for the columns to be apart. */
export function withTightColumnsApart(words: readonly Word[]): readonly Word[] {
  const narrowed = new Map<Word, Word>();
  const byText = Map.groupBy(pairsOf(words), ({ text }) => Math.round(text.left));
  for (const pairs of byText.values()) {
    if (!isTightColumn(pairs)) continue;
    const [end, start] = [median(pairs.map(rightOf)), median(pairs.map(({ text }) => text.left))];
    const baselines = pairs.map(({ number }) => number.baseline);
    const [top, bottom] = [Math.min(...baselines), Math.max(...baselines)];
    for (const word of words) {
      const isBeside =
        word.baseline > top - HEAD_EM * word.size && word.baseline < bottom + HEAD_EM * word.size;
      if (!isBeside || Math.abs(word.right - end) > SAME_PLACE_PT) continue;
      const right = Math.max(word.left + WIDTH_LEAST_EM * word.size, start - APART_EM * word.size);
      narrowed.set(word, { ...word, right });
    }
  }
  return narrowed.size === 0 ? words : words.map(word => narrowed.get(word) ?? word);
}

const rightOf = ({ number }: Pair): number => number.right;

function isTightColumn(pairs: readonly Pair[]): boolean {
  if (pairs.length < TIGHT_ROWS) return false;
  const end = median(pairs.map(rightOf));
  const flush = pairs.filter(pair => Math.abs(rightOf(pair) - end) <= SAME_PLACE_PT);
  const starts = new Set(flush.map(({ number }) => Math.round(number.left)));
  const areOrdinals = flush.every(({ number, opensRow }) => opensRow && ORDINAL.test(number.text));
  const areColumns = starts.size > 1 || flush.every(({ isDay }) => isDay);
  return flush.length >= Math.max(TIGHT_ROWS, TIGHT_SHARE * pairs.length) && areColumns && !areOrdinals;
}

const isSet = ({ upright, monospace }: Word): boolean => upright && !monospace;

/** Returns numbers with a text directly after them, and days with any text after them. */
function pairsOf(words: readonly Word[]): Pair[] {
  const numbers = new Set<Word>();
  for (const word of words)
    if (isSet(word) && isNumericWord(word) && !RANGE.test(word.text)) numbers.add(word);
  // Pages of prose have only a few.
  if (numbers.size < TIGHT_ROWS) return [];
  const lineOf = ({ baseline }: Word) => Math.round(baseline);
  const numbered = new Set([...numbers].map(lineOf));
  const lines = Map.groupBy(
    words.filter(word => isSet(word) && numbered.has(lineOf(word))),
    lineOf,
  );
  const pairs: Pair[] = [];
  for (const line of lines.values()) {
    sortFromLeft(line);
    for (let at = 1; at < line.length; at += 1) {
      const [number, text] = [line[at - 1] as Word, line[at] as Word];
      if (!numbers.has(number)) continue;
      const gap = (text.left - number.right) / text.size;
      const isDay = gap >= DAY_GAP_EM && gap < CELL_GAP_EM && DAY.test(number.text);
      const isTight = gap > 0 && gap < TIGHT_EM && !isNumericWord(text);
      if (isDay || isTight) pairs.push({ number, text, opensRow: at === 1, isDay });
    }
  }
  return pairs;
}
