/** Headings by the size of their print: a scan shows no weight one could trust. */
import type { HeadingLevel } from '../../../../../schemas/document.ts';
import { rowText } from './paragraphs.ts';
import type { Row } from './rows.ts';

/** Print that much larger than the page's is a heading. */
const LARGE_SHARE = 1.3;
const MOST_ROWS = 3;
const MOST_CHARACTERS = 160;
/** Fewer letters than this are a page number or a mark. */
const LEAST_LETTERS = 3;
/** Heights within this share of each other are one level. */
const LEVEL_STEP = 1.12;
const LOWEST_LEVEL = 6;

/** The level of each paragraph that is a heading, null for the others. */
export function headingLevels(
  paragraphs: readonly (readonly Row[])[],
  usualEm: number,
): (HeadingLevel | null)[] {
  const sizes = paragraphs.map(rows => (isHeading(rows, usualEm) ? sizeOf(rows) : null));
  const steps: number[] = [];
  for (const size of sizes.filter(value => value !== null).sort((a, b) => b - a))
    if (size * LEVEL_STEP < (steps.at(-1) ?? Number.POSITIVE_INFINITY)) steps.push(size);
  return sizes.map(size => {
    if (size === null) return null;
    const level = steps.findIndex(step => size * LEVEL_STEP >= step) + 1;
    return Math.min(LOWEST_LEVEL, level) as HeadingLevel;
  });
}

function isHeading(rows: readonly Row[], usualEm: number): boolean {
  const text = rows.map(rowText).join(' ');
  if (rows.length > MOST_ROWS || text.length > MOST_CHARACTERS || /[.,;]$/.test(text)) return false;
  const letters = text.match(/\p{L}/gu)?.length ?? 0;
  if (letters < LEAST_LETTERS || letters * 2 < text.replace(/\s/g, '').length) return false;
  return sizeOf(rows) >= usualEm * LARGE_SHARE;
}

const sizeOf = (rows: readonly Row[]): number => Math.min(...rows.flat().map(segment => segment.em));
