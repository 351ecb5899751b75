/**
 * Recognises Greek that a font maps to wrong letters (`θαη` for και, in PDFs of Word 2007). Nothing in the file is
 * right, but in any Greek text every fifth word ends in a sigma. Such fonts are read by their glyph numbers where these
 * are known, and otherwise left to OCR.
 */
import type { FontStyle, Gap, TextItem } from '../../../layout/page/content.ts';
import { placeOf } from './font-tally.ts';

/** A word of small letters: a final sigma has no capital of its own. */
const WORD = /[α-ωά-ώ]{3,}(?=[^\p{L}]*$)/u;
const ENDS_IN_SIGMA = /[σς]$/;
/** At least this many words are needed, … */
const WORDS_MIN = 40;
/** … of which less than this share ends in a sigma. */
const SIGMA_SHARE = 0.04;

/** Words of a page, and number and places of glyphs without meaning. */
interface Read {
  items: TextItem[];
  unreadable: number;
  gaps: Gap[];
}

/** Returns the text without the words of such fonts. */
export function withoutFonts<T extends Read>(text: T, misread: ReadonlySet<FontStyle>): T {
  const lost = text.items.filter(item => misread.has(item.font));
  const items = text.items.filter(item => !misread.has(item.font));
  return {
    ...text,
    items: items.map((item, index) => ({ ...item, index })),
    unreadable: text.unreadable + lost.reduce((sum, item) => sum + item.text.length, 0),
    gaps: [...text.gaps, ...lost.map(placeOf)],
  };
}

/** Returns fonts whose Greek is in the wrong letters. */
export function misreadGreek(items: readonly TextItem[]): Set<FontStyle> {
  const counts = new Map<FontStyle, { words: number; sigmas: number }>();
  for (const { font, text } of items) {
    const word = WORD.exec(text)?.[0];
    if (word === undefined) continue;
    const count = counts.get(font) ?? { words: 0, sigmas: 0 };
    counts.set(font, count);
    count.words++;
    if (ENDS_IN_SIGMA.test(word)) count.sigmas++;
  }
  return new Set(
    [...counts].flatMap(([font, { words, sigmas }]) =>
      words >= WORDS_MIN && sigmas < SIGMA_SHARE * words ? [font] : [],
    ),
  );
}
