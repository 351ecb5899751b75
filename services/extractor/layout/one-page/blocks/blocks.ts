/** Joins lines into blocks: each line with the nearest one below it, unless something shows that they are two things. */

import type { Block } from '../../page/block.ts';
import type { Rectangle, Rule } from '../../page/content.ts';
import { shared } from '../../page/geometry.ts';
import { NO_TRUST, type TagTrust } from '../../page/hints.ts';
import type { Line } from '../../page/line.ts';
import { isSameSize } from '../../page/sizes.ts';
import { isCapitals } from '../../text/capitals.ts';
import { endsSentenceOrColon } from '../../text/sentence-ends.ts';
import { isAmountRow } from '../lines/amounts.ts';
import { valueLeftOf } from '../lines/labels.ts';
import { opensItem, textLeftOf } from '../lines/markers.ts';
import { isOnePitch } from '../lines/one-pitch.ts';
import { blockOf } from './block-of.ts';
import { EDGE_EM, INDENT_EM, isDashBetween, isRestOfSentence } from './dashes.ts';
import { flushLines } from './full-lines.ts';
import { type Leading, leadingOf } from './leading.ts';
import { linesBelow, onlyAbove } from './lines-below.ts';
import { isNumberInSentence } from './ordinals.ts';
import { paragraphsOf } from './paragraphs.ts';
import { RUNNING_STEP_EM, runsOn } from './running-on.ts';
import { TagWord } from './tag-word.ts';
import {
  isBoldLine,
  isOtherColor,
  isTitleInOtherFont,
  isTitleOfOtherSlant,
  TITLE_WIDTH_SHARE,
} from './titles.ts';

/** A larger step in size separates a heading, caption or note from the text. */
const SIZE_RATIO_MAX = 1.12;
/** A title in capitals has at least this many words in capitals: more than an acronym or an initial. */
const TITLE_WORDS_MIN = 2;
/** A rule between two lines covers at least this share of the width that they have in common … */
const RULE_SHARE = 0.6;
/** … and lies deeper below the baseline than an underline. */
const UNDERLINE_EM = 0.3;

/** A line is one of ordinary text up to this share of characters in program text. */
const TEXT_PITCH_MAX = 0.5;
/** Ragged lines leave this much room behind the last word that fits. */
const ROOM_EM = 1.5;

/** A label on a line of its own: `DEPARTMENT:`, `Ways to pay:`. */
const LABEL_LINE = /^\p{Lu}\S*(?: \S+){0,4}:$/u;

/** What else is known of the place where lines stand. */
export interface Surroundings {
  /** Rules: they separate what stands on either side. */
  rules: readonly Rule[];
  /** Which tags may be trusted. */
  trust?: TagTrust;
  /** Boxes, tables and figures beside the lines, at which lines end. */
  obstacles?: readonly Rectangle[];
  /** The leading of the lines around a small region. */
  leading?: Leading | undefined;
}

/** Returns the blocks of one page or region. */
export function blocksOf(
  lines: readonly Line[],
  { rules, trust = NO_TRUST, obstacles = [], leading }: Surroundings,
): Block[] {
  const candidates = linesBelow(lines);
  const typical = leadingOf(candidates, leading);
  const above = onlyAbove(candidates);
  const word = new TagWord(lines, trust);
  const below = new Map<Line, Line>();
  const hasAbove = new Set<Line>();
  for (const [upper, lowers] of candidates) {
    const lower = lowers.length === 1 ? lowers[0] : lowers.find(line => isDrawnNext(upper, line));
    if (lower === undefined) continue;
    if (hasAbove.has(lower) || (above.get(lower) !== upper && !isDrawnNext(upper, lower))) continue;
    if (!(word.of(upper, lower, typical) ?? joins(upper, lower, typical, { rules, lines }))) continue;
    below.set(upper, lower);
    hasAbove.add(lower);
  }
  return lines
    .filter(line => !hasAbove.has(line))
    .flatMap(line => paragraphsOf(stack(line, below), trust, obstacles))
    .map(blockOf);
}

