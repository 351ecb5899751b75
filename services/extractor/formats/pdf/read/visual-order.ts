/**
 * Converts South and South-East Asian scripts from drawing order to spoken order: some vowels are drawn before the
 * consonants after which they are spoken, and Unicode stores the spoken order (The Unicode Standard, 12.1 and 16.3).
 * Programs that only map each glyph (PDFKit, XeTeX, Word) leave `िक` for `कि`, and the mark of an r (reph) after the
 * syllable that it begins, `पूणर्` for `पूर्ण`.
 */
import type { TextItem } from '../../../layout/page/content.ts';

/** Vowel signs that are drawn before their consonants. */
const DRAWN_BEFORE =
  '\u093f\u09bf\u09c7\u09c8\u0a3f\u0abf\u0b47\u0bc6-\u0bc8\u0d46-\u0d48\u0dd9\u0ddb\u1031\u17c1-\u17c3';
/** A quick test for the same scripts. */
const OF_SCRIPTS = /[\u0900-\u0dff\u1000-\u109f\u1780-\u17ff]/;
const SIGN = new RegExp(`[${DRAWN_BEFORE}]`, 'gu');
/** An r after a consonant, which Malayalam and Khmer draw before it. */
const RA = '\u0d4d\u0d30|\u17d2\u179a';
/** What such a sign follows in spoken order: a consonant with its marks, but no vowel sign or vowel letter. */
const CONSONANTS =
  '\u0915-\u0939\u0958-\u095f\u0978-\u097f\u0995-\u09b9\u09ce\u09dc-\u09df\u09f0\u09f1\u0a15-\u0a39\u0a59-\u0a5e\u0a72-\u0a74\u0a95-\u0ab9\u0b15-\u0b39\u0b5c-\u0b5f\u0b71\u0b95-\u0bb9\u0c15-\u0c39\u0c58-\u0c5a\u0c95-\u0cb9\u0cde\u0d15-\u0d3a\u0d7a-\u0d7f\u0d9a-\u0dc6\u1000-\u1020\u103f\u1050-\u1051\u105a-\u105d\u1061\u1065\u1066\u106e-\u1070\u1075-\u1081\u1780-\u17a2';
const SPOKEN_BEFORE = new RegExp(
  `[${CONSONANTS}\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c\\u103a-\\u103e\\u1039]$`,
  'u',
);
const DRAWN_BEHIND = new RegExp(`^(?:${RA})?[${CONSONANTS}]`, 'u');

const NUKTA = '[\\u093c\\u09bc\\u0a3c\\u0abc\\u0b3c]?';
const BINDING =
  '(?:[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u1039][\\u200c\\u200d]?|\\u0d4d(?!\\u0d30)|\\u17d2(?!\\u179a)|\\u0dca\\u200d)';
/**
 * Consonants written as one: joined by a virama or a coeng (in Sinhala also by a joiner), each with its nukta; Burmese
 * marks of a second consonant.
 */
const CLUSTER = `\\p{Lo}${NUKTA}(?:${BINDING}\\p{Lo}${NUKTA})*[\\u103a-\\u103e]*`;
const DRAWN_FIRST = new RegExp(`([${DRAWN_BEFORE}])?(${RA})?(${CLUSTER})`, 'gu');
const VIRAMA = '\\u094d\\u09cd\\u0acd\\u0b4d\\u0ccd';
/** An r with its virama, after the syllable that it begins. */
const REPH = '\u0930\u094d|\u09b0\u09cd|\u0ab0\u0acd|\u0b30\u0b4d|\u0cb0\u0ccd(?!$)';
const REPH_BEHIND = new RegExp(`(${CLUSTER}\\p{M}*)(?<![${VIRAMA}])(${REPH})`, 'gu');
/** A second consonant below the first, or at its right, drawn after the vowel. */
const SECOND = '[\u0c4d\u0ccd\u17d2]\\p{Lo}|\u0dca\u200d\\p{Lo}';
const VOWEL = '[\u0c3e-\u0c4c\u0cbe-\u0ccc\u17b6-\u17c5\u0dcf-\u0ddf]';
const SECOND_BEHIND = new RegExp(`(${VOWEL}+)((?:${SECOND})+)`, 'gu');
/** Malayalam writes an r before these, but draws it after the consonants. */
const LAST_BOUND = /(?:\u0d4d[\u0d2f\u0d35])?$/u;
const NASAL = /^[\u0901\u0902\u0981\u0a81\u0b01]/;
/**
 * When the short i is drawn first, its consonant follows. If there is a nasal sign, Word's map gives that sign both
 * characters.
 */
