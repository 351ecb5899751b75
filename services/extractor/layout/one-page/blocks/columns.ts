/** Says how far the lines of a column may run: to its edges, or to what stands beside them in it. */

import type { Rectangle } from '../../page/content.ts';
import { around, median, sharedHeight } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';

/** Text is justified where at least this share of its lines end this close to the right edge. */
const JUSTIFIED_EM = 0.3;
const JUSTIFIED_SHARE = 0.5;
/** Where each line is a paragraph, fewer lines than this end alike by chance. */
const USUAL_LINES_MIN = 4;

export interface Column {
  left: number;
  right: number;
  /** Where most of its lines end, even if some run on; otherwise its right edge. */
  usualRight: number;
  /** Whether most of its lines end at its right edge, so that a shorter line is the last of its paragraph. */
  justified: boolean;
}

/** Returns the column of each line. Lines beside the same obstacle share a column. */
export function columnsOf(lines: readonly Line[], obstacles: readonly Rectangle[]): Column[] {
  const whole = columnOf(lines);
  const extent = around(lines);
  const near = obstacles.filter(obstacle => sharedHeight(obstacle, extent) > 0);
  if (near.length === 0) return lines.map(() => whole);
  const beside = lines.map(line => obstaclesBeside(line, near));
  const parts = new Map(
    [...Map.groupBy(lines.keys(), at => beside[at])].map(([key, places]) => [
      key,
      columnOf([...places].flatMap(at => lines[at] ?? [])),
    ]),
  );
  return lines.map((_, at) => parts.get(beside[at]) ?? whole);
}

function columnOf(lines: readonly Line[]): Column {
  const { left, right } = around(lines);
  const endsAt = (edge: number) =>
    lines.filter(line => Math.abs(edge - line.right) < JUSTIFIED_EM * line.size).length;
  const areMost = (full: number, least: number) => full >= Math.max(least, JUSTIFIED_SHARE * lines.length);
  const middle = median(lines.map(line => line.right));
  return {
    left,
    right,
    usualRight: areMost(endsAt(middle), USUAL_LINES_MIN) ? middle : right,
    justified: areMost(endsAt(right), 2),
  };
}

function obstaclesBeside(line: Line, obstacles: readonly Rectangle[]): string {
  return obstacles.flatMap((obstacle, at) => (sharedHeight(line, obstacle) > 0 ? [at] : [])).join();
}
