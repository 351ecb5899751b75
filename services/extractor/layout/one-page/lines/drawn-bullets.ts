/** Finds bullets that are drawn, not set as text: browsers and slide programs paint a small disc, square or picture. */

import type { PageContent, Rectangle, Rule } from '../../page/content.ts';
import type { Figure } from '../../page/draft.ts';
import { areaOf, contains, heightOf, middleY } from '../../page/geometry.ts';
import { type Line, lineOf } from '../../page/line.ts';
import { isSameSize } from '../../page/sizes.ts';

/** In points: drawn bullets are at least and at most this wide and high, and about as wide as high … */
const BULLET_MIN = 0.8;
const BULLET_MAX = 14;
/** … on pages whose shorter side is no longer than this: posters from A2 on set type, and bullets, at 20 to 30 points. */
const USUAL_SIDE = 1000;
const BULLET_ASPECT_MAX = 1.6;
/** In points: tolerance for the corner of a frame to touch its lines. */
const CORNER_SLACK = 1.5;
/** A drawn bullet is at most this far before its text, its middle at most this far above the baseline. */
const BULLET_GAP_EM = 2.5;
const BULLET_RISE_EM = 0.75;
/** Largest height of a drawn bullet; pictures of bullets have a rim. */
const BULLET_HEIGHT_EM = 1.3;
/** Least height of a drawn bullet. */
const BULLET_HEIGHT_MIN_EM = 0.12;

/**
 * A photograph over more of the page than this is the background of its text, lists and all; a drawing of that size is
 * a map with its symbols.
 */
const BACKGROUND_SHARE = 0.6;

const BULLET = '•';
/** Widths of the bullets of one list differ by less than this share: icons differ a little. */
const LIKENESS = 0.5;

/** Returns the lines, with a bullet in front of those that stand beside a drawn one. */
export function withDrawnBullets(
  lines: readonly Line[],
  page: PageContent,
  figures: readonly Figure[],
): Line[] {
  const backgroundArea = BACKGROUND_SHARE * page.width * page.height;
  const drawings = figures.filter(figure => figure.picture === null || areaOf(figure) <= backgroundArea);
  const scale = Math.max(1, Math.min(page.width, page.height) / USUAL_SIDE);
  const shapes = [...page.shadings, ...page.curves, ...page.pictures, ...(page.dots ?? [])].filter(
    shape =>
      isBulletShaped(shape, BULLET_MAX * scale) &&
      !drawings.some(figure => contains(figure, shape, 0)) &&
      !page.rules.some(rule => isCorner(shape, rule)),
  );
  const bullets = new Map<Line, Rectangle>();
  for (const line of shapes.length === 0 ? [] : lines) {
    const shape = shapes.find(candidate => isBulletOf(candidate, line));
    if (shape !== undefined) bullets.set(line, shape);
  }
  const all = [...bullets];
  const isRepeated = (line: Line, shape: Rectangle) =>
    all.some(([other, its]) => other !== line && isSetAlike(other, line) && isAlike(its, shape));
  return lines.map(line => {
    const shape = bullets.get(line);
    return shape === undefined || !isRepeated(line, shape) ? line : marked(line, shape);
  });
}

/**
 * Whether two lines, or their first words, have the same size. A line that is mostly code has the size of the code,
 * which web pages set smaller.
 */
function isSetAlike(one: Line, other: Line): boolean {
  const [first, second] = [one.items[0], other.items[0]];
  return isSameSize(one, other) || (first !== undefined && second !== undefined && isSameSize(first, second));
}

/**
 * Whether two shapes are about equally wide. A single symbol before a single line is an ornament or a logo; items have
 * others beside them.
 */
const isAlike = (one: Rectangle, other: Rectangle): boolean =>
  Math.abs(one.right - one.left - other.right + other.left) < LIKENESS * (one.right - one.left);

function isBulletShaped({ left, right, top, bottom }: Rectangle, sideMax: number): boolean {
  const [width, height] = [right - left, bottom - top];
  return (
    Math.min(width, height) >= BULLET_MIN &&
    Math.max(width, height) <= sideMax &&
    Math.max(width, height) <= BULLET_ASPECT_MAX * Math.min(width, height)
  );
}

/** Whether a shape is the rounded corner of a frame: a longer line begins or ends at it. */
function isCorner({ left, top, right, bottom }: Rectangle, rule: Rule): boolean {
  if (rule.end - rule.start < BULLET_MAX) return false;
  const [near, far, from, to] =
    rule.orientation === 'vertical' ? [left, right, top, bottom] : [top, bottom, left, right];
  if (rule.position < near - CORNER_SLACK || rule.position > far + CORNER_SLACK) return false;
  return [rule.start, rule.end].some(end => end > from - CORNER_SLACK && end < to + CORNER_SLACK);
}

function isBulletOf(shape: Rectangle, line: Line): boolean {
  const gap = line.left - shape.right;
  const middle = middleY(shape);
  const height = heightOf(shape);
  return (
    gap >= 0 &&
    gap <= BULLET_GAP_EM * line.size &&
    height <= BULLET_HEIGHT_EM * line.size &&
    height >= BULLET_HEIGHT_MIN_EM * line.size &&
    middle < line.baseline &&
    middle > line.baseline - BULLET_RISE_EM * line.size
  );
}

function marked(line: Line, shape: Rectangle): Line {
  const [first] = line.items;
  if (first === undefined) return line;
  // Program text has no drawn bullets: one before it shows that the line is an item.
  const font = { ...first.font, monospace: false };
  const bullet = { ...first, font, text: BULLET, left: shape.left, width: shape.right - shape.left };
  return lineOf([bullet, { ...first, spaceBefore: true, index: first.index }, ...line.items.slice(1)]);
}
