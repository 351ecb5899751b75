/**
 * Finds fonts of a page that have lost their meaning: the file says what their glyphs look like, but not, or wrongly,
 * what they stand for. Judged font by font, since one of several may be broken.
 */
import type { FontStyle, Gap, TextItem } from '../../../layout/page/content.ts';

/** A gap this wide is a space: fonts draw spaces of .2 to .33 em, and justified lines shrink them to half. */
export const WORD_GAP_EM = 0.11;
/** Characters guessed from unexplained codes are text if at least this share of them are letters of running text. */
const PLAUSIBLE_SHARE = 0.4;
/** Least number of such characters, or of glyphs without any meaning, from which their font is judged. */
const JUDGED_GLYPHS_MIN = 8;
/** Baselines of glyphs in one word differ by at most this. */
export const BASELINE_SHIFT_EM = 0.08;

/** Least number of spaces drawn by their glyph number; a line of text has as many. */
const NUMBERED_SPACES_MIN = 8;
const SMALL_LETTER = /[\p{Ll}\p{Lo}]/gu;

interface Tally {
  known: number;
  unknown: number;
  /** Characters that pdf.js took from unexplained codes, and how many of them look like text. */
  guessed: number;
  letters: number;
}

export class FontTally {
  private readonly tallies = new Map<FontStyle, Tally>();
  private readonly unknown: Gap[] = [];
  private readonly numberedSpaces = new Map<FontStyle, number>();
  /** The font asked for last: letters of one font follow each other. */
  private last: { font: FontStyle; tally: Tally } | null = null;

  known(font: FontStyle): void {
    this.of(font).known++;
  }

  /** Counts a glyph without meaning. `gap` is null where another text says what was drawn. */
  unknownAt(font: FontStyle, gap: Gap | null): void {
    this.of(font).unknown++;
    if (gap === null) return;
    const last = this.unknown.at(-1);
    if (last?.font === font && follows(last, gap)) {
      last.width = gap.left + gap.width - last.left;
      last.glyphs++;
    } else this.unknown.push(gap);
  }

  guess(font: FontStyle, looksLikeText: boolean): void {
    const tally = this.of(font);
    tally.guessed++;
    if (looksLikeText) tally.letters++;
  }

  /** Counts a code without meaning that is the number of the space in TrueType fonts of the usual order. */
  numberedSpace(font: FontStyle): void {
    this.numberedSpaces.set(font, (this.numberedSpaces.get(font) ?? 0) + 1);
  }

  /**
   * Returns fonts whose spaces are such codes and whose other codes, taken for letters, are no running text, if at
   * least one of them shows it beyond doubt.
   */
  numbered(items: readonly TextItem[]): ReadonlySet<FontStyle> {
    if (this.numberedSpaces.size === 0) return new Set();
    const running = runningFonts(items);
    const fonts = [...this.numberedSpaces].filter(([font]) => !running.has(font));
    const isSure = fonts.some(([, spaces]) => spaces >= NUMBERED_SPACES_MIN);
    return new Set(isSure ? fonts.map(([font]) => font) : []);
  }

  /** Number of glyphs without meaning; guesses that do not look like text have none. */
  get meaningless(): number {
    let sum = 0;
    for (const tally of this.tallies.values()) sum += isGibberish(tally) ? tally.guessed : tally.unknown;
    return sum;
  }

  /** Fonts whose characters are guesses that do not look like text. */
  get gibberish(): ReadonlySet<FontStyle> {
    return this.fonts(isGibberish);
  }

  /**
   * Returns the words without those of such fonts, the places of everything that broken fonts have drawn, and the
   * places where other fonts have no letter.
   */
  withoutGibberish(items: readonly TextItem[]): { items: TextItem[]; gaps: Gap[]; holes: Gap[] } {
    const { gibberish } = this;
    const broken = this.fonts(tally => isGibberish(tally) || isUnmapped(tally));
    const gaps = this.unknown.filter(({ font }) => broken.has(font));
    const holes = this.unknown.filter(({ font }) => !broken.has(font));
    if (gibberish.size === 0) return { items: [...items], gaps, holes };
    const lost = items.filter(item => gibberish.has(item.font));
    const kept = items.filter(item => !gibberish.has(item.font));
    return {
      items: kept.map((item, index) => ({ ...item, index })),
      gaps: [...gaps, ...lost.map(placeOf)],
      holes,
    };
  }

  private fonts(are: (tally: Tally) => boolean): Set<FontStyle> {
    return new Set([...this.tallies].flatMap(([font, tally]) => (are(tally) ? font : [])));
  }

  private of(font: FontStyle): Tally {
    if (this.last?.font === font) return this.last.tally;
    const tally = this.tallies.get(font) ?? { known: 0, unknown: 0, guessed: 0, letters: 0 };
    this.tallies.set(font, tally);
    this.last = { font, tally };
    return tally;
  }
}

/** Returns fonts of whose characters enough are small letters, or of a script without case. */
export function runningFonts(items: readonly TextItem[]): ReadonlySet<FontStyle> {
  const counts = new Map<FontStyle, { small: number; all: number }>();
  for (const { font, text } of items) {
    const count = counts.get(font) ?? { small: 0, all: 0 };
    counts.set(font, count);
    count.all += text.length;
    count.small += text.match(SMALL_LETTER)?.length ?? 0;
  }
  return new Set(
    [...counts].flatMap(([font, { small, all }]) => (small >= PLAUSIBLE_SHARE * all ? [font] : [])),
  );
}

function follows(last: Gap, { left, baseline, size }: Gap): boolean {
  const space = left - last.left - last.width;
  return (
    Math.abs(baseline - last.baseline) < BASELINE_SHIFT_EM * size && Math.abs(space) < WORD_GAP_EM * size
  );
}

export function placeOf({ left, baseline, width, size, font, text }: TextItem): Gap {
  return { left, baseline, width, size, font, glyphs: text.length };
}

const isGibberish = ({ guessed, letters }: Tally): boolean =>
  guessed >= JUDGED_GLYPHS_MIN && letters < PLAUSIBLE_SHARE * guessed;

const isUnmapped = ({ known, unknown }: Tally): boolean => unknown >= JUDGED_GLYPHS_MIN && unknown > known;
