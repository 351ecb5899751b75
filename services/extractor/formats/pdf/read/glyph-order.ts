/**
 * Corrects Indic letters by the order of a font's glyphs. Word maps the glyphs of a syllable to its letters one by one
 * in the order of speaking, though the glyphs are in drawing order, so that some are mapped to their neighbours from
 * then on (`दहिंिू` for `हिंदू`). Fonts have the letters of a script in the order of Unicode, so a glyph between two
 * correct ones can be corrected by them.
 */

/** What a font's map says of its codes. */
export interface SaidLetters {
  get?: (code: number) => string | undefined;
  forEach?: (callback: (code: number | string, character: number) => void) => void;
}

/** From Devanagari to Sinhala, in blocks of 128. */
const FIRST = 0x900;
const LAST = 0xdff;
const BLOCK_BITS = 7;
/** At least this many letters of one script, and this share of them in order, show the order of a font. */
const ORDERED_MIN = 15;
const ORDERED_SHARE_MIN = 0.7;
/** More are no letters of one script. */
const LETTERS_MAX = 1_000;

type Said = readonly [code: number, letter: number];

/** A code that is not in order, and the letters in order on either side. */
interface Between {
  code: number;
  letter: number;
  before: Said;
  after: Said;
}

/**
 * Returns codes whose letters are different by the order than by the map; null where there are none. `widths` are those
 * of codes that are drawn; ranges of a map may extend over other codes, which show no order.
 */
export function lettersByOrder(
  map: SaidLetters | undefined,
  widths: Readonly<Record<number, number>>,
): ReadonlyMap<number, string> | null {
  const letters = new Map<number, string>();
  for (const block of Map.groupBy(saidBy(map), ([, letter]) => letter >> BLOCK_BITS).values()) {
    if (block.length < ORDERED_MIN || block.length > LETTERS_MAX) continue;
    const single = block.filter(
      ([code, letter]) => code in widths && map?.get?.(code) === String.fromCharCode(letter),
    );
    const ordered = longestRise(single.toSorted(([one], [other]) => one - other));
    if (ordered.length < Math.max(ORDERED_MIN, ORDERED_SHARE_MIN * single.length)) continue;
    const between = block.flatMap(said => placedIn(ordered, said) ?? []);
    const exchanged = exchangedLetters(block, between);
    for (const one of between) {
      const { code } = one;
      const text = map?.get?.(code) ?? '';
      const letter = letterBetween(one, text) ?? exchanged.get(code);
      if (letter !== undefined && text !== letter) letters.set(code, letter);
    }
  }
  return letters.size === 0 ? null : letters;
}

function saidBy(map: SaidLetters | undefined): Said[] {
  const said: Said[] = [];
  try {
    map?.forEach?.((code, letter) => {
      if (letter >= FIRST && letter <= LAST) said.push([Number(code), letter]);
    });
  } catch {
    // pdf.js keeps numbers instead of texts where the map is one of its own (`/ToUnicode /Identity-H`), and fails on
    // them.
    return [];
  }
  return said;
}

/**
 * Returns the letter of a code between two others. Between letters as far apart as their codes each code has its own
 * letter, and between the long a and the long i there is the short i. A code mapped to a neighbour's text is one of
 * that neighbour's forms.
 */
function letterBetween({ code, before, after }: Between, text: string): string | undefined {
  const isShort = inBlock(before[1]) === LONG_A && inBlock(after[1]) === LONG_I;
  const areLevel = after[0] - before[0] === after[1] - before[1];
  if (!isShort && !areLevel) return undefined;
  const letter = String.fromCharCode(before[1] + (isShort ? 1 : code - before[0]));
  if (!OF_WORDS.test(letter)) return undefined;
  const isForm = [before, after].some(([, near]) => text.startsWith(String.fromCharCode(near)));
  return isForm && !text.endsWith(letter) ? undefined : letter;
}

/** Letters and vowel signs. Letters with a nukta do not have glyphs of their own in all fonts, and other positions are empty. */
const OF_WORDS = /^(?![\u0929\u0931\u0934])[\p{L}\p{M}]$/u;

