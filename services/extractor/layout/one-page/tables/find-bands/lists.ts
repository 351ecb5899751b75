/**
 * Finds tables of one column: a label over lines separated by rules. Recognises forms whose second column is left to be
 * filled in.
 */

import type { Rule } from '../../../page/content.ts';
import { assemble } from '../shape/assemble.ts';
import { mergeRows } from '../shape/row-merge.ts';
import { BORDER_SHARE, coverage, rulesBetween } from '../shape/rules.ts';
import { EDGE_EXTENT_PT } from '../shape/strips.ts';
import { type TableLine, toTableLine } from '../shape/table-lines.ts';
import { areBold } from '../shape/words.ts';
import { type Band, type BandDraft, extentOfBand, type Interval } from './band-split.ts';

/** Most lines between two rules that are still one entry of a list; more are several entries. */
const LIST_CELL_LINES = 2;
/** Labels of a form end before this share of its width; the rest is left to be filled in. */
const FORM_LABEL_SHARE = 0.45;

export function draftList(band: Band, vertical: readonly Rule[]): BandDraft | null {
  const filled = band.intervals.filter(interval => interval.lines.length > 0);
  const head = filled[0];
  if (!head || filled.length < 2) return null;
  const isFilledIn = isForm(band, filled, vertical);
  const xs = isFilledIn ? [band.left, formEdge(filled), band.right] : [band.left, band.right];
  const rows = listRows(band.intervals, xs);
  if (rows.length < 3) return null;
  const isHead = isBold(head) && !filled.slice(1).every(isBold);
  const { top, bottom } = extentOfBand(band);
  const draft = assemble({
    kind: 'band',
    xs,
    head: isHead ? rows.slice(0, 1) : [],
    body: isHead ? rows.slice(1) : rows,
    top,
    bottom,
  });
  return { draft, headRows: isHead ? 1 : 0, band, joined: false };
}

/** Returns one row for each interval, or a row for each of its entries where it has many lines. */
function listRows(intervals: readonly Interval[], xs: readonly number[]): TableLine[][] {
  return intervals.flatMap(interval => {
    const lines = interval.lines.map(line => toTableLine(line, xs));
    if (lines.length === 0) return [];
    return lines.length <= LIST_CELL_LINES ? [lines] : mergeRows(lines);
  });
}

function isBold(interval: Interval): boolean {
  return areBold(interval.lines.flat());
}

/** Whether the lines are to be filled in: nothing but short labels at the left, none of them a head of the others. */
function isForm(band: Band, filled: readonly Interval[], vertical: readonly Rule[]): boolean {
  const [head, ...rest] = filled;
  const isHead = head && isBold(head) && !rest.every(isBold);
  const drawn = band.intervals.every(({ top, bottom }) => top.drawn && bottom.drawn);
  const fits = (formEdge(filled) - band.left) / (band.right - band.left) <= FORM_LABEL_SHARE;
  return !isHead && drawn && fits && !isFramed(band, vertical);
}

/** Whether lines run down at both sides. */
function isFramed(band: Band, vertical: readonly Rule[]): boolean {
  const { left, right, top, bottom } = extentOfBand(band);
  return [left, right].every(x => {
    const side = rulesBetween(vertical, x - EDGE_EXTENT_PT, x + EDGE_EXTENT_PT);
    return coverage(side, top, bottom) > BORDER_SHARE;
  });
}

function formEdge(filled: readonly Interval[]): number {
  return Math.max(...filled.flatMap(interval => interval.lines.flat().map(word => word.right))) + 2;
}
