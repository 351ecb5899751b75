/** Finds the drawings and pictures of a page. Text inside them is no heading, paragraph or table. */

import type { PageContent, Rectangle, Rule } from '../../page/content.ts';
import type { Figure } from '../../page/draft.ts';
import { areaOf, areNear, around, sharedHeight, sharedWidth } from '../../page/geometry.ts';
import { isBackground } from './backgrounds.ts';
import { findBars } from './bars.ts';

/** In points: smaller pictures are icons, rules and bullets. */
const PICTURE_MINIMUM = { width: 60, height: 40 };
/** In points: parts of one drawing are at most this far from each other. */
const DRAWING_GAP_PT = 14;
/** In points: a smaller drawing is a mark, a bullet or an underline. */
const DRAWING_MINIMUM_PT = 60;
/** At least this many lines of equal width across a chart are its grid. */
const GRID_LINES_MINIMUM = 3;
/** Most curves examined; a map has more, and is one figure all the same. */
const CURVES_CEILING = 5_000;

/** Returns figure regions from top to bottom. */
export function findFigures(page: PageContent): Figure[] {
  const pictures = page.pictures.flatMap((box, picture): Figure[] =>
    box.right - box.left >= PICTURE_MINIMUM.width && box.bottom - box.top >= PICTURE_MINIMUM.height
      ? [{ left: box.left, top: box.top, right: box.right, bottom: box.bottom, picture }]
      : [],
  );
  const charts = findBars(page.shadings, page.items).map(
    (box): Figure => ({ ...withGridLines(box, page.rules), picture: null }),
  );
  const drawings = clusters(page.curves.slice(0, CURVES_CEILING))
    .filter(
      ({ count, box }) =>
        count >= 2 &&
        box.right - box.left >= DRAWING_MINIMUM_PT &&
        box.bottom - box.top >= DRAWING_MINIMUM_PT &&
        !isBackground(box, page),
    )
    .map(({ box }): Figure => ({ ...box, picture: null }));
  return [...pictures, ...drawings, ...charts].sort((a, b) => a.top - b.top || a.left - b.left);
}

/** Extends a chart to its grid: horizontal lines, one above the other, against which its values are read. */
function withGridLines(chart: Rectangle, rules: readonly Rule[]): Rectangle {
  const across = rules.filter(
    rule =>
      rule.orientation === 'horizontal' &&
      rule.start <= chart.left &&
      rule.end >= chart.right &&
      rule.position > chart.top - DRAWING_GAP_PT &&
      rule.position < chart.bottom + DRAWING_GAP_PT,
  );
  const extent = ({ start, end }: Rule) => `${Math.round(start)}-${Math.round(end)}`;
  const lines = [...Map.groupBy(across, extent).values()].find(group => group.length >= GRID_LINES_MINIMUM);
  return (lines ?? []).reduce(
    (box, { start, end, position }) =>
      around([box, { left: start, right: end, top: position, bottom: position }]),
    chart,
  );
}

interface Cluster {
  box: Rectangle;
  count: number;
}

/** Merges boxes that lie within DRAWING_GAP_PT of each other, sweeping from top to bottom. */
function clusters(boxes: readonly Rectangle[]): Cluster[] {
  let open: Cluster[] = [];
  const closed: Cluster[] = [];
  for (const box of [...boxes].sort((a, b) => a.top - b.top)) {
    closed.push(...open.filter(cluster => cluster.box.bottom < box.top - DRAWING_GAP_PT));
    open = open.filter(cluster => cluster.box.bottom >= box.top - DRAWING_GAP_PT);
    const near = open.filter(cluster => areNear(cluster.box, box, DRAWING_GAP_PT));
    const joined = near.reduce(
      (sum, cluster) => ({ box: around([sum.box, cluster.box]), count: sum.count + cluster.count }),
      {
        box: { left: box.left, top: box.top, right: box.right, bottom: box.bottom },
        count: 1,
      },
    );
    open = [...open.filter(cluster => !near.includes(cluster)), joined];
  }
  return [...closed, ...open];
}

/** Returns the share of `a` that lies in `b`. */
export function overlapShare(a: Rectangle, b: Rectangle): number {
  const [width, height, area] = [sharedWidth(a, b), sharedHeight(a, b), areaOf(a)];
  return width > 0 && height > 0 && area > 0 ? (width * height) / area : 0;
}
