/** Which lines stand right below and right above which: what may go on in what. */
import { sharedWidth } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';

/** How far below a line its neighbour may begin to be looked at. */
const REACH_EM = 2.2;
/** Baselines closer than this are one row. */
const SAME_ROW_EM = 0.5;
/** Part of the narrower line that must lie above or below the other. */
const OVERLAP_SHARE = 0.3;
/** A line that lies over this much of the next one is what stands above it. */
const COVER_SHARE = 0.7;
/** First lines stand in by less. */
export const FIRST_INDENT_EM = 3;

export type LinesBelow = Map<Line, Line[]>;

/** For each line the lines right below it that it overlaps: more than one at the edge of columns and tables. */
export function linesBelow(lines: readonly Line[]): LinesBelow {
  const sorted = [...lines].sort((one, other) => one.baseline - other.baseline);
  const below: LinesBelow = new Map();
  sorted.forEach((upper, at) => {
    const found: Line[] = [];
    for (let next = at + 1; next < sorted.length; next++) {
      const lower = sorted[next] as Line;
      if (lower.top - upper.bottom > REACH_EM * upper.size) break;
      if (!isBelow(upper, lower)) continue;
      if (found.length > 0 && lower.baseline - (found[0] as Line).baseline > SAME_ROW_EM * lower.size) break;
      found.push(lower);
    }
    below.set(upper, found);
  });
  return below;
}

function isBelow(upper: Line, lower: Line): boolean {
  const narrower = Math.min(upper.right - upper.left, lower.right - lower.left);
  return (
    lower.baseline - upper.baseline > SAME_ROW_EM * Math.min(upper.size, lower.size) &&
    (sharedWidth(upper, lower) > OVERLAP_SHARE * narrower || isLastWord(upper, lower))
  );
}

/** The last word of a paragraph may be shorter than the indent of the line above it. */
function isLastWord(upper: Line, lower: Line): boolean {
  const indent = upper.left - lower.left;
  return (
    /\p{L}/u.test(lower.text) &&
    indent > 0 &&
    indent < FIRST_INDENT_EM * upper.size &&
    upper.size === lower.size &&
    upper.fontName === lower.fontName &&
    upper.items.at(-1)?.index === lower.index - 1
  );
}

/** For each line the one that stands right above it, if only one does; one that covers it hides what lies above that. */
export function onlyAbove(below: LinesBelow): Map<Line, Line> {
  const uppers = new Map<Line, Line[]>();
  for (const [upper, lowers] of below) {
    for (const lower of lowers) {
      const above = uppers.get(lower);
      if (above === undefined) uppers.set(lower, [upper]);
      else above.push(upper);
    }
  }
  return new Map(
    [...uppers].flatMap(([lower, above]): [Line, Line][] => {
      const nearest = above.reduce((one, other) => (other.baseline > one.baseline ? other : one));
      const covers = sharedWidth(nearest, lower) > COVER_SHARE * (lower.right - lower.left);
      const level = nearest.baseline - SAME_ROW_EM * lower.size;
      const right = covers ? above.filter(line => line.baseline > level) : above;
      return right.length === 1 ? [[lower, nearest]] : [];
    }),
  );
}
