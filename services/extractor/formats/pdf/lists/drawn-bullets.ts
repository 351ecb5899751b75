/** Bullets that are drawn, not set: browsers and slide programs paint a small disc, square or picture. */
import { contains, heightOf, middleY } from '../geometry.ts';
import { type Line, lineOf } from '../lines/line.ts';
import type { PageContent, Rectangle, Rule } from '../page.ts';
import { LISTS } from './thresholds.ts';

const BULLET = '•';
/** Bullets of one list are as wide as each other but for this share: icons differ a little. */
const LIKENESS = 0.5;

/** The lines, those beside a drawn bullet with a bullet in front. */
export function withDrawnBullets(
  lines: readonly Line[],
  page: PageContent,
  figures: readonly Rectangle[],
): Line[] {
  const shapes = [...page.shadings, ...page.curves, ...page.pictures].filter(
    shape =>
      isBulletShaped(shape) &&
      !figures.some(figure => contains(figure, shape, 0)) &&
      !page.rules.some(rule => isCorner(shape, rule)),
  );
  const bullets = new Map<Line, Rectangle>();
  for (const line of shapes.length === 0 ? [] : lines) {
    const shape = shapes.find(candidate => isBulletOf(candidate, line));
    if (shape !== undefined) bullets.set(line, shape);
  }
  const all = [...bullets];
  const isRepeated = (line: Line, shape: Rectangle) =>
    all.some(([other, its]) => other !== line && other.size === line.size && isAlike(its, shape));
  return lines.map(line => {
    const shape = bullets.get(line);
    return shape === undefined || !isRepeated(line, shape) ? line : marked(line, shape);
  });
}

/** One sign before one line is an ornament or a logo: items have others beside them. */
const isAlike = (one: Rectangle, other: Rectangle): boolean =>
  Math.abs(one.right - one.left - other.right + other.left) < LIKENESS * (one.right - one.left);

function isBulletShaped({ left, right, top, bottom }: Rectangle): boolean {
  const [width, height] = [right - left, bottom - top];
  const { bulletMin, bulletMax, bulletAspectMax } = LISTS;
  return (
    Math.min(width, height) >= bulletMin &&
    Math.max(width, height) <= bulletMax &&
    Math.max(width, height) <= bulletAspectMax * Math.min(width, height)
  );
}

/** The rounded corner of a frame: a longer line begins or ends at it. */
function isCorner({ left, top, right, bottom }: Rectangle, rule: Rule): boolean {
  const { bulletMax, cornerSlack: slack } = LISTS;
  if (rule.end - rule.start < bulletMax) return false;
  const [near, far, from, to] =
    rule.orientation === 'vertical' ? [left, right, top, bottom] : [top, bottom, left, right];
  if (rule.position < near - slack || rule.position > far + slack) return false;
  return [rule.start, rule.end].some(end => end > from - slack && end < to + slack);
}

function isBulletOf(shape: Rectangle, line: Line): boolean {
  const gap = line.left - shape.right;
  const middle = middleY(shape);
  const height = heightOf(shape);
  return (
    gap >= 0 &&
    gap <= LISTS.bulletGapEm * line.size &&
    height <= LISTS.bulletHeightEm * line.size &&
    middle < line.baseline &&
    middle > line.baseline - LISTS.bulletRiseEm * line.size
  );
}

function marked(line: Line, shape: Rectangle): Line {
  const [first] = line.items;
  if (first === undefined) return line;
  const bullet = { ...first, text: BULLET, left: shape.left, width: shape.right - shape.left };
  return lineOf([bullet, { ...first, spaceBefore: true, index: first.index }, ...line.items.slice(1)]);
}
