/** Finds which lines stand directly below and above which: the candidates for continuing a block. */
import { sharedWidth } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';

/** A line's neighbour begins at most this far below it. */
const REACH_EM = 2.2;
/** Lines whose baselines are closer than this share a row. */
const SAME_ROW_EM = 0.5;
/** At least this share of the narrower line must lie above or below the other. */
const OVERLAP_SHARE = 0.3;
/** A line that covers at least this share of the next one is what stands above it. */
const COVER_SHARE = 0.7;
/** The first line of a paragraph is indented by less than this. */
export const FIRST_INDENT_EM = 3;

export type LinesBelow = Map<Line, Line[]>;

/** Returns for each line the lines directly below that it overlaps; at the edges of columns and tables there are several. */
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

/** Whether a line is the last word of a paragraph, which may be shorter than the indent of the line above. */
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

/**
 * Returns for each line the one that stands directly above it, if there is only one. A line that covers it hides what
 * stands above that.
 */
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
