/**
 * Joins Korean words that a line end breaks. Korean has spaces between words, but lines may end after any syllable, as
 * in browsers and Hancom.
 */
import { HANGUL } from './scripts.ts';

const HOLDS = new RegExp(`[${HANGUL}]`, 'u');
const WORD = new RegExp(`^[${HANGUL}]{2,}$`, 'u');
const HEAD = new RegExp(`[${HANGUL}]+$`, 'u');
const TAIL = new RegExp(`^[${HANGUL}]+`, 'u');
/** Punctuation and symbols around a word. */
const SIGNS = /^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu;

/** Particles and endings that are no words of their own: one that begins a line ends the word before it. */
const BOUND =
  /^(?:[을를은는의에로]|으로|에서|에게|에는|에서는|까지|부터|니다|[습읍]니다|[습읍]니까|니까|십시오|시오|라고|라는|이라는|으로써|로써|로서|으로서|들[을은의이])$/u;
/** Foreign words, numbers and brackets have particles, too. */
const ENDS_WORD = /[\p{L}\p{N})\]”’"']$/u;
/** This ending is also a word, but not at the end of a sentence. */
const ENDS_SENTENCE = /^다[.?!]/u;

/** Returns the Korean words inside a line, without its first and last one, which may be halves. */
export function koreanWordsIn(line: string): string[] {
  if (!HOLDS.test(line)) return [];
  const words = line.split(/\s+/u).slice(1, -1);
  return words.map(word => word.replaceAll(SIGNS, '')).filter(word => WORD.test(word));
}

/** Whether a line ended inside a word, judged by its second half and the words written elsewhere in the document. */
export function isPartedKorean(before: string, after: string, words: ReadonlySet<string>): boolean {
  const tail = TAIL.exec(after)?.[0];
  if (tail === undefined) return false;
  if (BOUND.test(tail)) return ENDS_WORD.test(before);
  const head = HEAD.exec(before)?.[0];
  if (head === undefined) return false;
  if (ENDS_SENTENCE.test(after)) return true;
  return words.has(head + tail) && !(words.has(head) && words.has(tail));
}