const SIGN_OF_NASAL = /(?<=.)\u093f(?=[\u0901\u0902])/g;
/** Nasal signs are drawn over the consonant, before a vowel at its right. */
const NASAL_FIRST = /([\u0901\u0981\u0a81\u0b01])(\p{Mc})/gu;
/** Vowels in two parts become one; of two vowels, the first is right. */
const PARTS: readonly [RegExp, string][] = [
  // Word's maps give a vowel before some marks that stand on another vowel.
  [/(?<=[\u093e-\u094c])[\u093e-\u094c]/g, ''],
  [/\u17c1(?=[\u17be-\u17c0\u17c4\u17c5])/g, ''],
  [/\u17c1\u17b8/g, '\u17be'],
  [/\u17c1\u17b6/g, '\u17c4'],
];

/**
 * Least number of signs that cannot be spoken where they stand, from which a font is taken to be in drawing order, if
 * at most this share of them show otherwise. Beside such a font, others need fewer.
 */
const SIGNS_MIN = 2;
const OTHERS_SHARE_MAX = 0.1;

/** Longer words are left as they are: Khmer and Burmese have no spaces, but a line has at most about a hundred letters. */
const WORD_CHARACTERS_MAX = 500;

/** Returns the same items, with those of fonts in drawing order converted to spoken order. */
export function inSpokenOrder(items: readonly TextItem[]): TextItem[] {
  const words = wordsOf(items).filter(word => textOf(word).length <= WORD_CHARACTERS_MAX);
  if (words.length === 0) return [...items];
  const signs = new Map(
    [...Map.groupBy(words, ([first]) => first?.font.name)].map(([name, own]) => [
      name,
      signsOf(own.map(textOf)),
    ]),
  );
  const isDrawn = [...signs.values()].some(areDrawnOrder);
  const fonts = new Set(
    [...signs]
      .filter(([, own]) => areDrawnOrder(own) || (isDrawn && own.undrawn < own.unspoken))
      .map(([name]) => name),
  );
  const spoken = new Map<TextItem, TextItem>();
  for (const word of words) {
    if (!fonts.has(word[0]?.font.name)) continue;
    const parts = word.map(({ text }) => text.replace(SIGN_OF_NASAL, ''));
    const text = spokenOrder(parts.join(''));
    let at = 0;
    for (const [i, item] of word.entries()) {
      const { length } = parts[i] ?? '';
      spoken.set(item, { ...item, text: composed(text.slice(at, at + length)) });
      at += length;
    }
  }
  return items.map(item => spoken.get(item) ?? item);
}

/** Returns the words of these scripts, each as the items in which it is drawn. */
function wordsOf(items: readonly TextItem[]): TextItem[][] {
  const words: TextItem[][] = [];
  let before: TextItem | undefined;
  for (const item of items) {
    const word = words.at(-1);
    if (OF_SCRIPTS.test(item.text)) {
      const goesOn = word?.at(-1) === before && item.font.name === before?.font.name && !item.spaceBefore;
      if (word && goesOn) word.push(item);
      else words.push([item]);
    }
    before = item;
  }
  return words;
}

const textOf = (word: readonly TextItem[]): string => word.map(({ text }) => text).join('');

/** How many signs stand where none can be spoken, and how many where none can be drawn. */
interface Signs {
  unspoken: number;
  undrawn: number;
}

function signsOf(words: readonly string[]): Signs {
  let [unspoken, undrawn] = [0, 0];
  for (const word of words) {
    for (const { index } of word.matchAll(SIGN)) {
      const canBeSpoken = SPOKEN_BEFORE.test(word.slice(0, index));
      const canBeDrawn = DRAWN_BEHIND.test(word.slice(index + 1));
      // A sign that is neither shows nothing: maps give other signs the same character.
      if (!canBeSpoken && canBeDrawn) unspoken++;
      if (canBeSpoken && !canBeDrawn && !NASAL.test(word[index + 1] ?? '')) undrawn++;
    }
    unspoken += word.match(SECOND_BEHIND)?.length ?? 0;
  }
  return { unspoken, undrawn };
}

const areDrawnOrder = ({ unspoken, undrawn }: Signs): boolean =>
  unspoken >= SIGNS_MIN && undrawn <= OTHERS_SHARE_MAX * unspoken;

function spokenOrder(word: string): string {
  const spoken = word.replace(
    DRAWN_FIRST,
    (_, sign: string = '', ra: string = '', cluster: string = '') =>
      cluster.replace(LAST_BOUND, last => ra + last) + sign,
  );
  return spoken.replace(REPH_BEHIND, '$2$1').replace(SECOND_BEHIND, '$2$1').replace(NASAL_FIRST, '$2$1');
}

/** Returns the text with two-part vowels as one character. */
function composed(text: string): string {
  return PARTS.reduce((whole, [parts, sign]) => whole.replace(parts, sign), text.normalize('NFC'));
}
