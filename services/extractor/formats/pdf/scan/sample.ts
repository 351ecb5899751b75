/** A few lines of a page read by OCR beside what its text says there: cheaper than the page, and enough to tell junk. */

import type { PageContent, Rectangle, TextItem } from '../../../layout/page/content.ts';
import { EAST_ASIAN_SIGNS, HAN_AND_KANA, HANGUL } from '../../../layout/text/scripts.ts';
import type { RecognizedPage } from '../../../ocr/engine.ts';

/** Lines that are read. */
const LINES = 6;
/** Above and below them: accents and descenders, in ems of the first and the last. */
const ABOVE_EM = 1.2;
const BELOW_EM = 0.5;
/** Lines lie on one height if their base lines differ by less, in ems. */
const SAME_LINE_EM = 0.5;

/** Words, or signs of scripts that part no words; punctuation differs between readings. */
const WORDS = new RegExp(
  `[${HAN_AND_KANA}${HANGUL}]|(?:(?![${HAN_AND_KANA}${HANGUL}${EAST_ASIAN_SIGNS}])[\\p{L}\\p{M}\\p{N}])+`,
  'gu',
);

/** The lines of a page that say most, across its whole width; null where the text has none. */
export function sampleOf(items: readonly TextItem[], { width, height }: PageContent): Rectangle | null {
  const lines: { top: number; bottom: number; letters: number }[] = [];
  for (const { baseline, size, text } of [...items].sort((a, b) => a.baseline - b.baseline)) {
    const last = lines.at(-1);
    const line = {
      top: baseline - ABOVE_EM * size,
      bottom: baseline + BELOW_EM * size,
      letters: text.length,
    };
    if (last === undefined || line.bottom - last.bottom > SAME_LINE_EM * size) lines.push(line);
    else {
      last.top = Math.min(last.top, line.top);
      last.letters += line.letters;
    }
  }
  const windows = lines.map((line, at) => {
    const taken = lines.slice(at, at + LINES);
    const letters = taken.reduce((sum, one) => sum + one.letters, 0);
    return { top: line.top, bottom: Math.max(...taken.map(({ bottom }) => bottom)), letters };
  });
  const [best] = windows.sort((a, b) => b.letters - a.letters);
  if (best === undefined) return null;
  return { left: 0, top: Math.max(0, best.top), right: width, bottom: Math.min(height, best.bottom) };
}

/** Share of the words that two readings of one part of a page have in common, 0…1; 0 where one of them has none. */
export function agreement(
  items: readonly TextItem[],
  part: Rectangle,
  { lines, quarterTurns }: RecognizedPage,
): number {
  if (quarterTurns !== 0) return 0;
  const inside = items.filter(({ baseline }) => baseline > part.top && baseline <= part.bottom);
  const own = countsOf(inside.map(item => item.text));
  const seen = countsOf(lines.flatMap(line => line.words.map(word => word.text)));
  let common = 0;
  for (const [word, count] of own) common += Math.min(count, seen.get(word) ?? 0);
  const all = sumOf(own) + sumOf(seen);
  return all === 0 ? 0 : (2 * common) / all;
}

function countsOf(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts)
    for (const [word] of text.normalize('NFKC').toLowerCase().matchAll(WORDS))
      counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

const sumOf = (counts: ReadonlyMap<string, number>): number =>
  [...counts.values()].reduce((sum, count) => sum + count, 0);
