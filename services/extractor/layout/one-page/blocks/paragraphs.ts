/** Separates the paragraphs of one column by their indents, the space between them, and the room left on their last lines. */

import type { Rectangle } from '../../page/content.ts';
import { middleX } from '../../page/geometry.ts';
import { isBlock, NO_TRUST, type TagTrust } from '../../page/hints.ts';
import type { Line } from '../../page/line.ts';
import { isCapitals } from '../../text/capitals.ts';
import { endsInBlank, leadsOn } from '../../text/leaders.ts';
import { startsCount } from '../../text/markers.ts';
import { HAN_AND_KANA, SMALL } from '../../text/scripts.ts';
import { endsSentence, endsSentenceOrColon } from '../../text/sentence-ends.ts';
import { opensWithLabel } from '../lines/labels.ts';
import { opensItem, textLeftOf } from '../lines/markers.ts';
import { opensNextNote } from '../lines/note-marks.ts';
import { isOnePitch } from '../lines/one-pitch.ts';
import { type Column, columnsOf } from './columns.ts';
import { EDGE_EM, INDENT_EM, isFlush } from './dashes.ts';
import { isLarger } from './tag-word.ts';
import { isAnotherTitle, isBoldLine } from './titles.ts';

/**
 * A paragraph ended on a line that has room for the next word and this much more. Lines that need not be full may end
 * earlier.
 */
const ROOM_EM = 1.5;
const ROOM_JUSTIFIED_EM = 0.5;
/** At least this many indented first lines show how paragraphs begin. */
const INDENTS_MIN = 3;
/** First lines hang where this explains at least so many lines, and so many times as many as any other reading. */
const HANGING_MIN = 2;
const HANGING_FACTOR = 2;
/** A line indented by more than this from both edges is centred, and no first line, however short its paragraph. */
const CENTRED_EM = 3;
/** Paragraphs stand this much farther apart than their lines. */
const AIR_EM = 0.12;
/** At least this many lines show how wide their column is. */
const COLUMN_LINES_MIN = 4;

/** A block is a form where at least this share of its lines begin with a label. */
const FORM_SHARE = 0.6;

/** Thai and Lao do not end sentences with a punctuation mark. */
const UNSIGNED = /[\p{sc=Thai}\p{sc=Laoo}]$/u;
const isEnded = (text: string): boolean => endsSentenceOrColon(text) || UNSIGNED.test(text);
const OPENS = new RegExp(`^(?!${SMALL})[\\p{L}\\p{N}"“„«‘'(¿¡—–「『（-]`, 'u');
/** Chinese and Japanese lines may break after any character … */
const EAST_ASIAN = new RegExp(`^[${HAN_AND_KANA}「『（]`, 'u');
/** … except inside words in Latin script, and beside punctuation that stays with its neighbour. */
const LATIN_IN_BRACKETS = /^[「『（]*[\p{Script=Latin}\d]/u;
const ROOM_EAST_ASIAN_EM = 3.5;
/** East Asian labels touch what they name. */
const EAST_ASIAN_LABEL = new RegExp(`^[${HAN_AND_KANA}]{2,10}：`, 'u');

/** A line with the column it stands in. */
interface Placed extends Column {
  line: Line;
}

/** Divides the lines of one column into paragraphs. A tagged element that is trusted stays whole. */
export function paragraphsOf(
  lines: readonly Line[],
  trust: TagTrust = NO_TRUST,
  obstacles: readonly Rectangle[] = [],
): Line[][] {
  const [head] = lines;
  if (head === undefined) return [];
  if (lines.length === 1) return [[head]];
  const columns = columnsOf(lines, obstacles);
  const placed = lines.map((line, at) => ({ line, ...(columns[at] as Column) }));
  const usage = usageOf(placed);
  const paragraphs = [[head]];
  for (let at = 1; at < placed.length; at++) {
    const [before, self] = [placed[at - 1], placed[at]] as [Placed, Placed];
    const current = paragraphs.at(-1) as Line[];
    const starts = opensItem(current[0] as Line)
      ? endsItem(current, self, before, placed[at + 1])
      : opensParagraph(current, self, before, usage);
    const isOneElement =
      trust.joins &&
      isBlock(self.line.element) &&
      self.line.element === before.line.element &&
      !isLarger(before.line, self.line);
    const isNext =
      opensSection(current, self.line, before.line) || opensNextNote(self.line, current[0] as Line);
    if ((starts && !isOneElement) || isNext) paragraphs.push([self.line]);
    else current.push(self.line);
  }
  return paragraphs;
}

