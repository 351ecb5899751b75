/**
 * Judges text layers that an OCR program put over a scan: most are good and already read; some are worse than none, or
 * incomplete.
 */

import type { PageContent, Rectangle, TextItem } from '../../../layout/page/content.ts';
import { HAN_AND_KANA, HANGUL } from '../../../layout/text/scripts.ts';
import type { RecognizedPage } from '../../../ocr/engine.ts';
import { areUnlikelyLetters } from './likely-letters.ts';
import { isPageSized } from './need.ts';
import { agreement } from './sample.ts';
import { junkFonts } from './second-reading.ts';

/** Punctuation around words: quotes, brackets, full stops. */
const EDGES = /^[^\p{L}\p{M}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu;
/** Digits, amounts, dates, part numbers: they count neither way. */
const NUMBER = /\p{N}/u;
/** Characters that neither prose nor numbers have. */
const ODD = /[^\p{L}\p{M}\p{N}\s.,:;'’"“”()[\]%$€£¥+°§№—–-]/u;
/** Leaders, blanks to fill in, rows of asterisks. */
const SAME_SIGNS = /([^\p{L}\p{N}])\1{2,}/gu;
/** Format characters, which only say whether letters join. */
const UNSEEN = /\p{Cf}/gu;
/** What prose puts between two words without a space, and changes between scripts without spaces. */
const BETWEEN = new RegExp(
  `[\\s,.;:/()、。・，：；（）「」…—–]+|(?<=[${HAN_AND_KANA}${HANGUL}])(?=\\p{Script=Latin})|(?<=\\p{Script=Latin})(?=[${HAN_AND_KANA}${HANGUL}])`,
  'u',
);
/** Parts of a word in one case: `word`, `Word`, `WORD`, `d'Or`, `well-known`. */
const PART = '(?:\\p{Lu}?[\\p{Ll}\\p{Lo}\\p{Lm}\\p{M}]+|[\\p{Lu}\\p{M}]+)';
const WORD = new RegExp(`^${PART}(?:['’.-]${PART})*$`, 'u');
/** Words in Latin script have a vowel, and never six consonants or three equal letters in a row; marks are left out. */
const LATIN = /^[\p{Script=Latin}\p{M}'’.-]+$/u;
const SPOKEN = /[aeiouyæœøı]/iu;
const UNSPOKEN = /[bcdfghjklmnpqrstvwxz]{6}|(.)\1\1/iu;
/** Single letters are words that were broken up. */
const WORD_LENGTH_MIN = 2;
/** Longer words lack the spaces between them; few German compounds are as long. */
const WORD_LENGTH_MAX = 24;

/** From this share of invisible characters on, a page's text is a layer. */
const LAYER_SHARE = 0.8;
/** Least number of letters by which a layer is judged. */
const JUDGED_LETTERS_MIN = 80;
/** Good layers have at least .88 of their letters in words, pages read upside down up to .78, other codes under .1. */
const DOUBTFUL_WORD_SHARE = 0.84;
/** By how much another reading's share of words must be higher … */
const BETTER_BY = 0.1;
/** … with at least this share of the number of letters … */
const BETTER_LETTERS_SHARE = 0.5;
/** … and this confidence (0…100). */
const BETTER_CONFIDENCE = 70;

/** A layer may be incomplete if it leaves this share of the page's height or width free in one piece. */
const FREE_SHARE = 0.33;
/** If another reading has at least this many times as many letters, the layer is only part of it. */
const MORE_LETTERS = 1.2;

/**
 * Whether the page is a scan whose text layer has hardly any words, or letters of no language: read upside down or
 * letter by letter, or in codes of its own.
 */
export function hasDoubtfulLayer(page: PageContent): boolean {
  const layer = layerOf(page);
  if (layer === null) return false;
  return (wordShare(layer.map(item => item.text)) ?? 1) < DOUBTFUL_WORD_SHARE || junkFonts(layer).size > 0;
}

/**
 * Returns the words of a doubtful layer that must be confirmed: those that may be no words, such as words of a language
 * that its program did not know.
 */
export function doubtfulWords(items: readonly TextItem[]): TextItem[] {
  return items.filter(({ text }) => (wordShare([text]) ?? 1) < DOUBTFUL_WORD_SHARE);
}

/** Scripts that PP-OCRv6 reads; in others, even a few lines take long. */
const QUICKLY_READ = new RegExp(`[\\p{Script=Latin}${HAN_AND_KANA}]`, 'gu');
const QUICKLY_READ_SHARE = 0.9;

/** Whether the page is a scan whose text layer may be another page's and can be checked quickly by a few lines. */
export function hasLayerToProve(page: PageContent): boolean {
  const upright = (layerOf(page) ?? []).filter(({ angle }) => angle === 0);
  const text = upright.map(item => item.text).join('');
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  return letters > 0 && (text.match(QUICKLY_READ)?.length ?? 0) >= QUICKLY_READ_SHARE * letters;
}

/** Returns the part of a scan, perhaps a column, without words in its text layer; null where no part is large enough. */
export function freePart(page: PageContent): Rectangle | null {
  const layer = layerOf(page);
  if (layer === null) return null;
  const down = widestGap(
    layer.map(({ baseline, size }) => [baseline - size, baseline]),
    page.height,
  );
  const across = widestGap(
    layer.map(({ left, width }) => [left, left + width]),
    page.width,
  );
  const whole = { left: 0, top: 0, right: page.width, bottom: page.height };
  if (down.to - down.from > FREE_SHARE * page.height) return { ...whole, top: down.from, bottom: down.to };
  if (across.to - across.from > FREE_SHARE * page.width)
    return { ...whole, left: across.from, right: across.to };
  return null;
}

/** Returns the text over a page-sized picture, if it is nearly all text of the page; otherwise null. */
function layerOf(page: PageContent): TextItem[] | null {
  if (!isPageSized(page)) return null;
  const layer = page.items.filter(item => item.invisible);
  const least = Math.max(JUDGED_LETTERS_MIN, LAYER_SHARE * lengthOf(page.items));
  return lengthOf(layer) >= least ? layer : null;
}

/** Returns the widest part of a length that none of the stretches covers. */
function widestGap(
  stretches: readonly (readonly [number, number])[],
  length: number,
): { from: number; to: number } {
  let widest = { from: 0, to: 0 };
  let reached = 0;
  for (const [start, end] of [...stretches, [length, length] as const].sort((a, b) => a[0] - b[0])) {
    if (start - reached > widest.to - widest.from) widest = { from: reached, to: start };
    reached = Math.max(reached, end);
  }
  return widest;
}

/** Whether a reading of the picture says far more than an incomplete layer. */
export function readsOn(reading: RecognizedPage, { items }: PageContent): boolean {
  return isSure(reading, items, MORE_LETTERS);
}

/** Whether a reading is reliable and has at least `share` as many letters as `items`. */
function isSure({ lines, confidence }: RecognizedPage, items: readonly TextItem[], share: number): boolean {
  return (
    confidence >= BETTER_CONFIDENCE && lengthOf(lines.flatMap(line => line.words)) >= share * lengthOf(items)
  );
}

/**
 * The same if print was seen beside the layer's words: least ratio of letters, and least share of the layer's words in
 * the reading.
 */
const MORE_LETTERS_IN_GAPS = 1.05;
const SAME_WORDS_SHARE = 0.8;

/** Whether a reading of the picture says what the layer says, and what stands in its gaps. */
export function readsGaps(reading: RecognizedPage, { items }: PageContent): boolean {
  return isSure(reading, items, MORE_LETTERS_IN_GAPS) && agreement(items, reading) >= SAME_WORDS_SHARE;
}

/** From this share of a layer's words that a reading of the whole picture does not have, the layer is another page's. */
const OTHER_WORDS_SHARE = 0.4;

/** Whether a reading of the picture consists of words, and of others than the layer's, wherever they stand. */
export function readsOtherWords(reading: RecognizedPage, { items, width, height }: PageContent): boolean {
  // Words outside the page cannot be in the reading.
  const onPage = items.filter(({ left, baseline }) => left < width && baseline > 0 && baseline < height);
  if (!isSure(reading, onPage, BETTER_LETTERS_SHARE)) return false;
  if ((wordShare(textsOf(reading)) ?? 0) < DOUBTFUL_WORD_SHARE) return false;
  return agreement(items, reading) < 1 - OTHER_WORDS_SHARE;
}

/**
 * Whether a reading had to turn the picture although the layer's words are upright on it: they are then in no order,
 * and overlap.
 */
export function readsTurned(reading: RecognizedPage, { items }: PageContent): boolean {
  return reading.quarterTurns !== 0 && isSure(reading, items, BETTER_LETTERS_SHARE);
}

/** Whether a reading of the picture is better than its layer. */
export function readsBetter(reading: RecognizedPage, { items }: PageContent): boolean {
  if (!isSure(reading, items, BETTER_LETTERS_SHARE)) return false;
  const texts = textsOf(reading);
  if (junkFonts(items).size > 0 && !areUnlikelyLetters(texts)) return true;
  return (wordShare(texts) ?? 0) >= (wordShare(items.map(item => item.text)) ?? 1) + BETTER_BY;
}

const textsOf = ({ lines }: RecognizedPage): string[] =>
  lines.flatMap(line => line.words.map(word => word.text));

const lengthOf = (words: readonly { text: string }[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0);

/**
 * Returns the share of the letters, 0…1, in what may be words; numbers and single symbols are left out. Null where
 * nothing remains.
 */
export function wordShare(texts: readonly string[]): number | null {
  let [letters, good] = [0, 0];
  for (const text of texts.flatMap(one => one.replace(UNSEEN, '').replace(SAME_SIGNS, ' ').split(BETWEEN))) {
    const core = text.replace(EDGES, '');
    if (NUMBER.test(core) && !ODD.test(text)) continue;
    letters += text.length;
    if (isWord(core)) good += core.length;
  }
  return letters === 0 ? null : good / letters;
}

function isWord(core: string): boolean {
  if (!WORD.test(core)) return false;
  if (!LATIN.test(core)) return true;
  const isSized = core.length >= WORD_LENGTH_MIN && core.length <= WORD_LENGTH_MAX;
  const letters = core.normalize('NFD').replace(/\p{M}/gu, '');
  return isSized && SPOKEN.test(letters) && !UNSPOKEN.test(letters);
}
