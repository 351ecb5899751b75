/** Joins letters and syllables that Tesseract takes for words: Thai has no spaces between words, and Korean narrow ones. */

import { around } from '../boxes.ts';
import type { RecognizedLine, RecognizedWord } from '../engine.ts';
import { median } from '../median.ts';

const PARTED = /[\p{Script=Thai}\p{Script=Hangul}]/u;
const SIGN = /^\p{P}+$/u;
/** A gap of at least this share of the words' height is a space. */
const LEAST_SPACE = 0.27;

export function joinedLetters(line: RecognizedLine): RecognizedLine {
  const words: RecognizedWord[] = [];
  const least = LEAST_SPACE * medianHeight(line.words);
  const pitch = pitchOf(line.words);
  let before: RecognizedWord | undefined;
  for (const word of line.words) {
    const last = words.at(-1);
    const isNear = (one: RecognizedWord) =>
      areSyllables(one, word)
        ? centreOfFirst(word, pitch) - centreOfLast(one, pitch) < WIDEST_STEP * pitch
        : word.left - (last?.right ?? 0) < least;
    if (last !== undefined && before !== undefined && areParts(last, word) && isNear(before))
      words[words.length - 1] = joined(last, word);
    else words.push(word);
    before = word;
  }
  return { ...line, words };
}

/**
 * Hangul is set in squares: the distance from the centre of one syllable to the next is constant within words, and this
 * many times larger across a space.
 */
const WIDEST_STEP = 1.24;
/** The side of a square in print heights, used if there are fewer than this many steps between single syllables to measure it. */
const USUAL_PITCH = 1.04;
const TELLING_STEPS = 4;
const SYLLABLE = /^\p{Script=Hangul}$/u;

const areSyllables = ({ text: one }: RecognizedWord, { text: other }: RecognizedWord): boolean =>
  /\p{Script=Hangul}$/u.test(one) && PARTICLE.test(other);

/** In pixels. */
function pitchOf(words: readonly RecognizedWord[]): number {
  const middle = ({ left, right }: RecognizedWord) => (left + right) / 2;
  const steps = words.flatMap((word, at) => {
    const next = words[at + 1];
    const isStep = next !== undefined && SYLLABLE.test(word.text) && SYLLABLE.test(next.text);
    return isStep ? [middle(next) - middle(word)] : [];
  });
  return steps.length < TELLING_STEPS ? USUAL_PITCH * medianHeight(words) : median(steps);
}

const centreOfFirst = ({ text, left, right }: RecognizedWord, pitch: number): number =>
  SYLLABLE.test(text) ? (left + right) / 2 : left + pitch / 2;

const centreOfLast = ({ text, left, right }: RecognizedWord, pitch: number): number =>
  SYLLABLE.test(text) ? (left + right) / 2 : right - pitch / 2;

const medianHeight = (words: readonly RecognizedWord[]): number =>
  median(words.map(word => word.bottom - word.top));

/** A Latin name or a number takes a Korean particle without a space. */
const NAME = /[\p{Script=Latin}\p{N}]$/u;
const PARTICLE = /^\p{Script=Hangul}/u;

function areParts({ text: one }: RecognizedWord, { text: other }: RecognizedWord): boolean {
  if (NAME.test(one) && PARTICLE.test(other)) return true;
  const isPart = (text: string) => PARTED.test(text) || SIGN.test(text);
  return isPart(one) && isPart(other) && (PARTED.test(one) || PARTED.test(other));
}

function joined(one: RecognizedWord, other: RecognizedWord): RecognizedWord {
  const [length, more] = [one.text.length, other.text.length];
  return {
    ...around([one, other]),
    // Nikhahit and sara aa form one letter, sara am.
    text: (one.text + other.text).replaceAll('\u0e4d\u0e32', '\u0e33'),
    confidence: (one.confidence * length + other.confidence * more) / (length + more),
  };
}
