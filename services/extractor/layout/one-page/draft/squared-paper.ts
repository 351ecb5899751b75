/** Recognises forms on squared paper. The squares are for handwriting, and printed text runs across their lines. */

import type { PageContent, Rule, TextItem } from '../../page/content.ts';
import { median } from '../../page/geometry.ts';
import { extentOf, findLattices, type Lattice } from '../tables/find-ruled/lattice.ts';

/** Least number of lines in each direction; a calendar or timetable has fewer, or cells with room for their words. */
const LINES_MIN = 8;
/** Largest distance between two lines. */
const STEP_MAX_PT = 40;
/**
 * At least this share of the distances are equal within this tolerance; exceptions are a frame around the squares or a
 * line left out.
 */
const STEP_SLACK = 0.06;
const EQUAL_SHARE = 0.8;
/** Least share and number of words that a line runs through; words in the cells of a table end before the line. */
const CROSSED_SHARE = 0.3;
const CROSSED_MIN = 5;
/** Letters may touch a line by this much. */
const CROSSED_EM = 0.3;
/** Most lines of one page that are compared with each other; a plot has more. */
const RULES_CEILING = 4_000;

/** Returns the page without the lines of squared paper. */
export function withoutSquaredPaper(page: PageContent): PageContent {
  const { rules, items } = page;
  if (rules.length < 2 * LINES_MIN || rules.length > RULES_CEILING) return page;
  const vertical = rules.filter(rule => rule.orientation === 'vertical');
  if (vertical.length < LINES_MIN || rules.length - vertical.length < LINES_MIN) return page;
  const squares = findLattices(rules).filter(lattice => isSquared(lattice) && isPrintedOn(lattice, items));
  if (squares.length === 0) return page;
  const lines = new Set(squares.flatMap(({ horizontal, vertical }) => [...horizontal, ...vertical]));
  return { ...page, rules: rules.filter(rule => !lines.has(rule)) };
}

function isSquared({ horizontal, vertical }: Lattice): boolean {
  return isEven(horizontal) && isEven(vertical);
}

function isEven(lines: readonly Rule[]): boolean {
  if (lines.length < LINES_MIN) return false;
  const positions = lines.map(line => line.position).sort((one, other) => one - other);
  const steps = positions.slice(1).map((position, at) => position - (positions[at] ?? position));
  const step = median(steps);
  const equal = steps.filter(each => Math.abs(each - step) <= STEP_SLACK * step);
  return step > 0 && step <= STEP_MAX_PT && equal.length >= EQUAL_SHARE * steps.length;
}

function isPrintedOn(lattice: Lattice, items: readonly TextItem[]): boolean {
  const { left, right, top, bottom } = extentOf(lattice);
  const words = items.filter(
    word =>
      word.angle === 0 &&
      word.left > left &&
      word.left + word.width < right &&
      word.baseline > top &&
      word.baseline < bottom,
  );
  const crossed = words.filter(word => lattice.vertical.some(line => runsThrough(line, word)));
  return crossed.length >= CROSSED_MIN && crossed.length >= CROSSED_SHARE * words.length;
}

function runsThrough({ position, start, end }: Rule, { left, width, size, baseline }: TextItem): boolean {
  const slack = CROSSED_EM * size;
  return (
    position > left + slack && position < left + width - slack && start < baseline - slack && end > baseline
  );
}
