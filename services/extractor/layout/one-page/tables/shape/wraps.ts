/** Decides whether a line continues the text of the one above: its first word would not have fitted there. */

import { around, widthOf } from '../../../page/geometry.ts';
import { startsSmall } from '../../../text/scripts.ts';
import { endsClause } from '../../../text/sentence-ends.ts';
import type { Slot, TableLine } from './table-lines.ts';
import { isPartedInWord, lineText } from './text.ts';
import { isNumeric } from './values.ts';
import { WIDE_SPACE_EM } from './words.ts';

/** Lines of one cell are at most this far apart. */
export const WRAP_PITCH_EM = 1.65;
/** A line that wraps has at least this many words: single words are values that fill their column. */
const WRAPPED_LINE_WORDS = 3;

/** The widest line of each column, which shows how much room it has. */
export type ColumnWidths = ReadonlyMap<number, number>;

export function columnWidths(lines: readonly TableLine[]): ColumnWidths {
  const widths = new Map<number, number>();
  for (const slot of lines.flatMap(line => line.slots)) {
    if (slot.colspan === 1) widths.set(slot.column, Math.max(widths.get(slot.column) ?? 0, textWidth(slot)));
  }
  return widths;
}

/** Sums up over the columns of text whether `line` continues `row` (above 0) or begins the next row (below 0). */
export function wrapVotes(row: readonly TableLine[], line: TableLine, widths: ColumnWidths): number {
  let votes = 0;
  for (const slot of line.slots) {
    const above = row.findLast(other => slotIn(other, slot.column));
    const upper = above && slotIn(above, slot.column);
    if (!above || !upper || slot.colspan > 1) continue;
    const near = line.baseline - above.baseline <= WRAP_PITCH_EM * line.size;
    votes += near ? slotVote(upper, slot, widths.get(slot.column) ?? 0) : -1;
  }
  return votes;
}

/** A date that a line end breaks before its year. */
const BEFORE_YEAR = /\p{L}.*\d,$/u;
const YEAR = /^\d{4}$/;

/** The last character of a line whose last word or date may continue in the next line; most lines end in a letter. */
const MAY_BE_PARTED = /[\p{N}\-\u2010/,]$/u;

/** Whether a line begins with the rest of a date, or of a word or number that a line end breaks at its hyphen. */
export function isRestOfWord(row: readonly TableLine[], line: TableLine): boolean {
  return line.slots.some(slot => {
    const above = row.findLast(other => slotIn(other, slot.column));
    const upper = above && slotIn(above, slot.column);
    if (!above || !upper || line.baseline - above.baseline > WRAP_PITCH_EM * line.size) return false;
    const before = lineText(upper.words);
    if (!MAY_BE_PARTED.test(before.slice(-2))) return false;
    const rest = lineText(slot.words);
    const isParted = isPartedInWord(before, rest) || (BEFORE_YEAR.test(before) && YEAR.test(rest));
    return isParted && areSetAlike(upper, slot, line.size) && !hasOtherNumbers(above, line, slot);
  });
}

/** Numbers below numbers in at least this many other columns belong to another row: grades (`2-`) end in a hyphen, too. */
const OTHER_NUMBERS_MIN = 2;

function hasOtherNumbers(above: TableLine, line: TableLine, { column }: Slot): boolean {
  const isNumber = (slot: Slot | undefined) => slot !== undefined && isNumeric(slot.words);
  const pairs = line.slots.filter(
    slot => slot.column !== column && isNumber(slot) && isNumber(slotIn(above, slot.column)),
  );
  return pairs.length >= OTHER_NUMBERS_MIN;
}

/** Whether a line is the end of a label of however few words, which continues with a small letter and had no room on its line. */
export function isRestOfLabel(above: TableLine, line: TableLine, widths: ColumnWidths): boolean {
  const [rest, ...others] = line.slots;
  const label = slotIn(above, 0);
  if (rest === undefined || label === undefined || others.length > 0) return false;
  return goesOn(label, rest, widths) && !endsClause(lineText(rest.words));
}

/** Whether a line is the end of a label that stands alone above it, with the values of both. */
export function isEndOfLabel(above: TableLine, line: TableLine, widths: ColumnWidths): boolean {
  const [label, ...others] = above.slots;
  const [rest, ...values] = line.slots;
  if (label?.column !== 0 || rest === undefined || others.length > 0 || values.length === 0) return false;
  return line.baseline - above.baseline <= WRAP_PITCH_EM * line.size && goesOn(label, rest, widths);
}

function goesOn(label: Slot, rest: Slot, widths: ColumnWidths): boolean {
  const [first] = rest.words;
  return (
    rest.column === 0 &&
    rest.colspan === 1 &&
    first !== undefined &&
    startsSmall(first.text) &&
    !hasRoom(label, rest, widths.get(0) ?? 0) &&
    !endsClause(lineText(label.words))
  );
}

function slotVote(upper: Slot, lower: Slot, width: number): number {
  const [first] = lower.words;
  if (!first || hasRoom(upper, lower, width)) return -1;
  if (upper.words.length < WRAPPED_LINE_WORDS || endsClause(lineText(upper.words))) return 0;
  return /^\p{Ll}/u.test(first.text) ? 1 : 0;
}

function hasRoom(upper: Slot, lower: Slot, width: number): boolean {
  const [first] = lower.words;
  if (!first) return true;
  return textWidth(upper) + WIDE_SPACE_EM * first.size + first.right - first.left <= width;
}

/** Whether two texts are aligned at the left, right or middle, as lines of one cell are. */
function areSetAlike(upper: Slot, lower: Slot, em: number): boolean {
  const [one, other] = [around(upper.words), around(lower.words)];
  const [left, right] = [other.left - one.left, other.right - one.right];
  return [left, right, (left + right) / 2].some(shift => Math.abs(shift) < em);
}

const slotIn = (line: TableLine, column: number): Slot | undefined =>
  line.slots.find(slot => slot.column === column && slot.colspan === 1);

const textWidth = ({ words }: Slot): number => widthOf(around(words));
