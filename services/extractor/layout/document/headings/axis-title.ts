/** Finds the titles of chart axes: short, centred directly below the row of numbers that mark the axis. */
import type { FlowText } from '../../page/flow.ts';

/** Numbers, years and months with their signs, as they stand at the ticks of an axis. */
const TICK = /^[-−–+]?[$€£]?\p{N}[\p{N}.,:/]*(?:%|[kKMG]|st|nd|rd|th)?$/u;
const TICKS_MIN = 3;
/** A title is at most this far below the ticks, … */
const BELOW_EM = 2.5;
/** … and its middle at most this share of their width from theirs. */
const MIDDLE_SHARE = 0.15;
const ROW_EM = 0.5;

interface TickRow {
  baseline: number;
  left: number;
  right: number;
}

/** Returns the pieces of one page that name an axis. */
export function axisTitlesOf(pieces: readonly FlowText[]): Set<FlowText> {
  const rows = tickRowsOf(pieces);
  if (rows.length === 0) return new Set();
  return new Set(pieces.filter(piece => rows.some(row => isTitleOf(piece, row))));
}

function tickRowsOf(pieces: readonly FlowText[]): TickRow[] {
  const ticks = pieces
    .flatMap(({ block }) => block.lines)
    .filter(({ angle, items }) => angle === 0 && items.every(({ text }) => TICK.test(text)))
    .sort((one, other) => one.baseline - other.baseline);
  const rows: (TickRow & { count: number })[] = [];
  for (const { left, right, baseline, size, items } of ticks) {
    const row = rows.at(-1);
    if (row !== undefined && baseline - row.baseline < ROW_EM * size) {
      row.left = Math.min(row.left, left);
      row.right = Math.max(row.right, right);
      row.count += items.length;
    } else rows.push({ baseline, left, right, count: items.length });
  }
  return rows.filter(({ count }) => count >= TICKS_MIN);
}

function isTitleOf({ block }: FlowText, { baseline, left, right }: TickRow): boolean {
  const [line] = block.lines;
  if (line === undefined || block.lines.length > 1) return false;
  const below = line.baseline - baseline;
  const aside = Math.abs(line.left + line.right - left - right) / 2;
  const isInside = line.left >= left && line.right <= right;
  return below > 0 && below < BELOW_EM * line.size && isInside && aside < MIDDLE_SHARE * (right - left);
}
