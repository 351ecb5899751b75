/** Thai is set without spaces between words, Korean with narrow ones; Tesseract takes letters and syllables for words. */
import { around } from '../boxes.ts';
import type { RecognizedLine, RecognizedWord } from '../engine.ts';

const PARTED = /[\p{Script=Thai}\p{Script=Hangul}]/u;
/** Gaps from this share of the height of the line's words are spaces. */
const SPACE_SHARE = 0.27;

export function joinedLetters(line: RecognizedLine): RecognizedLine {
  const words: RecognizedWord[] = [];
  const heights = line.words.map(word => word.bottom - word.top).sort((a, b) => a - b);
  const least = SPACE_SHARE * (heights[heights.length >> 1] ?? 0);
  for (const word of line.words) {
    const last = words.at(-1);
    const areParts = last !== undefined && PARTED.test(word.text) && PARTED.test(last.text);
    if (areParts && word.left - last.right < least) words[words.length - 1] = joined(last, word);
    else words.push(word);
  }
  return { ...line, words };
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