/** How a column sets its paragraphs. */
interface Usage {
  /** Whether later lines are indented and first lines are not. */
  hangs: boolean;
  /** The usual distance between its baselines, in points. */
  step: number;
  /** Whether lines begin at its left edge, so that the edge is more than the start of the longest centred line. */
  hasEdge: boolean;
  /** Whether a line with room left ends a paragraph: not where there are few lines, nor where an indent begins each paragraph. */
  isEndedByRoom: boolean;
  /** Whether most lines are a label with its value, or have dot leaders from one to the other. */
  isForm: boolean;
  /** Whether several lines end in blanks to be filled in: a line that begins with a capital after one is not part of it. */
  hasBlanks: boolean;
  /** Whether most lines end in page numbers. */
  isIndex: boolean;
  /** Whether most lines begin with an amount, as ingredients do, or explain a symbol. */
  isRows: boolean;
}

function usageOf(placed: readonly Placed[]): Usage {
  const indents = placed.filter((self, at) => at > 0 && isIndented(self, placed[at - 1] as Placed)).length;
  const entries = placed.filter(({ line }) => endsInPage(line.text)).length;
  const rows = placed.filter(({ line }) => isRow(line)).length;
  const labels = placed.filter(({ line }) => isFormRow(line)).length;
  return {
    hangs: !placed.every(isCentred) && isHanging(placed),
    step: usualStep(placed.map(({ line }) => line)),
    hasEdge: placed.filter(isAtEdge).length >= 2,
    isEndedByRoom: indents < INDENTS_MIN && placed.length >= COLUMN_LINES_MIN,
    isForm: labels >= 2 && labels >= FORM_SHARE * placed.length,
    hasBlanks: placed.filter(({ line }) => endsInBlank(line.text)).length >= 2,
    isIndex:
      (entries >= ENTRIES_MIN && entries >= ENTRIES_SHARE * placed.length) ||
      (entries >= ENTRIES_ALL_MIN && entries === placed.length),
    isRows: rows >= ROWS_MIN && rows >= ENTRIES_SHARE * placed.length,
  };
}

/** Index entries end in page numbers: at least this share of at least so many lines … */
const ENTRIES_SHARE = 0.6;
const ENTRIES_MIN = 5;
/** … or every line of at least so many. */
const ENTRIES_ALL_MIN = 3;
const ENTRY = /[\s,.·…](?:\d{1,4}|[ivxl]{1,6})(?:[–-]\d{1,4})?f{0,2}$/u;
/** Looks at the last character first, because most lines of prose end in another. */
const endsInPage = (text: string): boolean => /[\divxlf]/.test(text.slice(-1)) && ENTRY.test(text);
/** Lines are rows where at least this many of them, and `ENTRIES_SHARE` of all, begin alike. */
const ROWS_MIN = 3;
const ROW = /^(?:(?:\d{1,4}|[½⅓⅔¼¾⅛])(?:[\s.,/–-]*\d{1,3})?\s*\p{L}|\S{1,12} = \p{L})/u;
/** Whether a line begins with an amount. Line numbers of a listing do not count. */
const isRow = (line: Line): boolean => ROW.test(line.text) && !isOnePitch(line);
const PAGES = /^[\d\s,–-]+$/;
const isFormRow = (line: Line): boolean =>
  opensWithLabel(line) || EAST_ASIAN_LABEL.test(line.text) || leadsOn(line.text);

