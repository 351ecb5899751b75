/** Boxes set into or beside the running text: tips, side bars, pull quotes. What stands in one is read as a whole. */

import type { Rectangle } from '../../page/content.ts';
import type { Frame } from '../../page/draft.ts';
import { areaOf, holdsCentre, middleY } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { BOXES } from './thresholds.ts';

export interface SideBox extends Rectangle {
  lines: Line[];
}

/** The boxes that hold lines of a page, with their lines; a line belongs to the smallest box around it. */
export function sideBoxesOf(
  frames: readonly Frame[],
  lines: readonly Line[],
  page: { width: number; height: number },
): SideBox[] {
  const characters = sum(lines);
  const accepted = frames.filter(frame => {
    const inside = lines.filter(line => holdsCentre(frame, line));
    return (
      areaOf(frame) < BOXES.pageShareMax * page.width * page.height &&
      sum(inside) <= BOXES.textShareMax * characters &&
      inside.length >= BOXES.linesMin &&
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

/** A marked passage is painted as high as its lines; a box leaves room around them. */
function isPadded(frame: Rectangle, inside: readonly Line[]): boolean {
  const top = Math.min(...inside.map(line => line.top));
  const bottom = Math.max(...inside.map(line => line.bottom));
  const left = Math.min(...inside.map(line => line.left));
  const room = top - frame.top + (frame.bottom - bottom);
  const size = inside[0]?.size ?? 0;
  return room > BOXES.paddingEm * size && left - frame.left > BOXES.sidePaddingEm * size;
}

/** Lines of text stand right beside it, at the height of its own. */
function isRunAround(frame: Rectangle, lines: readonly Line[], inside: readonly Line[]): boolean {
  const beside = lines.filter(line => {
    const level = middleY(line);
    const gap = Math.max(frame.left - line.right, line.left - frame.right);
    return level > frame.top && level < frame.bottom && gap > 0 && gap < BOXES.besideEm * line.size;
  });
  return beside.length >= BOXES.besideMin && inside.length >= BOXES.besideMin;
}

/** Text that runs across a box's edge is marked by it, not boxed. */
function isCrossed(frame: Rectangle, line: Line): boolean {
  const level = middleY(line);
  if (level < frame.top || level > frame.bottom) return false;
  const slack = BOXES.crossingEm * line.size;
  const isPartlyInside = line.right > frame.left + slack && line.left < frame.right - slack;
  return isPartlyInside && (line.left < frame.left - slack || line.right > frame.right + slack);
}
