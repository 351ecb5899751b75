/** Joins words into lines: by the content stream first, and by nearness alone only where words almost touch. */

import type { Rule, TextItem } from '../../page/content.ts';
import {
  type Line,
  lineOf,
  SAME_BASELINE_EM,
  SCRIPT_SIZE_MAX,
  STREAM_GAP_EM,
  TOUCH_GAP_EM,
} from '../../page/line.ts';
import { isRaised } from '../../page/raised-figures.ts';
import { isMarker, startsWord } from '../../text/markers.ts';
import { isWordedNumber } from '../../text/section-numbers.ts';
import { withAmountsJoined } from './amounts.ts';
import { withBlanksJoined } from './blanks.ts';
import { withDropCaps } from './drop-caps.ts';
import { withEquationNumbersJoined } from './equation-numbers.ts';
import { withFieldsJoined } from './fields.ts';
import { cutAtGutters } from './gutters.ts';
import { joinInterleaved } from './interleaved.ts';
import { withLabelsJoined } from './labels.ts';
import { withoutLetterSpacing } from './letter-spacing.ts';
import { MARKER_GAP_EM } from './markers.ts';
import { hangs, isStacked, mayHang } from './math-signs.ts';
import {
  endOf,
  FILLING_EM,
  first,
  isLevel,
  joinNeighbours,
  last,
  OVERLAP_MAX_EM,
  onOneLine,
  type Piece,
  TOUCH_OVERLAP_EM,
} from './neighbours.ts';
import { joinStretched } from './stretched.ts';
import { withTabRowsJoined } from './tab-rows.ts';

/** Most words of a superscript or subscript before the line returns to its baseline. */
const SCRIPT_WORDS_MAX = 6;
/**
 * A marker may be this far before a line of at least so many words if the next line, at most so far below, begins under
 * the marker.
 */
const MARKER_FAR_EM = 12;
const MARKED_WORDS_MIN = 6;
const MARKED_LEADING_EM = 2.2;
/** The number of an equation ends a column at whose right edge at least so many lines end, at most this far above or below. */
const NUMBERED_EM = 6;
const NUMBERED_ENDS_MIN = 2;

/**
 * Returns the lines of the upright words, in stream order of their first words. `rules` are those that may be blanks
 * between words.
 */
export function linesOf(items: readonly TextItem[], rules: readonly Rule[] = []): Line[] {
  const drawn = joinInStream(withDropCaps(items.filter(item => item.angle === 0)));
  const touching = joinAcrossStream(cutAtGutters(joinStretched(joinInterleaved(drawn))));
  const filled = withBlanksJoined(touching, rules);
  const numbered = withEquationNumbersJoined(joinMarkers(filled)).map(asProgram);
  const rows = withTabRowsJoined(withAmountsJoined(withLabelsJoined(withFieldsJoined(numbered))));
  return rows
    .map(({ piece, stop }) => {
      const line = lineOf(withoutLetterSpacing(piece));
      return stop === undefined ? line : { ...line, stop };
    })
    .sort((one, other) => one.index - other.index);
}

function joinInStream(items: readonly TextItem[]): Piece[] {
  const pieces: Piece[] = [];
  let current: Piece | null = null;
  for (const item of items) {
    if (current !== null && follows(current, item)) {
      current.push(item);
    } else if (current === null || !fillsGap(current, item)) {
      current = [item];
      pieces.push(current);
    }
  }
  return pieces;
}

/**
 * Whether a word fills a gap of a line, and so belongs in it. Letters that the line's font lacks, and the numbers of
 * notes, are drawn after all others and touch what they stand beside.
 */
function fillsGap(piece: Piece, item: TextItem): boolean {
  const slack = FILLING_EM * item.size;
  const at = piece.findLastIndex(word => word.left <= item.left) + 1;
  const [before, after] = [piece[at - 1], piece[at]];
  if (before === undefined || after === undefined) return false;
  const room = { before: item.left - endOf(before), after: after.left - endOf(item) };
  const fits = room.before > -slack && room.after > -slack && Math.min(room.before, room.after) < slack;
  const isMark = NOTE_NUMBER.test(item.text) && room.before < slack && isRaised(before, item);
  if (!fits || !(isLevel(before, item) || isMark)) return false;
  piece.splice(at, 0, isMark ? { ...item, spaceBefore: false } : item);
  return true;
}

const NOTE_NUMBER = /^\d{1,3}$/;

/**
 * Whether a word continues where the one before it in the stream ended; after a superscript or subscript the line
 * returns to its baseline.
 */
function follows(piece: Piece, item: TextItem): boolean {
  if (item.opensColumn === true) return false;
  const before = last(piece);
  const size = Math.max(before.size, item.size);
  const gap = item.left - endOf(before);
  if (gap >= STREAM_GAP_EM * size) return false;
  if (gap <= -OVERLAP_MAX_EM * size)
    return standsUnder(before, item, hostOf(piece)) || isStacked(piece, item, hostOf);
  if (onOneLine(before, item)) return true;
  const host = hostOf(piece);
  return onOneLine(host, item) || hangs(item, host, gap) || hangs(before, item, gap);
}

/**
 * Whether a subscript begins where the superscript before it began, or the other way round: both follow the end of
 * their host.
 */
