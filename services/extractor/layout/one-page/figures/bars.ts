/** Finds bar charts: boxes of equal breadth at several positions whose lengths differ, as cells of a table never do. */

import type { Rectangle, Shading, TextItem } from '../../page/content.ts';
import { areaOf, around, contains, median } from '../../page/geometry.ts';

/** In points: boxes of one bar differ in position by at most this much. */
const SAME_PLACE_PT = 1;
/** In points: boxes touch when their gap or overlap is at most this. Web pages leave a hairline between cells. */
const TOUCHING_PT = 0.8;
/** Rows of a table are at most this high; boxes of a diagram with a word in each are higher. */
const ROW_HEIGHT_MAX_PT = 40;
/** Bars of one chart are equally broad within this share. */
const BREADTH_SHARE = 0.1;
/** Bars are at least this share of their breadth apart; cells touch. */
const GAP_SHARE = 0.2;
/** Bars are at most this many times their breadth apart. */
const DISTANCE_SHARE = 5;
/** Least share of bars that stand on the axis. */
const BASE_SHARE = 0.6;
/** Least number of bars in a chart; two boxes may be anything. */
const BARS_MINIMUM = 3;
/** Largest share of boxes that begin and end where a box of another bar does; in a table, all cells of a row do. */
const PAIRED_SHARE = 0.35;
/** Boxes on one axis with at least this many different lengths are bars. */
const LENGTHS_MINIMUM = 3;
/** A bar contains a label at most; a box with this many lines of text is a card of a form or an invoice. */
const CARD_LINES_MINIMUM = 2;
/** The boxes are cards where more than this share of them are. */
const CARDS_SHARE = 0.5;
/** Most filled boxes examined; a page with more is a map. */
const BOXES_CEILING = 1_000;

interface Bar {
  from: number;
  to: number;
  boxes: Span[];
}

interface Span {
  start: number;
  end: number;
}

/** Returns the bounding box of each chart's bars, from the filled boxes of a page with the text `items`. */
export function findBars(shadings: readonly Shading[], items: readonly TextItem[]): Rectangle[] {
  const boxes = seen(rowsWhole(shadings.slice(0, BOXES_CEILING)));
  const upright = chartsOf(
    boxes.map(({ left, right, top, bottom }) => ({ from: left, to: right, start: top, end: bottom })),
  ).map(chart =>
    chart.map(({ from, to, start, end }) => ({ left: from, right: to, top: start, bottom: end })),
  );
  const lying = chartsOf(
    boxes.map(({ left, right, top, bottom }) => ({ from: top, to: bottom, start: left, end: right })),
  ).map(chart =>
    chart.map(({ from, to, start, end }) => ({ left: start, right: end, top: from, bottom: to })),
  );
  return [...upright, ...lying].filter(chart => !areCards(chart, items)).map(chart => around(chart));
}

/** Whether most boxes contain several lines of text. */
function areCards(boxes: readonly Rectangle[], items: readonly TextItem[]): boolean {
  const cards = boxes.filter(box => {
    const lines = new Set<number>();
    for (const { left, width, baseline } of items) {
      const middle = left + width / 2;
      if (middle > box.left && middle < box.right && baseline > box.top && baseline < box.bottom) {
        lines.add(Math.round(baseline));
      }
    }
    return lines.size >= CARD_LINES_MINIMUM;
  });
  return cards.length > CARDS_SHARE * boxes.length;
}

/**
 * Joins touching cells of one colour in a row to one stripe, whatever their breadths: bars are not drawn in pieces side
 * by side.
 */
function rowsWhole(shadings: readonly Shading[]): Shading[] {
  const rows = Map.groupBy(
    shadings,
    ({ top, bottom, color }) => `${Math.round(top)} ${Math.round(bottom)} ${color}`,
  );
  return [...rows.values()].flatMap(row => {
    const stripes: Shading[] = [];
    for (const cell of [...row].sort((one, other) => one.left - other.left)) {
      const last = stripes.at(-1);
      const isRow = cell.bottom - cell.top <= ROW_HEIGHT_MAX_PT;
      if (last && isRow && Math.abs(cell.left - last.right) <= TOUCHING_PT) last.right = cell.right;
      else stripes.push({ ...cell });
    }
    return stripes;
  });
}

/**
 * Removes boxes that lie on a larger one of the same colour: word processors shade the lines of a text inside its
 * shaded cell.
 */
