/** The size of print, from the ink of its words. A box is only as high as the letters that happen to be in it. */
import type { RecognizedWord } from './engine.ts';

interface InkHeights {
  letters: RegExp;
  /** Above the base line, in ems: the height of every letter, and of a word that has an ascender or a mark. */
  above: number;
  raised: number;
  rising: RegExp;
  below: number;
  sinking: RegExp;
}

/**
 * The height of small letters without ascender or descender, in ems. Dashes, dots and marks get it, because their ink says
 * nothing about the font size.
 */
export const SMALL_LETTER_EM = 0.46;

/** Latin, Greek and Cyrillic print; common typefaces are within 10 % of these. */
const ALPHABETIC: InkHeights = {
  letters: /(?:)/,
  above: SMALL_LETTER_EM,
  raised: 0.69,
  rising:
    /[\p{Lu}\p{N}bdfhijkltßþà-åè-öù-ýÿāăćĉċčďēĕėěĝğġĥĩīĭįĵĺľłńňōŏőŕřśŝšťũūŭůűŵŷźżž/()[\]{}|!?@#$%&бфёйіїјάέήίόύώβδζθλξφψ]/u,
  below: 0.21,
  sinking: /[gjpqyQçþ()[\]{}|@$§,;руфцщβγζημξρςφχψ]/u,
};

/** CJK squares as in Noto Sans CJK. The others are estimates that hold on scans, judging by the order of their lines. */
const OTHERS: readonly InkHeights[] = [
  {
    letters: /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u,
    ...{ above: 0.85, raised: 0.85, rising: /(?!)/, below: 0.09, sinking: /(?:)/ },
  },
  {
    letters: /\p{Script=Thai}/u,
    ...{
      above: 0.56,
      raised: 0.82,
      rising: /[\u0e1b\u0e1d\u0e1f\u0e2c\u0e31\u0e34-\u0e37\u0e42-\u0e44\u0e47-\u0e4e]/u,
    },
    ...{ below: 0.21, sinking: /[\u0e0d-\u0e10\u0e24\u0e26\u0e38-\u0e3a]/u },
  },
  {
    letters: /\p{Script=Devanagari}/u,
    ...{ above: 0.64, raised: 0.86, rising: /[\u0900-\u0902\u093f\u0940\u0945-\u094c]/u },
    ...{ below: 0.22, sinking: /[\u0941-\u0944\u094d]/u },
  },
  {
    letters: /\p{Script=Arabic}/u,
    ...{
      above: 0.4,
      raised: 0.62,
      rising: /[\u0622-\u0627\u0637\u0638\u0643\u0644\u06a9\u06af\u064b-\u0652\p{N}]/u,
    },
    ...{ below: 0.22, sinking: /[\u062c-\u062e\u0631-\u0636\u0639\u063a\u0642\u0644-\u064a\u0698\u06cc]/u },
  },
  {
    letters: /\p{Script=Hebrew}/u,
    ...{
      above: 0.54,
      raised: 0.7,
      rising: /[\u05dc\p{N}]/u,
      below: 0.18,
      sinking: /[\u05da\u05df\u05e3\u05e5\u05e7]/u,
    },
  },
];

/** One em in pixels: the median over the line's words, so that one tall mark does not count for all. */
export function emOf(words: readonly RecognizedWord[]): number {
  return weightedMedian(words.map(word => ({ value: emOfWord(word), weight: word.text.length })));
}

/** Computed from the ink's height and the letters that made it. */
function emOfWord({ text, top, bottom }: RecognizedWord): number {
  const heights = heightsOf(text);
  const above = heights.rising.test(text) ? heights.raised : heights.above;
  return (bottom - top) / (above + sunkBy(text));
}

const heightsOf = (text: string): InkHeights =>
  OTHERS.find(({ letters }) => letters.test(text)) ?? ALPHABETIC;

/** How far the word's ink goes below the base line, in ems. */
function sunkBy(text: string): number {
  const { below, sinking } = heightsOf(text);
  return sinking.test(text) ? below : 0;
}

/** The y of the line that the letters stand on, by the median over the words. */
export function baselineOf(words: readonly RecognizedWord[]): number {
  const em = emOf(words);
  return weightedMedian(
    words.map(({ text, bottom }) => ({
      value: bottom - sunkBy(text) * em,
      weight: text.length,
    })),
  );
}

/** The value below which half of the weight lies; 0 without entries. */
export function weightedMedian(entries: readonly { value: number; weight: number }[]): number {
  const sorted = [...entries].sort((a, b) => a.value - b.value);
  const half = sorted.reduce((sum, entry) => sum + entry.weight, 0) / 2;
  let seen = 0;
  for (const { value, weight } of sorted) {
    seen += weight;
    if (seen >= half) return value;
  }
  return 0;
}