/** Positions in the block of all these scripts: the first and the last consonant, and the short i that is drawn before them. */
const KA = 0x15;
const HA = 0x39;
const LONG_A = 0x3e;
const SHORT_I = 0x3f;
const LONG_I = 0x40;
/**
 * Directly before the long i are the long a and the short i, the latter in several widths; farther back, letters with a
 * nukta.
 */
const SIGNS_BEFORE = 4;
const inBlock = (letter: number): number => letter & ((1 << BLOCK_BITS) - 1);

const isConsonant = (letter: number): boolean => inBlock(letter) >= KA && inBlock(letter) <= HA;

/** Whether a code among the consonants is mapped to the short i: some of both were exchanged. */
const isExchanged = ({ letter, before, after }: Between): boolean =>
  inBlock(letter) === SHORT_I && isConsonant(before[1]) && isConsonant(after[1]);

/**
 * Whether a code mapped to a consonant is among the vowel signs: it is the short i, whose glyph comes before that
 * consonant's.
 */
function isShortI({ code, letter, before, after }: Between): boolean {
  if (!isConsonant(letter)) return false;
  const isRightBefore = after[0] - code <= SIGNS_BEFORE + inBlock(after[1]) - LONG_I;
  return (
    isRightBefore && inBlock(before[1]) >= HA && inBlock(before[1]) < SHORT_I && inBlock(after[1]) >= LONG_I
  );
}

/** Returns codes of the short i, and of consonants exchanged with it, where only one letter is possible. */
function exchangedLetters(said: readonly Said[], between: readonly Between[]): Map<number, string> {
  const letters = new Map<number, string>();
  const consonants = between.filter(isExchanged);
  if (consonants.length === 0) return letters;
  const signs = between.filter(isShortI).toSorted((one, other) => one.code - other.code);
  // Every text has the long a: if no code before them is mapped to it, it is the first of them.
  const [first] = signs;
  const hasLongA =
    first !== undefined &&
    said.some(([code, letter]) => inBlock(letter) === LONG_A && code >= first.before[0] && code < first.code);
  for (const [at, { code, letter }] of signs.entries()) {
    const sign = hasLongA || at > 0 ? SHORT_I : LONG_A;
    letters.set(code, String.fromCharCode(((letter >> BLOCK_BITS) << BLOCK_BITS) + sign));
  }
  for (const { code, before, after } of consonants) {
    const fitting = signs
      .map(({ letter }) => letter)
      .filter(letter => letter > before[1] && letter < after[1]);
    const [own, ...others] = new Set(fitting);
    if (own !== undefined && others.length === 0) letters.set(code, String.fromCharCode(own));
  }
  return letters;
}

function placedIn(ordered: readonly Said[], [code, letter]: Said): Between | null {
  const at = ordered.findIndex(([other]) => other >= code);
  const [before, after] = [ordered[at - 1], ordered[at]];
  if (before === undefined || after === undefined || after[0] === code) return null;
  return { code, letter, before, after };
}

/** Returns the longest subsequence whose letters increase with their codes. */
function longestRise(said: readonly Said[]): Said[] {
  const lengths: number[] = [];
  const previous: number[] = [];
  let last = -1;
  said.forEach(([, letter], at) => {
    lengths[at] = 1;
    previous[at] = -1;
    for (let before = 0; before < at; before++) {
      const isLonger = (lengths[before] ?? 0) >= (lengths[at] ?? 0);
      if (isLonger && (said[before]?.[1] ?? letter) < letter) {
        lengths[at] = (lengths[before] ?? 0) + 1;
        previous[at] = before;
      }
    }
    if (last < 0 || (lengths[at] ?? 0) > (lengths[last] ?? 0)) last = at;
  });
  const rise: Said[] = [];
  for (let at = last; at >= 0; at = previous[at] ?? -1) {
    const one = said[at];
    if (one !== undefined) rise.unshift(one);
  }
  return rise;
}
