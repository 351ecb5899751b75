/** Thai is set without spaces between words; Tesseract takes every letter for a word. */
import { around } from '../boxes.ts';
import type { RecognizedLine, RecognizedWord } from '../engine.ts';

const THAI = /\p{Script=Thai}/u;
/** Gaps from this share of the line's height are spaces: between sentences and around names. */
const SPACE_SHARE = 0.25;

export function joinedThai(line: RecognizedLine): RecognizedLine {
  const words: RecognizedWord[] = [];
  const least = SPACE_SHARE * (line.bottom - line.top);
  for (const word of line.words) {
    const last = words.at(-1);
    const isThai = last !== undefined && THAI.test(word.text) && THAI.test(last.text);
    if (isThai && word.left - last.right < least) words[words.length - 1] = joined(last, word);
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
