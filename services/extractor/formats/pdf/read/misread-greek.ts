/**
 * Greek that a font's map says in the wrong letters (`θαη` for και, in PDFs of Word 2007): nothing in the file is
 * right, but every fifth word of Greek ends in a sigma, whatever it is about. Such fonts are read by the numbers of their
 * glyphs where these are known, and left to OCR otherwise.
 */
import type { FontStyle, Gap, TextItem } from '../../../layout/page/content.ts';
import { placeOf } from './font-tally.ts';

/** A word of small letters: of capitals no sigma is told to be the last. */
const WORD = /[α-ωά-ώ]{3,}(?=[^\p{L}]*$)/u;
const ENDS_IN_SIGMA = /[σς]$/;
/** So many words tell, … */
const WORDS_MIN = 40;
/** … if less than this share of them ends so. */
const SIGMA_SHARE = 0.04;

/** Words of a page, glyphs without a meaning, and where they stand. */
interface Read {
  items: TextItem[];
  unreadable: number;
  gaps: Gap[];
}

/** The text without the words of such fonts. */
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

/** Fonts whose Greek is in the wrong letters. */
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
