/** Measures how far apart lines of running text stand: a double-spaced document needs another limit than a dense one. */

import { median } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { isSameSize } from '../../page/sizes.ts';
import { HAN_AND_KANA, HANGUL, startsSmall } from '../../text/scripts.ts';
import { isOnePitch } from '../lines/one-pitch.ts';
import { flushLines } from './full-lines.ts';
import type { LinesBelow } from './lines-below.ts';
import { isBoldLine } from './titles.ts';

/** Baseline distance of ordinary running text, for pages with too few lines to measure. */
const LEADING_USUAL_EM = 1.25;
/** The same for Chinese, Japanese and Korean, whose characters fill their squares. */
const LEADING_EAST_ASIAN_EM = 1.65;
/** The same for Arabic, whose letters reach far above and below the line. */
const LEADING_ARABIC_EM = 1.75;
const LEADING_SAMPLES_MIN = 5;
/** Lines belong together up to this factor, or this much, beyond the usual distance, */
const LEADING_SLACK = 1.2;
const LEADING_SLACK_EM = 0.2;
/** at least up to this distance (single spacing with subscripts and superscripts) … */
const LEADING_MIN_EM = 1.5;
/** … and at most up to this one (double spacing with a large font box). */
const LEADING_MAX_EM = 2.6;

/**
 * Limits for text that is spaced more widely than that: at least this many lines reach the right edge, and nearly all
 * of them stand at the same distance from the next.
 */
const WIDE_MAX_EM = 3.3;
const WIDE_LINES_MIN = 5;
const WIDE_EVEN_SHARE = 0.8;
const WIDE_SLACK = 1.05;
/** A line that reaches the right edge ends within this distance of it … */
const FULL_EM = 1;
/** … and is longer than a label of a few words. */
const WIDE_LINE_EM = 15;

/** From this many pairs of lines on that are not program text, these pairs alone are measured. */
const PROSE_PAIRS_MIN = 3;

/** From this many lines on that begin in the middle of a sentence, these lines show the distance within a paragraph. */
const RUNNING_PAIRS_MIN = 3;
/**
 * A line counts as reaching far over more than this share of the width of the lines around it; on pages with more lines
 * than the maximum, every line does.
 */
const FAR_SHARE = 0.7;
const FAR_LINES_MAX = 1_000;

export interface Leading {
  /** Baseline distance in points up to which lines of this size belong together. */
  limit(size: number): number;
}

/** Measures the leading of some lines. `elsewhere` is that of the lines around them, used for boxes of a few lines. */
export function leadingOf(below: LinesBelow, elsewhere?: Leading): Leading {
  const lines = [...below.keys()];
  const every: number[] = [];
  const plain: number[] = [];
  const prose: number[] = [];
  const running: number[] = [];
  const wide: Line[] = [];
  for (const [upper, lowers] of below) {
    const [lower] = lowers;
    if (lowers.length !== 1 || lower === undefined) continue;
    const ratio = (lower.baseline - upper.baseline) / upper.size;
    if (!isSameSize(lower, upper)) continue;
    if (ratio >= LEADING_MAX_EM) {
      if (ratio < WIDE_MAX_EM) wide.push(upper);
      continue;
    }
    every.push(ratio);
    if (!isBoldLine(upper) || !isBoldLine(lower)) plain.push(ratio);
    if (isOnePitch(upper) || isOnePitch(lower)) continue;
    prose.push(ratio);
    if (startsSmall(lower.text) && reachesFar(upper, lines)) running.push(ratio);
  }
  const wideLimit = every.length < wide.length ? limitOfWide(wide, below) : null;
  if (wideLimit !== null) return { limit: size => size * wideLimit };
  // Headings of sections without text stand farther apart than lines.
  const all = plain.length >= LEADING_SAMPLES_MIN ? plain : every;
  // Program text is set closer than the text about it, and often fills more of the page.
  const isMixed = prose.length >= PROSE_PAIRS_MIN && prose.length < all.length;
  const isTold = isMixed || all.length >= LEADING_SAMPLES_MIN;
  if (!isTold && elsewhere !== undefined) return elsewhere;
  const told = Math.max(median(all), isMixed ? median(prose) : 0);
  let usual = isTold ? told : usualOf(below.keys());
  // A letter has as many gaps between paragraphs as between lines.
  if (running.length >= RUNNING_PAIRS_MIN) usual = Math.min(told, median(running));
  const limit = Math.min(
    LEADING_MAX_EM,
    Math.max(usual * LEADING_SLACK, usual + LEADING_SLACK_EM, LEADING_MIN_EM),
  );
  return { limit: size => size * limit };
}

/** The limit in ems for widely spaced text; null where the lines are not text but titles, form rows or labels. */
function limitOfWide(lines: readonly Line[], below: LinesBelow): number | null {
  const edge = Math.max(...lines.map(({ right }) => right));
  const full = lines.filter(
    ({ left, right, size }) => edge - right < FULL_EM * size && right - left > WIDE_LINE_EM * size,
  );
  if (full.length < WIDE_LINES_MIN) return null;
  const ratios = full.map(line => ((below.get(line)?.[0]?.baseline ?? 0) - line.baseline) / line.size);
  const limit = median(ratios) * WIDE_SLACK;
  const even = ratios.filter(ratio => ratio <= limit && ratio * WIDE_SLACK ** 2 >= limit);
  return even.length < WIDE_EVEN_SHARE * full.length ? null : limit;
}

/** Whether a line covers most of its column's width, unlike a term above its definition, which may also begin small. */
function reachesFar(line: Line, lines: readonly Line[]): boolean {
  if (lines.length > FAR_LINES_MAX) return true;
  const edge = Math.max(...flushLines(line, lines).map(({ right }) => right));
  return line.right - line.left > FAR_SHARE * (edge - line.left);
}

const ARABIC = /[\u0600-\u06ff]/g;
const EAST_ASIAN = new RegExp(`[${HAN_AND_KANA}${HANGUL}]`, 'gu');

function usualOf(lines: Iterable<Line>): number {
  let eastAsian = 0;
  let arabic = 0;
  let characters = 0;
  for (const line of lines) {
    eastAsian += line.text.match(EAST_ASIAN)?.length ?? 0;
    arabic += line.text.match(ARABIC)?.length ?? 0;
    characters += line.characters;
  }
  if (2 * arabic > characters) return LEADING_ARABIC_EM;
  return 2 * eastAsian > characters ? LEADING_EAST_ASIAN_EM : LEADING_USUAL_EM;
}
