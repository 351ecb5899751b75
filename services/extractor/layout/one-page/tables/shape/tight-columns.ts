/**
 * Numbers set to the right with text set to the left right behind them, as sheets are printed without lines: the cells' margins leave
 * less room between the two than a space does. Page after page of rows that end and begin at one place are columns all the same.
 */
import { median } from '../../../page/geometry.ts';
import { CELL_GAP_EM } from './gaps.ts';
import { sortFromLeft } from './text.ts';
import { isNumericWord } from './values.ts';
import type { Word } from './words.ts';

/** Less than other rules tell from words by their places. */
const TIGHT_EM = 0.3;
/** Rows in which a number ends, and a text begins, at one place: words of prose do not so often … */
const TIGHT_ROWS = 8;
/** … the share of them among those whose text begins there, … */
const TIGHT_SHARE = 0.9;
/** … within this. */
const SAME_PLACE_PT = 0.75;
/** Their head and their sum stand within this of them, and end where they do. */
const HEAD_EM = 6;
/** Numbers of items and lines. */
const ORDINAL = /^\(?\d{1,4}[.):]?$/;
/** Days, which have one width: they begin and end at one place, and leave more room behind them than a space, … */
const DAY = /^(?:\d{4}([./-])\d{2}\1\d{2}|\d{2}([./-])\d{2}\2(?:\d{4}|\d{2}))$/;
/** … this and more. */
const DAY_GAP_EM = 0.45;
/** What programs write between two numbers. */
const RANGE = /--/;
/** What is left of a number at least. */
const WIDTH_LEAST_EM = 0.05;
/** Farther than texts of one cell may stand. */
const APART_EM = CELL_GAP_EM + 0.02;

interface Pair {
  number: Word;
  text: Word;
  opensRow: boolean;
  /** Whether it is a day with more room behind it than a space. */
  isDay: boolean;
}

/** The words, those numbers so much narrower that the columns stand apart. */
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

/** Numbers with a text right behind them, and days with any. */
function pairsOf(words: readonly Word[]): Pair[] {
  const numbers = new Set<Word>();
  for (const word of words)
    if (isSet(word) && isNumericWord(word) && !RANGE.test(word.text)) numbers.add(word);
  // Pages of text have a few.
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
