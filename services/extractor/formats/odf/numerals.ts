/**
 * Writes numbers as `style:num-format` names them (ODF 1.3 part 3, 19.502): by one number (`1`, `a`, `I`, `1st`), or by
 * the beginning of a sequence (`一, 二, 三, ...`), sometimes with a language after it.
 */
import { formatNumber } from '../../ooxml/number-format.ts';

interface Numerals {
  /** Name of the format in `formatNumber`. */
  name: string;
  /** Least number of digits, filled up with zeros. */
  digits: number;
  isUpper: boolean;
}

const DECIMAL: Numerals = { name: 'decimal', digits: 0, isUpper: false };

const BY_ONE: Record<string, string | undefined> = {
  __proto__: null as never,
  1: 'decimal',
  a: 'lowerLetter',
  A: 'upperLetter',
  i: 'lowerRoman',
  I: 'upperRoman',
  '1st': 'ordinal',
  One: 'cardinalText',
  First: 'ordinalText',
};

/** The language decides between sequences that begin alike. */
const BY_LANGUAGE: Record<string, string | undefined> = {
  __proto__: null as never,
  bg: 'bulgarianLower',
  gr: 'greekNumerals',
  ko: 'koreanDigital2',
  'ko-x-digital': 'koreanDigital',
  ru: 'russianLower',
  sr: 'serbianLower',
};

/** Where some begin alike, the usual one is first. */
const SEQUENCES = (
  'chineseCounting chineseLegalSimplified ideographLegalTraditional japaneseLegal ideographTraditional ideographZodiac ' +
  'decimalEnclosedCircle decimalFullWidth aiueoFullWidth aiueo irohaFullWidth iroha koreanCounting koreanLegal ganada chosung ' +
  'hebrew2 hebrew1 arabicAlpha arabicAbjad abjad arabicIndic persian hindiConsonants hindiNumbers thaiLetters thaiNumbers ' +
  'russianLower greekLower chicago'
).split(' ');
/** In additive numerals (`א, י, ק, ...`), the tenth follows the first. */
const TENTH = 10;
const BY_TENTH = ['hebrew1', ...SEQUENCES];
/** No program uses more digits, but a document might ask for more. */
const DIGITS_MAX = 9;

export function numeralIn(format: string, value: number): string {
  const { name, digits, isUpper } = numeralsOf(format);
  const text = formatNumber(value, name).padStart(digits, '0');
  return isUpper ? text.toUpperCase() : text;
}

/** The formats asked for last; a document has only a few. */
const known = new Map<string, Numerals>();
const KNOWN_MAX = 100;
const NAME_MAX = 100;

function numeralsOf(format: string): Numerals {
  let numerals = known.get(format);
  if (numerals === undefined) {
    numerals = format.length > NAME_MAX ? DECIMAL : read(format);
    if (known.size >= KNOWN_MAX) known.clear();
    known.set(format, numerals);
  }
  return numerals;
}

function read(format: string): Numerals {
  const byOne = BY_ONE[format];
  if (byOne !== undefined) return { ...DECIMAL, name: byOne };
  const [first = '', second = ''] = format.split(',').map(member => member.trim());
  if (/^0+1$/.test(first)) return { ...DECIMAL, digits: Math.min(first.length, DIGITS_MAX) };
  const language = BY_LANGUAGE[/\(([\w-]+)\)$/.exec(format)?.[1] ?? ''];
  const goesOn = (sequence: string, value: number): boolean =>
    formatNumber(1, sequence) === first.toLowerCase() &&
    formatNumber(value, sequence) === second.toLowerCase();
  const name =
    language ??
    SEQUENCES.find(sequence => goesOn(sequence, 2)) ??
    BY_TENTH.find(sequence => goesOn(sequence, TENTH));
  if (name === undefined) return DECIMAL;
  return { ...DECIMAL, name, isUpper: first !== formatNumber(1, name) };
}
