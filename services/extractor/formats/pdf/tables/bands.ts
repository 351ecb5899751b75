/** Tables between rules of equal extent, whose columns only the text (or the joints of the rules) tells. */

import { median } from '../geometry.ts';
import type { PageContent, Rectangle, Rule } from '../page.ts';
import { assemble } from './assemble.ts';
import { type Band, type Interval, splitGroup } from './band-split.ts';
import { edgesFromGaps, joinComplements, type Segment, segmentsOf } from './columns.ts';
import type { Draft } from './draft.ts';
import type { Edge } from './edges.ts';
import { clusterPositions, coverage } from './grid.ts';
import { mergeHead } from './head.ts';
import { withHeadAbove } from './head-above.ts';
import { headedGaps, leafLine } from './head-columns.ts';
import { draftList } from './lists.ts';
import { mergeRows } from './row-merge.ts';
import { joinAcross, rowSeams, splitAtSeams } from './row-seams.ts';
import { withoutSignColumns } from './sign-columns.ts';
import { type TableLine, toTableLine } from './table-lines.ts';
import {
  BORDER_SHARE,
  CELL_GAP_EM,
  CELL_GAP_RULED_EM,
  COLUMN_EDGE_PT,
  CROSSING_JOINTS_SHARE,
  EDGE_EXTENT_PT,
  HEAD_LINES,
  JOINT_SHARE,
  LEADER_GAP_EM,
  LEADER_SHARE,
  ROW_EDGE_PT,
  WIDE_RULE_SHARE,
} from './thresholds.ts';
import type { Word } from './words.ts';

export interface BandDraft {
  draft: Draft;
  headRows: number;
  band: Band;
  /** Whether the drawing itself told the columns. */
  joined: boolean;
}

/** `groups` are edges of equal extent, two or more each; `taken` are the regions of tables found before: no band runs through one. */
export function findBands(
  page: PageContent,
  groups: readonly Edge[][],
  words: readonly Word[],
  taken: readonly Rectangle[],
): BandDraft[] {
  return groups
    .filter(group => !areLeaders(group, words))
    .flatMap(group => splitGroup(group, words, taken))
    .map(band => withHeadAbove(band, page.rules, words))
    .flatMap(band => draftBand({ ...band, framed: isFramed(band, page) }, page.rules) ?? []);
}

/** Lines at the height of a text that ends where they begin: they lead the eye from a title to its page. */
function areLeaders(group: readonly Edge[], words: readonly Word[]): boolean {
  const leading = group.filter(({ y, left, drawn }) =>
    words.some(
      word =>
        drawn &&
        y > word.baseline - 0.5 * word.size &&
        y < word.bottom &&
        word.right <= left + 1 &&
        left - word.right <= LEADER_GAP_EM * word.size,
    ),
  );
  return leading.length >= LEADER_SHARE * group.length;
}

function isFramed({ left, right, intervals }: Band, page: PageContent): boolean {
  const [top, bottom] = [intervals[0]?.top.y ?? 0, intervals.at(-1)?.bottom.y ?? 0];
  return [left, right].every(x => {
    const side = page.rules.filter(
      rule => rule.orientation === 'vertical' && Math.abs(rule.position - x) <= EDGE_EXTENT_PT,
    );
    return coverage(side, top, bottom) > BORDER_SHARE;
  });
}

/** Rules inside the band that do not run across it. */
function partialRules({ left, right, intervals }: Band, rules: readonly Rule[]): Rule[] {
  const [top, bottom] = [intervals[0]?.top.y ?? 0, intervals.at(-1)?.bottom.y ?? 0];
  return rules.filter(
    ({ orientation, position, start, end }) =>
      orientation === 'horizontal' &&
      position > top + ROW_EDGE_PT &&
      position < bottom - ROW_EDGE_PT &&
      start >= left - EDGE_EXTENT_PT &&
      end <= right + EDGE_EXTENT_PT &&
      end - start < WIDE_RULE_SHARE * (right - left),
  );
}

