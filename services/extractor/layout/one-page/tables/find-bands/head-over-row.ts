/** Heads above the first of alternate stripes: nothing is drawn between their labels and the row below these. */

import { median } from '../../../page/geometry.ts';
import { segmentsOf } from '../shape/columns.ts';
import { CELL_GAP_EM } from '../shape/gaps.ts';
import { areBold, type Word } from '../shape/words.ts';
import type { Band, Interval } from './band-split.ts';

/** So many rows of one line tell how far apart rows stand; … */
const SINGLE_ROWS_LEAST = 3;
/** … lines of one label are this much nearer, as a share of it. */
const ROW_PITCH_SHARE = 0.9;
const CELLS_LEAST = 2;

/** The band with its first interval parted between bold labels and a row that stands as far below them as rows do. */
export function withHeadOverRow(band: Band): Band {
  const [first, ...rest] = band.intervals.filter(({ lines }) => lines.length > 0);
  const [labels = [], row = [], ...others] = first?.lines ?? [];
  if (!first || first.bottom.drawn || row.length === 0 || others.length > 0) return band;
  if (!areBold(labels) || row.some(word => word.bold)) return band;
  const cells = cellsIn(row);
  if (cells < CELLS_LEAST || cellsIn(labels) < cells || pitchOf([labels, row]) < leastPitch(rest))
    return band;
  const y = ((labels[0]?.baseline ?? 0) + Math.min(...row.map(word => word.top))) / 2;
  const edge = { ...first.bottom, y, joints: [] };
  const parts = [
    { ...first, bottom: edge, lines: [labels] },
    { ...first, top: edge, lines: [row] },
  ];
  return {
    ...band,
    intervals: band.intervals.flatMap(interval => (interval === first ? parts : [interval])),
  };
}

const cellsIn = (line: readonly Word[]): number => segmentsOf(line, CELL_GAP_EM).length;

/** Points from one line's base line to the other's. */
const pitchOf = ([one = [], other = []]: readonly (readonly Word[])[]): number =>
  (other[0]?.baseline ?? 0) - (one[0]?.baseline ?? 0);

/** Points; infinite where too few rows of one line follow each other. */
function leastPitch(intervals: readonly Interval[]): number {
  const pitches = intervals.slice(1).flatMap(({ lines }, at) => {
    const before = intervals[at]?.lines ?? [];
    return lines.length === 1 && before.length === 1 ? [pitchOf([...before, ...lines])] : [];
  });
  return pitches.length < SINGLE_ROWS_LEAST ? Infinity : ROW_PITCH_SHARE * median(pitches);
}