/**
 * Whether `lower` is drawn right after `upper`. Text that runs around a picture also has other neighbours; the order of
 * drawing shows which line continues at the picture's edge.
 */
function isDrawnNext(upper: Line, lower: Line): boolean {
  const last = upper.items.at(-1);
  const slack = EDGE_EM * upper.size;
  return (
    last !== undefined &&
    lower.index === last.index + 1 &&
    upper.fontName === lower.fontName &&
    (Math.abs(upper.left - lower.left) < slack || Math.abs(upper.right - lower.right) < slack)
  );
}

function stack(line: Line, below: ReadonlyMap<Line, Line>): Line[] {
  const lines = [line];
  for (let next = below.get(line); next !== undefined; next = below.get(next)) lines.push(next);
  return lines;
}

interface Around {
  rules: readonly Rule[];
  lines: readonly Line[];
}

function joins(upper: Line, lower: Line, leading: Leading, { rules, lines }: Around): boolean {
  return (
    isOneSize(upper, lower, lines) &&
    (isOneWeight(upper, lower) || runsOn(upper, lower, lines)) &&
    !isTitleOfOtherSlant(upper, lower) &&
    !isLineOfOtherSlant(upper, lower, lines) &&
    !isLineOfOtherColor(upper, lower, lines) &&
    !isPartedByPitch(upper, lower, lines) &&
    !isTitleInCapitals(upper, lower) &&
    !isTitleInOtherFont(upper, lower) &&
    !isLabelOfItsOwn(upper, lower, lines) &&
    (isNear(upper, lower, leading) || isNearEnough(upper, lower, lines)) &&
    !rules.some(rule => separates(rule, upper, lower)) &&
    (!opensItem(lower) || isInSentence(upper, lower, lines)) &&
    !isPartedByLabel(upper, lower)
  );
}

/**
 * Whether two lines are set in one size. A line that is mostly code, which web pages set smaller, continues with a full
 * line in the size of its words.
 */
function isOneSize(upper: Line, lower: Line, lines: readonly Line[]): boolean {
  const [small, large] = upper.size < lower.size ? [upper, lower] : [lower, upper];
  if (large.size <= SIZE_RATIO_MAX * small.size) return true;
  const isOfText = ({ font, size, text }: Line['items'][number]) =>
    !font.monospace && isSameSize({ size }, large) && /\p{L}{2}/u.test(text);
  return small.monospace > 0 && small.items.some(isOfText) && !hasRoomFor(lower, upper, lines);
}

const isNear = (upper: Line, lower: Line, leading: Leading): boolean =>
  lower.baseline - upper.baseline <= leading.limit(Math.min(upper.size, lower.size));

/** Whether a sentence goes on within this distance. */
const isNearEnough = (upper: Line, lower: Line, lines: readonly Line[]): boolean =>
  lower.baseline - upper.baseline < RUNNING_STEP_EM * upper.size && runsOn(upper, lower, lines);

/** Whether what looks like an item's marker is part of the sentence above. */
const isInSentence = (upper: Line, lower: Line, lines: readonly Line[]): boolean =>
  isDashBetween(upper, lower) || isRestOfSentence(upper, lower) || isNumberInSentence(upper, lower, lines);

/**
 * Whether a label or an amount separates two lines: each of them begins a line of its own, and below a label only its
 * value continues.
 */
function isPartedByLabel(upper: Line, lower: Line): boolean {
  if ((lower.stop ?? valueLeftOf(lower)) !== null || isAmountRow(upper) || isAmountRow(lower)) return true;
  const value = upper.stop ?? valueLeftOf(upper);
  return value !== null && lower.left < value - INDENT_EM * lower.size;
}

/**
 * Whether two lines have the same weight. A bold label may fill nearly all of a line, and a bold passage may continue
 * on the next line.
 */
function isOneWeight(upper: Line, lower: Line): boolean {
  const endsBold = upper.items.at(-1)?.font.bold === true;
  return isBoldLine(upper) === isBoldLine(lower) || isBoldLine(upper) !== endsBold;
}

