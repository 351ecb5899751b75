/**
 * Splits boxes that hold a figure and below it that of the next row; the line detector merges them in a column of
 * single figures.
 */
import { heightOf } from './boxes.ts';
import type { Box } from './engine.ts';
import { median } from './median.ts';

/** A stack is at least this many times as high as most lines, and at most this many times as wide as high. */
const STACKED_LINES = 1.6;
const WIDEST_SHAPE = 1;
/** The height of its figures, in the page's letter heights, and the greatest ratio between them. */
const FIGURE = { lowest: 0.75, highest: 1.9 };
const MOST_TIMES_HIGHER = 1.25;

interface Row {
  top: number;
  bottom: number;
}

/** The lines with a box for each row of a stack; any other line stays the same object. `letterHeight`: in pixels. */
export function unstacked<L extends Box>(
  lines: readonly L[],
  components: readonly Box[],
  letterHeight: number,
): L[] {
  const least = STACKED_LINES * median(lines.map(heightOf));
  return lines.flatMap(line => {
    const [width, height] = [line.right - line.left, line.bottom - line.top];
    if (height < least || width > WIDEST_SHAPE * height) return [line];
    const rows = rowsOf(components.filter(piece => isInside(piece, line)));
    return isStack(rows, letterHeight) ? rowBoxes(line, rows) : [line];
  });
}

const isInside = (piece: Box, line: Box): boolean =>
  piece.left >= line.left &&
  piece.right <= line.right &&
  piece.top >= line.top &&
  piece.bottom <= line.bottom;

/** From top to bottom; pieces whose heights overlap belong to one row. */
function rowsOf(pieces: readonly Box[]): Row[] {
  const rows: Row[] = [];
  for (const { top, bottom } of [...pieces].sort((a, b) => a.top - b.top)) {
    const last = rows.at(-1);
    if (last !== undefined && top < last.bottom) last.bottom = Math.max(last.bottom, bottom);
    else rows.push({ top, bottom });
  }
  return rows;
}

function isStack(rows: readonly Row[], letterHeight: number): boolean {
  const heights = rows.map(({ top, bottom }) => bottom - top);
  const [lowest, highest] = [Math.min(...heights), Math.max(...heights)];
  return (
    rows.length > 1 &&
    lowest >= FIGURE.lowest * letterHeight &&
    highest <= FIGURE.highest * letterHeight &&
    highest <= MOST_TIMES_HIGHER * lowest
  );
}

/** Each box extends half of the way to its neighbours. */
const rowBoxes = <L extends Box>(line: L, rows: readonly Row[]): L[] =>
  rows.map(({ top, bottom }, at) => {
    const [before, after] = [rows[at - 1], rows[at + 1]];
    return {
      ...line,
      top: before === undefined ? line.top : (before.bottom + top) / 2,
      bottom: after === undefined ? line.bottom : (bottom + after.top) / 2,
    };
  });
