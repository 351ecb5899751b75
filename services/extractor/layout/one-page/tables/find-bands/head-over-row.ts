/** Finds heads above the first row, whether that is a stripe or between rules, with nothing drawn between labels and row. */

import { median } from '../../../page/geometry.ts';
import { segmentsOf } from '../shape/columns.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { HEAD_LINES } from '../shape/head.ts';
import { areBold, type Word } from '../shape/words.ts';
import type { Band, Interval } from './band-split.ts';

/** At least this many single-line rows show how far apart rows are; … */
const SINGLE_ROWS_LEAST = 3;
/** … lines of one label are nearer by this factor. */
const ROW_PITCH_SHARE = 0.9;
const CELLS_LEAST = 2;
/** Distances between a row and the rule below it differ by less than this. */
const SAME_ROOM_EM = 0.3;

/**
 * Returns the band with its first interval divided between bold labels and the row below: it is as far below them as
 * rows are from each other, or as near to the rule under it as they are.
 */
export function withHeadOverRow(band: Band): Band {
  const [first, ...rest] = band.intervals.filter(({ lines }) => lines.length > 0);
  const labels = first?.lines.slice(0, -1) ?? [];
  const row = first?.lines.at(-1) ?? [];
  if (!first || labels.length === 0 || labels.length > HEAD_LINES) return band;
  if (!areBold(labels.flat()) || row.some(word => word.bold)) return band;
  const cells = cellsIn(row);
  if (cells < CELLS_LEAST || Math.max(...labels.map(cellsIn)) < cells) return band;
  const isRow = first.bottom.drawn ? standsOnRule(row, first, rest) : isAtPitch(labels, row, rest);
  if (!isRow) return band;
  const y = ((labels.at(-1)?.[0]?.baseline ?? 0) + Math.min(...row.map(word => word.top))) / 2;
  const edge = { ...first.bottom, y, drawn: false, joints: [] };
  const parts = [
    { ...first, bottom: edge, lines: labels },
    { ...first, top: edge, lines: [row] },
  ];
  return {
    ...band,
    intervals: band.intervals.flatMap(interval => (interval === first ? parts : [interval])),
  };
}

function isAtPitch(labels: Word[][], row: Word[], rest: readonly Interval[]): boolean {
  return labels.length === 1 && pitchOf([...labels, row]) >= leastPitch(rest);
}

/** Whether the row's rule is as far below it as those of the other rows, which have one line each and nothing bold. */
function standsOnRule(row: readonly Word[], { bottom }: Interval, rest: readonly Interval[]): boolean {
  const single = rest.filter(({ lines }) => lines.length === 1 && !areBold(lines.flat()));
  if (single.length < SINGLE_ROWS_LEAST || single.length < rest.length) return false;
  const usual = median(single.map(interval => roomBelow(interval.lines[0] ?? [], interval.bottom.y)));
  return Math.abs(roomBelow(row, bottom.y) - usual) < SAME_ROOM_EM * (row[0]?.size ?? 0);
}

const roomBelow = (line: readonly Word[], y: number): number => y - (line[0]?.baseline ?? 0);

const cellsIn = (line: readonly Word[]): number => segmentsOf(line, CELL_GAP_EM).length;

/** Returns the distance between the baselines of two lines in points. */
const pitchOf = ([one = [], other = []]: readonly (readonly Word[])[]): number =>
  (other[0]?.baseline ?? 0) - (one[0]?.baseline ?? 0);

/** Returns the least distance between rows in points; infinite where too few single-line rows follow each other. */
function leastPitch(intervals: readonly Interval[]): number {
  const pitches = intervals.slice(1).flatMap(({ lines }, at) => {
    const before = intervals[at]?.lines ?? [];
    return lines.length === 1 && before.length === 1 ? [pitchOf([...before, ...lines])] : [];
  });
  return pitches.length < SINGLE_ROWS_LEAST ? Infinity : ROW_PITCH_SHARE * median(pitches);
}
