/** What the readings of single lines cannot know, and the page as a whole can: mends of its words, in this order. */
import { withoutStrayAccents } from './accents.ts';
import type { RecognizedLine } from './engine.ts';

/** `beside`: the words before and after it in its line. */
type Mend = (word: string, beside: string) => string;

interface Repair {
  name: string;
  /** Told from the page's whole text; null where nothing there asks for it. */
  plan: (page: string) => Mend | null;
}

/** Carons that look like apostrophes (Slovak, Czech) are read as such in small print: on a page that has so many others … */
const LEAST_CARONS = 3;
const WITH_CARON: Record<string, string> = { d: 'ď', t: 'ť', l: 'ľ', L: 'Ľ' };
/** … an apostrophe after such a letter is one, but for those of English. */
const CARON_APOSTROPHE = /([dtlLďťľĽ])['’](?!(?:s|d|t|m|ll|re|ve)(?!\p{L}))/gu;

/** Letters that Greek and Cyrillic draw like Latin ones, in whose model short words are taken for English. */
const GREEK = alphabetOf('ABEZHIKMNOPTYXovaiku', 'ΑΒΕΖΗΙΚΜΝΟΡΤΥΧοναικυ');
const CYRILLIC = alphabetOf('ABCEHKMOPTXaceopxyk', 'АВСЕНКМОРТХасеорхук');
/** Longer ones are names and terms, and so are those in capitals: TCP, PXE. */
const LONGEST_LOOKALIKE = 3;
const ACRONYM = /^\p{Lu}{2,}$/u;
/** On a page whose letters are by so much of the other script. */
const LEAST_SCRIPT_SHARE = 0.5;

/**
 * `INV0ICE`: in capitals a zero has the height and nearly the shape of an O. Of the texts of 1,313 documents none has such a word but keys and
 * encoded bytes, which are shorter, without a vowel or of both cases.
 */
const ZERO_IN_CAPITALS = /(?<![\p{L}\p{N}])[A-Z]+0[A-Z]+(?![\p{L}\p{N}])/gu;
const LEAST_CAPITALS = 5;

/**
 * `2o16`: zeros of old-style figures are as low and round as the letter. Where one stands between figures or two follow one, all of the
 * page's numbers have zeros for it; elsewhere it may be a degree's or an ordinal's sign (`90o`, `2o`).
 */
const ROUND_ZERO = /(?<![\p{L}\p{N}])[\doO]*\d(?:[oO]+\d|[oO]{2})[\doO]*(?![\p{L}\p{N}])/gu;
const ROUND_AMONG_FIGURES = /(?<![\p{L}\p{N}])(?=[oO]*\d)[\doO]{2,}(?![\p{L}\p{N}])/gu;

const ARABIC_SIGNS: Record<string, string> = { ',': '،', ';': '؛', '?': '؟' };

/** Of two kinds of quotation marks a page has one, if there are so many times more of it. */
const MANY_TIMES = 3;
/**
 * Each apostrophe is read for itself, and in worn print often as straight: of 220 in seventeen faces two in five at least come out
 * typographic where they are, one in ten and fewer where they are not.
 */
const LEAST_CURLY_SHARE = 1 / 3;

/** What a zero with a dot or a stroke in it, or in a box of its own, reads as beside figures and capitals … */
const BOXED_ZERO = /[日曰](?=[日曰]*[A-Z0-9])|(?<=[A-Z0-9日曰])[日曰]|^[日曰]$/gu;
/** … on a page of Chinese or Japanese it is a day. */
const EAST_ASIAN = /(?![日曰])[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u;

/** The sign of a millionth, as Greek's model often writes the letter mu. */
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
    // The models of Arabic and Persian mostly write those of Latin print.
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
      // A page whose only ones follow figures gives inches.
      const isProse = countOf(page, /(?<!\p{N})[“”„]/gu) > 0;
      // About as many of both are meant: code beside prose.
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
