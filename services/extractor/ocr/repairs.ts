/** Repairs words by what only the whole page can tell, in this order; single lines are read without knowing the rest. */
import { withoutStrayAccents } from './accents.ts';
import type { RecognizedLine } from './engine.ts';

/** `beside`: the words before and after it in its line. */
type Mend = (word: string, beside: string) => string;

interface Repair {
  name: string;
  /** Decides from the page's whole text; null if nothing there calls for the repair. */
  plan: (page: string) => Mend | null;
}

/**
 * In small print, Slovak and Czech carons that look like apostrophes are read as such. On a page with at least this
 * many other carons …
 */
const LEAST_CARONS = 3;
const WITH_CARON: Record<string, string> = { d: 'ď', t: 'ť', l: 'ľ', L: 'Ľ' };
/** … an apostrophe after such a letter is a caron, except in English endings. */
const CARON_APOSTROPHE = /([dtlLďťľĽ])['’](?!(?:s|d|t|m|ll|re|ve)(?!\p{L}))/gu;

/** Letters that look alike in Latin and in Greek or Cyrillic; short words of them are read as English. */
const GREEK = alphabetOf('ABEZHIKMNOPTYXovaiku', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοναικυ');
const CYRILLIC = alphabetOf('ABCEHKMOPTXaceopxyk', 'АВСЕНКМОРТХасеорхук');
/** Longer words are names and terms, and so are words in capitals: TCP, PXE. */
const LONGEST_LOOKALIKE = 3;
const ACRONYM = /^\p{Lu}{2,}$/u;
/** The page must have at least this share of letters in the other script. */
const LEAST_SCRIPT_SHARE = 0.5;

/**
 * `INV0ICE`: among capitals, a zero has the height and nearly the shape of an O. In the texts of 1,313 documents no
 * word looks like this except keys and encoded bytes, which are shorter, have no vowel, or mix upper and lower case.
 */
const ZERO_IN_CAPITALS = /(?<![\p{L}\p{N}])[A-Z]+0[A-Z]+(?![\p{L}\p{N}])/gu;
const LEAST_CAPITALS = 5;

/**
 * `2o16`: zeros of old-style figures are as low and round as the letter o. If one stands between figures, or two follow
 * a figure, all numbers on the page get zeros for it; otherwise it may be a degree sign or an ordinal (`90o`, `2o`).
 */
const ROUND_ZERO = /(?<![\p{L}\p{N}])[\doO]*\d(?:[oO]+\d|[oO]{2})[\doO]*(?![\p{L}\p{N}])/gu;
const ROUND_AMONG_FIGURES = /(?<![\p{L}\p{N}])(?=[oO]*\d)[\doO]{2,}(?![\p{L}\p{N}])/gu;

const ARABIC_SIGNS: Record<string, string> = { ',': '،', ';': '؛', '?': '؟' };

/** A page uses only one kind of quotation marks if that kind is this many times more frequent than the other. */
const MANY_TIMES = 3;
/**
 * Each apostrophe is read on its own, and in worn print often as straight. Of 220 in seventeen typefaces, at least two
 * in five are read as curly where they are curly, and at most one in ten where they are straight.
 */
const LEAST_CURLY_SHARE = 1 / 3;

/** A zero with a dot or stroke in it, or in a box, is read as one of these beside figures and capitals … */
const BOXED_ZERO = /[日曰](?=[日曰]*[A-Z0-9])|(?<=[A-Z0-9日曰])[日曰]|^[日曰]$/gu;
/** … but on a Chinese or Japanese page 日 is the word for day. */
const EAST_ASIAN = /(?![日曰])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The micro sign, which the Greek model often writes for the letter mu. */
const MICRO_AMONG_GREEK = /µ(?=\p{Script=Greek})|(?<=\p{Script=Greek})µ/gu;

const REPAIRS: readonly Repair[] = [
  {
    name: 'zeros in boxes',
    plan: page => (EAST_ASIAN.test(page) ? null : word => word.replace(BOXED_ZERO, '0')),
  },
  { name: 'mu', plan: () => word => word.replace(MICRO_AMONG_GREEK, 'μ') },
  { name: 'Greek words in Latin letters', plan: page => lookalikes(page, /\p{Script=Greek}/gu, GREEK) },
  {
    name: 'Cyrillic words in Latin letters',
    plan: page => lookalikes(page, /\p{Script=Cyrillic}/gu, CYRILLIC),
  },
  {
    name: 'carons',
    plan: page =>
      countOf(page, /[ďťľĽ]/gu) < LEAST_CARONS
        ? null
        : word => word.replace(CARON_APOSTROPHE, (_, letter: string) => WITH_CARON[letter] ?? letter),
  },
  {
    // The Arabic and Persian models mostly write the marks of Latin print.
    name: 'Arabic commas',
    plan: page =>
      countOf(page, /\p{Script=Arabic}/gu) < LEAST_SCRIPT_SHARE * countOf(page, /\p{L}/gu)
        ? null
        : word => word.replace(/(?<=\p{Script=Arabic})[,;?]/gu, sign => ARABIC_SIGNS[sign] ?? sign),
  },
  {
    name: 'zeros among capitals',
    plan: () => word =>
      word.replace(ZERO_IN_CAPITALS, capitals =>
        capitals.length > LEAST_CAPITALS && /[AEIOUY]/.test(capitals) ? capitals.replace('0', 'O') : capitals,
      ),
  },
  {
    name: 'zeros of old-style figures',
    plan: page =>
      countOf(page, ROUND_ZERO) === 0
        ? null
        : word => word.replace(ROUND_AMONG_FIGURES, number => number.replace(/[oO]/g, '0')),
  },
  {
    name: 'quotes',
    plan: page => {
      const [typographic, straight] = [countOf(page, /[“”„]/gu), countOf(page, /"/gu)];
      // On a page that has them only after figures, they mean inches.
      const isProse = countOf(page, /(?<!\p{N})[“”„]/gu) > 0;
      // If both are about equally frequent, both are intended: code beside prose.
      if (!isProse || straight > MANY_TIMES * typographic) return word => word.replace(/[“”„]/gu, '"');
      if (typographic <= MANY_TIMES * straight) return null;
      const [opening, closing] = page.includes('„') ? '„“' : '“”';
      return word =>
        word
          .replace(/(?<![^([])"(?=\p{Script=Latin})/gu, opening ?? '')
          .replace(/(?<=[\p{Script=Latin}\p{P}])"/gu, closing ?? '');
    },
  },
  {
    name: 'apostrophes',
    plan: page => {
      const all = countOf(page, /(?<=\p{L})['’](?=\p{L})/gu);
      const isCurly = countOf(page, /(?<=\p{L})’(?=\p{L})/gu) >= LEAST_CURLY_SHARE * all;
      if (all === 0) return null;
      return word => word.replace(/(?<=\p{Script=Latin})['‘’](?=\p{L}|$)/gu, isCurly ? '’' : "'");
    },
  },
];

function alphabetOf(latin: string, other: string): ReadonlyMap<string, string> {
  return new Map([...latin].map((letter, at) => [letter, other[at] ?? letter]));
}

function lookalikes(page: string, script: RegExp, alphabet: ReadonlyMap<string, string>): Mend | null {
  if (countOf(page, script) < LEAST_SCRIPT_SHARE * countOf(page, /\p{L}/gu)) return null;
  return (word, beside) => {
    const letters = [...word];
    const isShort = letters.length <= LONGEST_LOOKALIKE && !ACRONYM.test(word);
    return isShort && countOf(beside, script) > 0 && letters.every(letter => alphabet.has(letter))
      ? letters.map(letter => alphabet.get(letter)).join('')
      : word;
  };
}

export function repaired(lines: readonly RecognizedLine[]): RecognizedLine[] {
  let mended = withoutStrayAccents(lines);
  for (const { plan } of REPAIRS) {
    const page = mended.flatMap(line => line.words.map(word => word.text)).join(' ');
    const mend = plan(page);
    if (mend !== null) mended = mended.map(line => withWords(line, mend));
  }
  return mended;
}

function withWords(line: RecognizedLine, mend: Mend): RecognizedLine {
  const words = line.words.map((word, at) => {
    const beside = [line.words[at - 1]?.text, line.words[at + 1]?.text].join(' ');
    return { ...word, text: mend(word.text, beside) };
  });
  return { ...line, words };
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
