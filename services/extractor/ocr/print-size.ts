/** The size of print from the ink of its words: boxes are as high as the letters that happen to be in them. */
import type { RecognizedWord } from './engine.ts';

/** Heights in Latin print, in ems: the usual faces lie within 10 % of these. */
const X_HEIGHT_EM = 0.46;
const ASCENDER_EM = 0.69;
const DESCENDER_EM = 0.21;
const ASCENDERS = /[\p{Lu}\p{N}bdfhkltßþ/()[\]{}|!?@#$%&]/u;
const DESCENDERS = /[gjpqyQçþ()[\]{}|@$§,;]/u;
/** One em in pixels: what most of the line's words say, so that one tall mark does not speak for all. */
export function emOf(words: readonly RecognizedWord[]): number {
  return weightedMedian(words.map(word => ({ value: emOfWord(word), weight: word.text.length })));
}

/** From the ink's height and from which letters made it. */
function emOfWord({ text, top, bottom }: RecognizedWord): number {
  const above = ASCENDERS.test(text) ? ASCENDER_EM : X_HEIGHT_EM;
  return (bottom - top) / (above + (DESCENDERS.test(text) ? DESCENDER_EM : 0));
}

/** y of the line that the letters stand on, by most of the words. */
export function baselineOf(words: readonly RecognizedWord[]): number {
  const em = emOf(words);
  return weightedMedian(
    words.map(({ text, bottom }) => ({
      value: DESCENDERS.test(text) ? bottom - DESCENDER_EM * em : bottom,
      weight: text.length,
    })),
  );
}

/** The value below which half of the weight lies; 0 for none. */
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