function opensParagraph(current: readonly Line[], self: Placed, before: Placed, usage: Usage): boolean {
  if (usage.isIndex) {
    const endsEntry = endsInPage(before.line.text) && !PAGES.test(self.line.text);
    return endsEntry || hasRoomFor(self.line, before);
  }
  if (usage.isRows && isRow(self.line)) return true;
  if (usage.hangs) return isAtEdge(self);
  if (usage.isForm && isFormRow(self.line)) return true;
  return (
    (usage.hasBlanks && endsInBlank(before.line.text) && /^\p{Lu}/u.test(self.line.text)) ||
    isAnotherTitle(self.line, before.line) ||
    isIndented(self, before) ||
    isSetApart(self, before, usage.step) ||
    (current.length === 1 && usage.hasEdge && isUnderCentred(self, before)) ||
    isBackFromQuote(current, self, before) ||
    (usage.isEndedByRoom && followsShortLine(self, before)) ||
    followsLooseLine(self, before)
  );
}

/**
 * Whether a line begins with a section number of several parts and a capital, after the end of a sentence or where the
 * section before it began.
 */
function opensSection(current: readonly Line[], line: Line, before: Line): boolean {
  const number = SECTION.exec(line.text)?.[1];
  if (number === undefined) return false;
  const last = OPENING.exec(current[0]?.text ?? '')?.[1];
  return isEnded(before.text) || (last !== undefined && follows(last.split('.'), number.split('.')));
}