function draftBand(whole: Band, rules: readonly Rule[]): BandDraft | null {
  const inner = partialRules(whole, rules);
  const seams = rowSeams(whole, inner);
  const band = splitAtSeams(whole, seams);
  const lines = band.intervals.flatMap(interval => interval.lines);
  const joints = jointEdges(band, lines.flat());
  const { xs, leaves } = joints
    ? { xs: withoutSignColumns(joints, lines), leaves: new Map<Word[], readonly Segment[]>() }
    : textColumns(band, lines);
  if (xs.length < 3) return draftList(band);
  const toLine = (line: Word[]) => {
    const labels = leaves.get(line);
    return labels?.length ? leafLine(labels, xs) : toTableLine(line, xs);
  };
  const [first, ...rest] = band.intervals.filter(interval => interval.lines.length > 0);
  if (!first) return null;
  // A shaded strip alone is the head of what stands below it.
  const hasHead = first.lines.length <= HEAD_LINES && (rest.length > 0 || !first.top.drawn);
  const head = hasHead ? mergeHead(first.lines.map(toLine), xs, inner) : [];
  const body = (hasHead ? rest : [first, ...rest]).map(interval => ({
    interval,
    rows: intervalRows(interval, rest, toLine),
  }));
  const [top, bottom] = [band.intervals[0]?.top.y ?? 0, band.intervals.at(-1)?.bottom.y ?? 0];
  const drawn = assemble({ kind: 'band', xs, head, body: body.flatMap(({ rows }) => rows), top, bottom });
  let row = head.length;
  const parted = [...(hasHead ? [{ interval: first, rows: head }] : []), ...body].flatMap(
    ({ interval, rows }, i) => {
      if (i > 0 || !hasHead) row += rows.length;
      const seam = seams.find(({ edge }) => edge === interval.bottom);
      return seam ? [{ row, seam }] : [];
    },
  );
  const draft = joinAcross(drawn, parted);
  return { draft, headRows: head.length, band, joined: joints !== null };
}

/** Where rules part nearly every row, what lies between two of them is one row. */
function intervalRows(
  interval: Interval,
  all: readonly Interval[],
  toLine: (line: Word[]) => TableLine,
): TableLine[][] {
  const lines = interval.lines.map(toLine);
  const ruledRows = all.length >= 3 && median(all.map(other => other.lines.length)) <= 1;
  const columns = new Set(lines.flatMap(line => line.slots.map(slot => slot.column))).size;
  const full = lines.filter(line => line.slots.length >= Math.max(2, 0.6 * columns)).length;
  if (ruledRows && full <= 1) return [lines];
  return mergeRows(lines);
}

/** Column edges from the joints of the edges, where enough of them agree and no text runs across. */
function jointEdges(band: Band, words: readonly Word[]): number[] | null {
  const edges = [...new Set(band.intervals.flatMap(interval => [interval.top, interval.bottom]))].filter(
    e => e.joints.length > 0,
  );
  const all = edges.flatMap(edge => clusterPositions(edge.joints, COLUMN_EDGE_PT));
  const inner = clusterPositions(all, COLUMN_EDGE_PT).filter(
    x => all.filter(joint => Math.abs(joint - x) <= COLUMN_EDGE_PT).length >= JOINT_SHARE * edges.length,
  );
  if (inner.length === 0) return null;
  const crossing = words.filter(word => inner.some(x => word.left < x - 2 && word.right > x + 2)).length;
  if (crossing > CROSSING_JOINTS_SHARE * words.length) return null;
  return [band.left, ...inner, band.right];
}

interface Columns {
  xs: number[];
  /** Lines of the head with one label for each column. */
  leaves: Map<Word[], readonly Segment[]>;
}

function textColumns(band: Band, lines: readonly Word[][]): Columns {
  const head = band.intervals.length > 1 ? (band.intervals[0]?.lines.length ?? 0) : 0;
  const cuts = [CELL_GAP_EM, CELL_GAP_RULED_EM].map(gapEm => {
    const rows = lines.map(line => segmentsOf(line, gapEm));
    return { rows, ...headedGaps(rows, head, band.right - band.left) };
  });
  const [best] = cuts.sort((a, b) => b.gaps.length - a.gaps.length);
  const all = edgesFromGaps(band.left, band.right, best?.gaps ?? []);
  const xs = withoutSignColumns(joinComplements(all, lines), lines);
  // Where columns were put together, the labels are not theirs one by one.
  const leaves = xs.length === all.length ? [...(best?.leaves ?? [])] : [];
  return {
    xs,
    leaves: new Map(leaves.flatMap(([i, labels]) => (lines[i] ? [[lines[i], labels] as const] : []))),
  };
}