/**
 * Whether a change between program text and ordinary text separates two lines. A line of program text that is indented
 * differently, follows the end of a sentence, or follows a line with room for it is an example or a term with its
 * definition below. Any other is a line of a paragraph that a long name fills.
 */
function isPartedByPitch(upper: Line, lower: Line, lines: readonly Line[]): boolean {
  if (isOnePitch(upper) === isOnePitch(lower)) return false;
  if (endsSentenceOrColon(upper.text)) return true;
  const [code, text] = isOnePitch(lower) ? [lower, upper] : [upper, lower];
  const isAllCode = code.items[0]?.font.monospace === true && text.monospace < TEXT_PITCH_MAX;
  if (isAllCode && hasRoomFor(lower, upper, lines)) return true;
  const runsOn = upper.items.at(-1)?.font.monospace === true && isOnePitch(lower);
  const left = opensItem(upper) ? textLeftOf(upper) : upper.left;
  const slack = INDENT_EM * lower.size;
  const isCentred = Math.abs(upper.left + upper.right - lower.left - lower.right) < slack;
  return Math.abs(left - lower.left) > slack && !isCentred && !runsOn;
}

/**
 * Whether one line is all italic and the other all upright, with room left on the upper one: an author's name, a stage
 * direction, a dedication.
 */
function isLineOfOtherSlant(upper: Line, lower: Line, lines: readonly Line[]): boolean {
  const differ = Math.abs(upper.italic - lower.italic) === 1;
  return differ && /^\p{Lu}/u.test(lower.text) && hasRoomFor(lower, upper, lines);
}

/**
 * Whether each line has one colour of its own, with room left on the upper one. Word's headings of the third level
 * differ in nothing else, and have no space around them.
 */
function isLineOfOtherColor(upper: Line, lower: Line, lines: readonly Line[]): boolean {
  return (
    isOtherColor(upper.color, lower.color) &&
    upper.monospace + lower.monospace === 0 &&
    [upper, lower].every(({ color, items }) => items.every(item => item.color === color)) &&
    /^[\p{Lu}\p{N}]/u.test(lower.text) &&
    hasRoomFor(lower, upper, lines)
  );
}

/**
 * Whether a line of a few words that end in a colon says what the next lines are: it is in capitals, or the line above
 * had room for its first word.
 */
const isLabelOfItsOwn = (upper: Line, lower: Line, lines: readonly Line[]): boolean =>
  LABEL_LINE.test(lower.text) &&
  (hasRoomFor(lower, upper, lines) || (isCapitals(lower.text) && !isCapitals(upper.text)));

/** Whether the line above had more than enough room for this line's first word. */
function hasRoomFor(lower: Line, upper: Line, lines: readonly Line[]): boolean {
  const right = Math.max(...flushLines(upper, lines).map(line => line.right));
  return upper.right + (lower.items[0]?.width ?? 0) + ROOM_EM * lower.size < right;
}

/** Whether a short line in capitals stands above one in ordinary letters: a title, whatever its size and weight. */
function isTitleInCapitals(upper: Line, lower: Line): boolean {
  const short = upper.right - upper.left < TITLE_WIDTH_SHARE * (lower.right - lower.left);
  return short && isCapitals(upper.text) && !isCapitals(lower.text) && wordsOf(upper.text) >= TITLE_WORDS_MIN;
}

const wordsOf = (text: string): number => (text.match(/\p{Lu}{2,}/gu) ?? []).length;

function separates(rule: Rule, upper: Line, lower: Line): boolean {
  if (rule.position <= upper.baseline || rule.position >= lower.baseline - lower.size * 0.5) return false;
  const left = Math.max(upper.left, lower.left);
  const right = Math.min(upper.right, lower.right);
  // An underline is as wide as its words; a rule that separates is wider than what both lines share.
  return (
    shared(rule.start, rule.end, left, right) > RULE_SHARE * (right - left) &&
    rule.position - upper.baseline > UNDERLINE_EM * upper.size
  );
}