const OPENING = /^(\d{1,2}(?:\.\d{1,2}){0,4})\.?\s+[\p{Lu}("“]/u;
const SECTION = /^(\d{1,2}(?:\.\d{1,2}){1,4})\.?\s+[\p{Lu}("“]/u;

/** Whether a section number is the next one: `2.4` or `2.3.1` after `2.3`. */
function follows(before: readonly string[], number: readonly string[]): boolean {
  const at = number.length - 1;
  const isChild = before.length === at && number[at] === '1';
  const isNext = before.length > at && Number(number[at]) === Number(before[at]) + 1;
  return (isChild || isNext) && number.slice(0, at).every((part, place) => part === before[place]);
}

const standsIn = ({ line, left }: Placed): boolean => line.left - left > INDENT_EM * line.size;
const isAtEdge = ({ line, left }: Placed): boolean => line.left - left < EDGE_EM * line.size;

/**
 * Whether an item ended: the line is back at the margin after lines that hung under the item's text, or after a line
 * with room left.
 */
function endsItem(item: readonly Line[], self: Placed, before: Placed, after: Placed | undefined): boolean {
  const first = item[0] as Line;
  const hangs = (other: Line) => other.left > textLeftOf(first) - INDENT_EM * first.size;
  if (hangs(self.line)) {
    // The first line of an indented paragraph stands where the item's text does.
    const hangsOn = after !== undefined && !opensItem(after.line) && hangs(after.line);
    return !hangsOn && OPENS.test(self.line.text) && hasRoomFor(self.line, before);
  }
  const isNext = item.length > 1 && hangs(before.line);
  return isNext || isLeftOfBullet(self.line, first, before.line) || hasRoomFor(self.line, before);
}

/**
 * Whether a line begins left of the bullet above it and is the next title: it follows the end of a sentence or has a
 * section number.
 */
function isLeftOfBullet(line: Line, item: Line, before: Line): boolean {
  const standsOut = item.left - line.left > INDENT_EM * line.size;
  const opens = SECTION.test(line.text) || (endsSentence(before.text) && OPENS.test(line.text));
  return standsOut && opens && !startsCount(item.text);
}

/**
 * Whether first lines hang out over the others, as in bibliographies. A line followed by an indented one fills its
 * column there; where first lines are indented, such a line is the last of its paragraph and may end anywhere.
 */
function isHanging(placed: readonly Placed[]): boolean {
  let hanging = 0;
  let indented = 0;
  placed.forEach((self, at) => {
    const before = placed[at - 1];
    if (before === undefined) return;
    const isFull = !hasRoomFor(self.line, before);
    const goesOn = isFull && !isEnded(before.line.text);
    if (isAtEdge(before) && standsIn(self)) goesOn ? hanging++ : indented++;
    else if (standsIn(before) && isAtEdge(self)) goesOn ? indented++ : hanging++;
    else if (isAtEdge(before) && isAtEdge(self) && goesOn) indented++;
  });
  return hanging >= HANGING_MIN && hanging > HANGING_FACTOR * indented;
}

/** Whether a line is an indented first line, after the end of a sentence. */
function isIndented(self: Placed, before: Placed): boolean {
  const deeper = self.line.left - before.line.left > INDENT_EM * self.line.size;
  if (hangsUnderValue(self.line, before.line)) return false;
  const isNext = standsIn(before) && isFlush(before.line, self.line);
  return standsIn(self) && isEnded(before.line.text) && (deeper || (isNext && hasRoomFor(self.line, before)));
}

/** Whether a line continues the value that stands behind a label on the line before. */
const hangsUnderValue = (line: Line, { stop }: Line): boolean =>
  stop !== undefined && Math.abs(line.left - stop) < EDGE_EM * line.size;

/** Whether a line stands below a centred title or name, and is farther out than it by more than an indent. */
function isUnderCentred(self: Placed, before: Placed): boolean {
  const far = CENTRED_EM * before.line.size;
  const standsBothIn = before.line.left - before.left > far && before.right - before.line.right > far;
  // A title continues in the same capitals or weight.
  const isTitle = (standsIn(self) && isCentred(self)) || isOneDisplay(before.line, self.line);
  return standsBothIn && before.line.left - self.line.left > far && !isTitle;
}

const isOneDisplay = (one: Line, other: Line): boolean =>
  (isCapitals(one.text) && isCapitals(other.text)) || (isBoldLine(one) && isBoldLine(other));

/** Whether a line is as far from one edge of its column as from the other; full lines are, too. */
const isCentred = ({ line, left, right }: Placed): boolean =>
  Math.abs(line.left - left - right + line.right) < 2 * INDENT_EM * line.size;

/** Whether a line is back at the edge after several indented lines. */
function isBackFromQuote(current: readonly Line[], self: Placed, before: Placed): boolean {
  const stoodIn = current.length > 1 && current.every(line => line.left - self.left > INDENT_EM * line.size);
  return stoodIn && isAtEdge(self) && isEnded(before.line.text);
}

/** Whether a line has more space above it than the other lines, after the end of a sentence. */
function isSetApart({ line }: Placed, { line: before }: Placed, step: number): boolean {
  const air = (line.baseline - before.baseline) / line.size - step;
  return air > AIR_EM && isEnded(before.text) && OPENS.test(line.text);
}

/** Returns the distance in ems between lines within a paragraph: the smaller distances of the column. */
function usualStep(lines: readonly Line[]): number {
  const steps = lines.slice(1).map((line, at) => (line.baseline - (lines[at] as Line).baseline) / line.size);
  const sorted = steps.sort((one, other) => one - other);
  return sorted.length < COLUMN_LINES_MIN - 1 ? Infinity : (sorted[sorted.length >> 2] ?? Infinity);
}

function followsShortLine(self: Placed, before: Placed): boolean {
  return isEnded(before.line.text) && OPENS.test(self.line.text) && hasRoomFor(self.line, before);
}

/**
 * Whether the line before had room for several Chinese or Japanese characters, so that it ends a paragraph, whatever
 * its last character.
 */
function followsLooseLine({ line }: Placed, { line: before, usualRight }: Placed): boolean {
  if (!EAST_ASIAN.test(line.text) || LATIN_IN_BRACKETS.test(line.text)) return false;
  const isBelowMiddle = Math.abs(middleX(line) - middleX(before)) < INDENT_EM * line.size;
  const isSetInMiddle = isBelowMiddle && !isFlush(before, line);
  return !isSetInMiddle && before.right + ROOM_EAST_ASIAN_EM * line.size < usualRight;
}

/** Whether this line's first word would have fitted on the line before. */
function hasRoomFor(line: Line, { line: before, right, justified }: Placed): boolean {
  const width = EAST_ASIAN.test(line.text) ? line.size : (line.items[0]?.width ?? 0);
  const room = justified ? ROOM_JUSTIFIED_EM : ROOM_EM;
  return before.right + width + room * line.size < right;
}
