/** A shaded head over single short lines: a table of one column without any other line. */
import { assemble } from './assemble.ts';
import type { Candidate } from './candidate.ts';
import type { Strip } from './edges.ts';
import { weigh } from './evidence/weights.ts';
import { toTableLine } from './table-lines.ts';
import { HEADED_INSET_PT, HEADED_LINES, PROSE_FILL_SHARE, ROW_PITCH_EM } from './thresholds.ts';
import type { VisualRow } from './visual-rows.ts';

/** `rows` are the visual rows in no table, from top to bottom. */
export function findHeadedLists(strips: readonly Strip[], rows: readonly VisualRow[]): Candidate[] {
  return strips
    .filter(strip => strip.joints.length === 0 && !strips.some(other => isBelow(other, strip)))
    .flatMap(strip => draftHeaded(strip, rows) ?? []);
}

/** Shading goes on below: a shaded box of lines, not a head. */
function isBelow(other: Strip, strip: Strip): boolean {
  const height = strip.bottom - strip.top;
  return (
    other !== strip &&
    other.top >= strip.bottom - height / 2 &&
    other.top <= strip.bottom + height &&
    overlapsX(other, strip)
  );
}

function overlapsX(a: Strip, b: Strip): boolean {
  return a.left < b.right && a.right > b.left;
}

function draftHeaded(strip: Strip, rows: readonly VisualRow[]): Candidate | null {
  const inside = rows.filter(
    row => row.baseline > strip.top && row.baseline <= strip.bottom && overlaps(row, strip),
  );
  const [head] = inside;
  // Text set in from the shading's side is a cell with its padding; a shaded heading begins at the margin.
  if (!head || inside.length > 1 || head.left - strip.left < HEADED_INSET_PT || !isEntry(head, head, strip))
    return null;
  const list = [head];
  for (const row of rows) {
    const last = list.at(-1) ?? head;
    if (row.baseline <= last.baseline || !overlaps(row, strip)) continue;
    if (row.baseline - last.baseline > ROW_PITCH_EM * row.size || !isEntry(row, head, strip)) break;
    list.push(row);
  }
  if (list.length < HEADED_LINES) return null;
  const xs = [strip.left, strip.right];
  const lines = list.map(row => [toTableLine(row.words, xs)]);
  const draft = assemble({
    kind: 'band',
    xs,
    head: lines.slice(0, 1),
    body: lines.slice(1),
    top: strip.top,
    bottom: lines.at(-1)?.[0]?.bottom ?? strip.bottom,
  });
  return { draft, headRows: 1, score: weigh({ head: true, edge: 2, threeRows: true, labelled: true }) };
}

function overlaps(row: VisualRow, strip: Strip): boolean {
  return row.right > strip.left && row.left < strip.right;
}

function isEntry(row: VisualRow, head: VisualRow, strip: Strip): boolean {
  return (
    Math.abs(row.left - head.left) <= 1.5 &&
    Math.abs(row.size - head.size) <= 0.5 &&
    !row.words.every(word => word.monospace) &&
    row.right - row.left <= PROSE_FILL_SHARE * (strip.right - strip.left)
  );
}
