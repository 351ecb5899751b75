/** How far lines of running text stand apart: double-spaced documents need another limit than dense ones. */

import { median } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { isSameSize } from '../../page/sizes.ts';
import { HAN_AND_KANA, HANGUL, startsSmall } from '../../text/scripts.ts';
import { isOnePitch } from '../lines/one-pitch.ts';
import { flushLines } from './full-lines.ts';
import type { LinesBelow } from './lines-below.ts';
import { isBoldLine } from './titles.ts';

/** Baseline distance of ordinary running text, where a page has too few lines to tell. */
const LEADING_USUAL_EM = 1.25;
/** … of Chinese, Japanese and Korean, whose letters fill their squares. */
const LEADING_EAST_ASIAN_EM = 1.65;
/** … of Arabic, whose letters reach far below and above their line. */
const LEADING_ARABIC_EM = 1.75;
const LEADING_SAMPLES_MIN = 5;
/** Lines belong together up to this factor, or this much, beyond the usual distance; */
const LEADING_SLACK = 1.2;
const LEADING_SLACK_EM = 0.2;
/** at least up to this distance (single spacing with sub- and superscripts) … */
const LEADING_MIN_EM = 1.5;
/** … and never beyond it (double spacing with a large font box). */
const LEADING_MAX_EM = 2.6;

/** So many pairs of lines that are no program text tell more than all. */
const PROSE_PAIRS_MIN = 3;

/** So many lines that begin in the middle of a sentence show how far the lines of a paragraph stand apart. */
const RUNNING_PAIRS_MIN = 3;
/** … each below a line over this much of the width of those around it. */
const FAR_SHARE = 0.7;
const FAR_LINES_MAX = 1_000;

export interface Leading {
  /** Points between baselines up to which lines of this size belong together. */
  limit(size: number): number;
}

/** `elsewhere` is that of the lines around these, for boxes of a few lines. */
export function leadingOf(below: LinesBelow, elsewhere?: Leading): Leading {
  const lines = [...below.keys()];
  const every: number[] = [];
  const plain: number[] = [];
  const prose: number[] = [];
  const running: number[] = [];
  for (const [upper, lowers] of below) {
    const [lower] = lowers;
    if (lowers.length !== 1 || lower === undefined) continue;
    const ratio = (lower.baseline - upper.baseline) / upper.size;
    if (!isSameSize(lower, upper) || ratio >= LEADING_MAX_EM) continue;
    every.push(ratio);
    if (!isBoldLine(upper) || !isBoldLine(lower)) plain.push(ratio);
    if (isOnePitch(upper) || isOnePitch(lower)) continue;
    prose.push(ratio);
    if (startsSmall(lower.text) && reachesFar(upper, lines)) running.push(ratio);
  }
  // Headings of sections without text stand farther apart than lines.
  const all = plain.length >= LEADING_SAMPLES_MIN ? plain : every;
  // Program text is set closer than what is said of it, and often fills more of the page.
  const isMixed = prose.length >= PROSE_PAIRS_MIN && prose.length < all.length;
  const isTold = isMixed || all.length >= LEADING_SAMPLES_MIN;
  if (!isTold && elsewhere !== undefined) return elsewhere;
  const told = Math.max(median(all), isMixed ? median(prose) : 0);
  let usual = isTold ? told : usualOf(below.keys());
  // Letters have as many gaps between paragraphs as between lines.
  if (running.length >= RUNNING_PAIRS_MIN) usual = Math.min(told, median(running));
  const limit = Math.min(
    LEADING_MAX_EM,
    Math.max(usual * LEADING_SLACK, usual + LEADING_SLACK_EM, LEADING_MIN_EM),
  );
  return { limit: size => size * limit };
}

/** Unlike a term over its definition, which may begin small, too. Pages of more lines than any text has are not looked at. */
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
