/** Finds boxes within or beside the running text: tips, side bars, pull quotes. The contents of each are read as a whole. */

import type { Rectangle } from '../../page/content.ts';
import type { Frame } from '../../page/draft.ts';
import { areaOf, holdsCentre, middleY } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';

/** A rectangle that covers more of the page, or contains more of its text, is its background. */
const PAGE_SHARE_MAX = 0.7;
const TEXT_SHARE_MAX = 0.7;
const LINES_MIN = 1;
/** Least room around the text of a box: above and below together, and at the left. A marked passage has none. */
const PADDING_EM = 0.5;
const SIDE_PADDING_EM = 0.1;
/** At least this many lines of text that runs around a box stand this close to it. */
const BESIDE_EM = 4;
const BESIDE_MIN = 2;
/** A line may stick out of its box by this much. */
const CROSSING_EM = 0.5;

export interface SideBox extends Rectangle {
  lines: Line[];
}

/** Returns the boxes that contain lines of a page, with those lines. A line belongs to the smallest box around it. */
export function sideBoxesOf(
  frames: readonly Frame[],
  lines: readonly Line[],
  page: { width: number; height: number },
): SideBox[] {
  const characters = sum(lines);
  const accepted = frames.filter(frame => {
    const inside = lines.filter(line => holdsCentre(frame, line));
    return (
      areaOf(frame) < PAGE_SHARE_MAX * page.width * page.height &&
      sum(inside) <= TEXT_SHARE_MAX * characters &&
      inside.length >= LINES_MIN &&
      (frame.open ? isRunAround(frame, lines, inside) : isPadded(frame, inside)) &&
      !lines.some(line => isCrossed(frame, line))
    );
  });
  const byBox = Map.groupBy(lines, line => accepted.findLast(frame => holdsCentre(frame, line)));
  return accepted.flatMap(frame => {
    const inside = byBox.get(frame);
    return inside === undefined ? [] : [{ ...frame, lines: inside }];
  });
}

const sum = (lines: readonly Line[]): number => lines.reduce((total, line) => total + line.characters, 0);

/** Whether a box leaves room around its lines; a marked passage is painted exactly as high as its lines. */
function isPadded(frame: Rectangle, inside: readonly Line[]): boolean {
  const top = Math.min(...inside.map(line => line.top));
  const bottom = Math.max(...inside.map(line => line.bottom));
  const left = Math.min(...inside.map(line => line.left));
  const room = top - frame.top + (frame.bottom - bottom);
  const size = inside[0]?.size ?? 0;
  return room > PADDING_EM * size && left - frame.left > SIDE_PADDING_EM * size;
}

/** Whether lines of text stand directly beside the box, at the height of its own lines. */
function isRunAround(frame: Rectangle, lines: readonly Line[], inside: readonly Line[]): boolean {
  const beside = lines.filter(line => {
    const level = middleY(line);
    const gap = Math.max(frame.left - line.right, line.left - frame.right);
    return level > frame.top && level < frame.bottom && gap > 0 && gap < BESIDE_EM * line.size;
  });
  return beside.length >= BESIDE_MIN && inside.length >= BESIDE_MIN;
}

/** Whether a line crosses the box's edge: then the rectangle marks text and is no box. */
function isCrossed(frame: Rectangle, line: Line): boolean {
  const level = middleY(line);
  if (level < frame.top || level > frame.bottom) return false;
  const slack = CROSSING_EM * line.size;
  const isPartlyInside = line.right > frame.left + slack && line.left < frame.right - slack;
  return isPartlyInside && (line.left < frame.left - slack || line.right > frame.right + slack);
}