function standsUnder(before: TextItem, item: TextItem, host: TextItem): boolean {
  const small = SCRIPT_SIZE_MAX * host.size;
  const [one, other] = [before.baseline - host.baseline, item.baseline - host.baseline];
  return (
    before.size < small &&
    item.size < small &&
    one * other < 0 &&
    onOneLine(host, item) &&
    Math.abs(item.left - endOf(host)) < TOUCH_GAP_EM * host.size
  );
}

/** Returns the last word of the piece that is no superscript or subscript. */
function hostOf(piece: Piece): TextItem {
  const size = Math.max(...piece.slice(-SCRIPT_WORDS_MAX).map(item => item.size));
  const isFull = (item: TextItem) => item.size >= SCRIPT_SIZE_MAX * size;
  return piece.findLast(item => isFull(item) && !mayHang(item)) ?? piece.findLast(isFull) ?? last(piece);
}

/** Joins pieces of one line that the producer drew at different times, but only where they nearly touch. */
function joinAcrossStream(pieces: readonly Piece[]): Piece[] {
  return joinNeighbours(pieces, (left, right) => {
    const [end, start] = [last(left), first(right)];
    const small = Math.min(end.size, start.size);
    // Superscripts and subscripts are measured by their own em: something farther off is a title, or small print beside
    // the text.
    const isLevel = Math.abs(end.baseline - start.baseline) < SAME_BASELINE_EM * small;
    const size = isLevel ? Math.max(end.size, start.size) : small;
    const gap = start.left - endOf(end);
    return onOneLine(end, start) && gap > -TOUCH_OVERLAP_EM * size && gap < TOUCH_GAP_EM * size;
  });
}

/** Joins bullets and numbers to what they mark, and `Section 1` to a title in the same type. */
function joinMarkers(pieces: readonly Piece[]): Piece[] {
  const marks = (left: Piece, right: Piece) => {
    const size = Math.max(last(left).size, first(right).size);
    const gap = first(right).left - endOf(last(left));
    const isNumbered = isNumberOfCode(left, right);
    return (
      (!LONE_NUMBER.test(textOf(left)) || /^\p{L}/u.test(first(right).text) || isNumbered) &&
      Math.abs(first(left).baseline - first(right).baseline) < SAME_BASELINE_EM * size &&
      gap > 0 &&
      (!isSection(left) || isOneType(left, right)) &&
      !endsColumn(left, right, pieces) &&
      (gap < MARKER_GAP_EM * size ||
        (gap < MARKER_FAR_EM * size && (isNumbered || runsUnder(left, right, pieces))))
    );
  };
  return joinNeighbours(pieces, marks, left => isSection(left) || isMark(left));
}

/** Whether a piece is a bullet or a number. Skips building the text of pieces that begin with a word. */
function isMark(piece: Piece): boolean {
  if (startsWord(first(piece).text)) return false;
  const text = textOf(piece);
  return LONE_NUMBER.test(text) || isMarker(text);
}

const isSection = (piece: Piece): boolean =>
  piece.length === 2 && isWordedNumber(piece.map(item => item.text).join(' '));

/** Whether a number stands before a line of a program, however far that is indented. */
const isNumberOfCode = (number: Piece, line: Piece): boolean =>
  first(line).font.monospace && !first(number).font.monospace && LONE_NUMBER.test(textOf(number));

/** Makes the number of a program's line part of the program text, however short the line is. */
function asProgram(piece: Piece): Piece {
  const [number, line] = piece;
  if (number === undefined || line === undefined || !isNumberOfCode([number], [line])) return piece;
  return [{ ...number, font: line.font }, ...piece.slice(1)];
}

const isOneType = (label: Piece, title: Piece): boolean =>
  first(label).font.name === first(title).font.name && isLevel(first(label), first(title));

/**
 * Whether the lines around come from left of the marker, pass above or below it and end before the text: then the
 * marker is the number of an equation, and the text is in the next column. Not counted are the lines of an item, which
 * begin with its marker or its text, and numbers of other items.
 */
function endsColumn(marker: Piece, text: Piece, pieces: readonly Piece[]): boolean {
  const { baseline, size, left } = first(marker);
  const ending = pieces.filter(piece => {
    const away = Math.abs(first(piece).baseline - baseline);
    const end = endOf(last(piece));
    return (
      away > SAME_BASELINE_EM * size &&
      away < NUMBERED_EM * size &&
      first(piece).left < left - size &&
      end > left &&
      end < first(text).left &&
      !isMark(piece)
    );
  });
  return ending.length >= NUMBERED_ENDS_MIN;
}

/**
 * Whether the line below continues under the text from the marker, or from left of it: then both open one clause of a
 * contract.
 */
function runsUnder(marker: Piece, text: Piece, pieces: readonly Piece[]): boolean {
  if (text.length < MARKED_WORDS_MIN || LONE_NUMBER.test(textOf(marker))) return false;
  const { baseline, size, left } = first(marker);
  return pieces.some(piece => {
    const step = (first(piece).baseline - baseline) / size;
    const isBelow = step > SAME_BASELINE_EM && step < MARKED_LEADING_EM;
    return isBelow && first(piece).left < left + size && endOf(last(piece)) > first(text).left;
  });
}

/** A number alone counts what follows only before words; in tables it also stands beside numbers. */
const LONE_NUMBER = /^\d+$/;

const textOf = (piece: Piece): string => piece.map(item => item.text).join('');
