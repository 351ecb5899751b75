/** Thai is set without spaces between words, Korean with narrow ones; Tesseract takes letters and syllables for words. */
import { around } from '../boxes.ts';
import type { RecognizedLine, RecognizedWord } from '../engine.ts';

const PARTED = /[\p{Script=Thai}\p{Script=Hangul}]/u;
const SIGN = /^\p{P}+$/u;
/** Between syllables and between words gaps differ from line to line: what parts them lies here, in heights of the words … */
const LEAST_SPACE = 0.21;
const MOST_SPACE = 0.35;
/** … where the gaps are furthest apart; here, where there are too few to tell. */
const USUAL_SPACE = 0.27;
const TELLING_GAPS = 6;

export function joinedLetters(line: RecognizedLine): RecognizedLine {
  const words: RecognizedWord[] = [];
  const least = leastSpaceOf(line.words);
  for (const word of line.words) {
    const last = words.at(-1);
    if (last !== undefined && areParts(last, word) && word.left - last.right < least)
      words[words.length - 1] = joined(last, word);
    else words.push(word);
  }
  return { ...line, words };
}

/** A Latin name or a number takes a Korean particle without a space. */
const NAME = /[\p{Script=Latin}\p{N}]$/u;
const PARTICLE = /^\p{Script=Hangul}/u;

function areParts({ text: one }: RecognizedWord, { text: other }: RecognizedWord): boolean {
  if (NAME.test(one) && PARTICLE.test(other)) return true;
  const isPart = (text: string) => PARTED.test(text) || SIGN.test(text);
  return isPart(one) && isPart(other) && (PARTED.test(one) || PARTED.test(other));
}

/** Pixels from which a gap of the line is a space. */
function leastSpaceOf(words: readonly RecognizedWord[]): number {
  const heights = words.map(word => word.bottom - word.top).sort((a, b) => a - b);
  const height = heights[heights.length >> 1] ?? 0;
  const gaps = words.slice(1).map((word, at) => word.left - (words[at]?.right ?? 0));
  const between = gaps.filter(gap => gap > LEAST_SPACE * height && gap < MOST_SPACE * height);
  if (gaps.length < TELLING_GAPS || between.length === 0) return USUAL_SPACE * height;
  const steps = [LEAST_SPACE * height, ...between.sort((a, b) => a - b), MOST_SPACE * height];
  let [widest, space] = [0, USUAL_SPACE * height];
  for (let at = 1; at < steps.length; at++) {
    const [from, to] = [steps[at - 1] ?? 0, steps[at] ?? 0];
    if (to - from > widest) [widest, space] = [to - from, (from + to) / 2];
  }
  return space;
}

function joined(one: RecognizedWord, other: RecognizedWord): RecognizedWord {
  const [length, more] = [one.text.length, other.text.length];
  return {
    ...around([one, other]),
    // Nikhahit and sara aa are one letter, sara am.
    text: (one.text + other.text).replaceAll('\u0e4d\u0e32', '\u0e33'),
    confidence: (one.confidence * length + other.confidence * more) / (length + more),
  };
}
