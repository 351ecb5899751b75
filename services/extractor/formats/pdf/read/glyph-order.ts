/**
 * Letters of India by the order of a font's glyphs. Word says of the glyphs of a syllable its letters one by one, in the order of speaking,
 * though the glyphs stand in that of drawing: some are said to be their neighbours ever after (`दहिंिू` for `हिंदू`). Fonts have the letters of a
 * script in the order of Unicode, so what stands between two that are said rightly is told by them.
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
/** So many letters of one script tell the order of a font, and such a share of them in order. */
const ORDERED_MIN = 15;
const ORDERED_SHARE_MIN = 0.7;
/** More are no letters of one script. */
const LETTERS_MAX = 1_000;

type Said = readonly [code: number, letter: number];

/** A code that is none of the order, and the letters of it on either side. */
interface Between {
  code: number;
  letter: number;
  before: Said;
  after: Said;
}

/**
 * Codes whose letters the order tells otherwise than the map; null where there are none. `widths`: of codes that are drawn; ranges of a
 * map may reach over others, which tell no order.
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
    // pdf.js holds numbers for texts where the map is one of its own (`/ToUnicode /Identity-H`), and fails on them.
    return [];
  }
  return said;
}

/**
 * Between two letters as far apart as their codes each code has its own, and what stands between the long a and the long i is the short one.
 * A text of a neighbour is that of one of its forms.
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

/** Letters and signs of vowels; letters with a nukta have no glyphs of their own everywhere, and other places are empty. */
const OF_WORDS = /^(?![\u0929\u0931\u0934])[\p{L}\p{M}]$/u;

/** Where the letters of all these scripts stand in their block: the first and the last consonant, and the short i that is drawn before them. */
const KA = 0x15;
const HA = 0x39;
const LONG_A = 0x3e;
const SHORT_I = 0x3f;
const LONG_I = 0x40;
/** Right before the long i stand the long a and the short i, the latter in several widths; further back letters with a nukta. */
const SIGNS_BEFORE = 4;
const inBlock = (letter: number): number => letter & ((1 << BLOCK_BITS) - 1);

const isConsonant = (letter: number): boolean => inBlock(letter) >= KA && inBlock(letter) <= HA;

/** Whether a code among the consonants is said to be the short i: some of both were exchanged. */
const isExchanged = ({ letter, before, after }: Between): boolean =>
  inBlock(letter) === SHORT_I && isConsonant(before[1]) && isConsonant(after[1]);

/** Whether a code that is said to be a consonant stands among the signs of vowels: of the short i, whose glyph comes before that consonant's. */
function isShortI({ code, letter, before, after }: Between): boolean {
  if (!isConsonant(letter)) return false;
  const isRightBefore = after[0] - code <= SIGNS_BEFORE + inBlock(after[1]) - LONG_I;
  return (
    isRightBefore && inBlock(before[1]) >= HA && inBlock(before[1]) < SHORT_I && inBlock(after[1]) >= LONG_I
  );
}

/** Codes of the short i, and of consonants that were exchanged with it, where one alone may stand there. */
function exchangedLetters(said: readonly Said[], between: readonly Between[]): Map<number, string> {
  const letters = new Map<number, string>();
  const consonants = between.filter(isExchanged);
  if (consonants.length === 0) return letters;
  const signs = between.filter(isShortI).toSorted((one, other) => one.code - other.code);
  // No text is without the long a: where no code before them is said to be that, it is the first of them.
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

/** The most of them whose letters rise with their codes. */
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
