/** What the readings of single lines cannot know, and the page as a whole can: mends of its words, in this order. */
import type { RecognizedLine } from './engine.ts';

interface Repair {
  name: string;
  /** A word's mend, told from the page's whole text; null where nothing there asks for it. */
  plan: (page: string) => ((word: string) => string) | null;
}

/** Carons that look like apostrophes (Slovak, Czech) are read as such in small print: on a page that has so many others … */
const LEAST_CARONS = 3;
const WITH_CARON: Record<string, string> = { d: 'ď', t: 'ť', l: 'ľ', L: 'Ľ' };
/** … an apostrophe after such a letter is one, but for those of English. */
const CARON_APOSTROPHE = /([dtlLďťľĽ])['’](?!(?:s|d|t|m|ll|re|ve)(?!\p{L}))/gu;

/** Straight quotes that open, for each typographic one, above which both are meant: prose beside code. */
const MOST_STRAIGHT_OPENERS = 0.1;

const REPAIRS: readonly Repair[] = [
  {
    name: 'carons',
    plan: page =>
      countOf(page, /[ďťľĽ]/gu) < LEAST_CARONS
        ? null
        : word => word.replace(CARON_APOSTROPHE, (_, letter: string) => WITH_CARON[letter] ?? letter),
  },
  {
    // Opening quotes are read as they are printed, closing ones and apostrophes as straight.
    name: 'quotes',
    plan: page => {
      const [typographic, straight] = [countOf(page, /[“„]/gu), countOf(page, /(?<![^\s([])"/gu)];
      if (typographic === 0 || straight > MOST_STRAIGHT_OPENERS * typographic) return null;
      const closing = page.includes('„') ? '“' : '”';
      return word =>
        word
          .replace(/(?<=[\p{Script=Latin}\p{P}])"/gu, closing)
          .replace(/(?<=\p{Script=Latin})'(?=\p{L}|$)/gu, '’');
    },
  },
];

export function repaired(lines: readonly RecognizedLine[]): RecognizedLine[] {
  let mended = [...lines];
  for (const { plan } of REPAIRS) {
    const page = mended.flatMap(line => line.words.map(word => word.text)).join(' ');
    const mend = plan(page);
    if (mend !== null) mended = mended.map(line => withWords(line, mend));
  }
  return mended;
}

function withWords(line: RecognizedLine, mend: (word: string) => string): RecognizedLine {
  return { ...line, words: line.words.map(word => ({ ...word, text: mend(word.text) })) };
}

const countOf = (text: string, pattern: RegExp): number => text.match(pattern)?.length ?? 0;