function seen(shadings: readonly Shading[]): Shading[] {
  return shadings.filter(
    shading =>
      !shadings.some(
        other =>
          other.color === shading.color &&
          contains(other, shading, SAME_PLACE_PT) &&
          areaOf(other) > areaOf(shading),
      ),
  );
}

type Box = Span & { from: number; to: number };

/** Returns the boxes of each chart. */
function chartsOf(boxes: readonly Box[]): Box[][] {
  const bars = barsOf(boxes);
  const charts: Box[][] = [];
  for (const group of byBreadth(bars).flatMap(neighbours)) {
    const isChart =
      group.length >= BARS_MINIMUM && standApart(group) && shareBase(group) && !arePaired(group);
    if (isChart)
      charts.push(group.flatMap(({ from, to, boxes }) => boxes.map(box => ({ from, to, ...box }))));
  }
  return charts;
}

function barsOf(boxes: readonly Box[]): Bar[] {
  const bars: Bar[] = [];
  for (const { from, to, start, end } of [...boxes].sort((a, b) => a.from - b.from)) {
    const bar = barAt(bars, from, to);
    if (bar) bar.boxes.push({ start, end });
    else bars.push({ from, to, boxes: [{ start, end }] });
  }
  return bars;
}

/** Returns the bar at a position. Bars are sorted by position. */
function barAt(bars: readonly Bar[], from: number, to: number): Bar | null {
  for (let at = bars.length - 1; at >= 0; at--) {
    const bar = bars[at];
    if (!bar || bar.from < from - SAME_PLACE_PT) return null;
    if (Math.abs(bar.to - to) <= SAME_PLACE_PT) return bar;
  }
  return null;
}

function byBreadth(bars: readonly Bar[]): Bar[][] {
  const groups: Bar[][] = [];
  for (const bar of bars) {
    const breadth = bar.to - bar.from;
    const group = groups.find(
      ([first]) => first && Math.abs(breadth - first.to + first.from) <= BREADTH_SHARE * breadth,
    );
    if (group) group.push(bar);
    else groups.push([bar]);
  }
  return groups;
}

/** Returns runs of bars that are at most some breadths apart. */
function neighbours(bars: readonly Bar[]): Bar[][] {
  const runs: Bar[][] = [];
  for (const bar of bars) {
    const last = runs.at(-1)?.at(-1);
    if (last && bar.from - last.to <= DISTANCE_SHARE * (bar.to - bar.from)) runs.at(-1)?.push(bar);
    else runs.push([bar]);
  }
  return runs;
}

/** Whether the bars begin, or end, on one axis. */
function shareBase(bars: readonly Bar[]): boolean {
  const starts = bars.map(bar => Math.min(...bar.boxes.map(box => box.start)));
  const ends = bars.map(bar => Math.max(...bar.boxes.map(box => box.end)));
  return [starts, ends].some(values => {
    const base = median(values);
    return (
      values.filter(value => Math.abs(value - base) <= SAME_PLACE_PT).length >= BASE_SHARE * values.length
    );
  });
}

function standApart(bars: readonly Bar[]): boolean {
  const gaps = bars.slice(1).map((bar, i) => bar.from - (bars[i]?.to ?? bar.from));
  const breadth = (bars[0]?.to ?? 0) - (bars[0]?.from ?? 0);
  return gaps.filter(gap => gap >= GAP_SHARE * breadth).length >= gaps.length / 2;
}

function arePaired(bars: readonly Bar[]): boolean {
  if (differInLength(bars)) return false;
  const spans = bars.flatMap((bar, i) => bar.boxes.map(span => ({ ...span, bar: i })));
  const paired = spans.filter(a =>
    spans.some(
      b =>
        b.bar !== a.bar &&
        Math.abs(a.start - b.start) <= SAME_PLACE_PT &&
        Math.abs(a.end - b.end) <= SAME_PLACE_PT,
    ),
  );
  return paired.length > PAIRED_SHARE * spans.length;
}

/** Whether boxes end on one line and begin at several: then they are no cells, even if some lengths are equal. */
function differInLength(bars: readonly Bar[]): boolean {
  const spans = bars.flatMap(bar => bar.boxes);
  const isBase = (end: number) => spans.every(span => span.start === end || span.end === end);
  if (spans.length !== bars.length || !spans.some(span => isBase(span.end))) return false;
  return new Set(spans.map(span => Math.round(span.start))).size >= LENGTHS_MINIMUM;
}
