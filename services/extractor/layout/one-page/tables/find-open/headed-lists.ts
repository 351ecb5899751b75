/** Finds tables of one column that consist of a shaded head over single short lines, with no other lines drawn. */

import { between, meetAcross } from '../../../page/geometry.ts';
import { ALIGNED_SIDE_PT } from '../shape/aligned-gaps.ts';
import { assemble } from '../shape/assemble.ts';
import type { Draft } from '../shape/draft.ts';
import { PROSE_FILL_SHARE } from '../shape/prose.ts';
import { TIGHT_PITCH_SHARE } from '../shape/row-merge.ts';
import { ROW_PITCH_EM } from '../shape/row-pitch.ts';
import type { Strip } from '../shape/strips.ts';
import { toTableLine } from '../shape/table-lines.ts';
import type { VisualRow } from '../shape/visual-row.ts';
import type { Signs } from '../weigh/weights.ts';

/** Least padding between the shading's side and the text. */
const HEADED_INSET_PT = 1.5;
/** Least number of entries, including the head. */
const HEADED_LINES = 4;

export interface HeadedList {
  /** The draft's first row is the head. */
  draft: Draft;
  signs: Signs;
}

/** Finds the lists. `strips`, and the visual rows in no table, come from top to bottom. */
export function findHeadedLists(strips: readonly Strip[], rows: readonly VisualRow[]): HeadedList[] {
  return strips
    .filter(strip => strip.joints.length === 0 && !goesOnBelow(strip, strips))
    .flatMap(strip => draftHeaded(strip, rows) ?? []);
}

/** Whether shading continues below: then it is a shaded box of lines, not a head. */
function goesOnBelow(strip: Strip, strips: readonly Strip[]): boolean {
  const { top, bottom } = strip;
  const height = bottom - top;
  return between(strips, other => other.top, bottom - height / 2, bottom + height).some(
    other => other !== strip && meetAcross(other, strip),
  );
}

function draftHeaded(strip: Strip, rows: readonly VisualRow[]): HeadedList | null {
  const inside = between(rows, row => row.baseline, strip.top, strip.bottom).filter(row =>
    meetAcross(row, strip),
  );
  const [head] = inside;
  // Text at a distance from the shading's side is a cell with padding; a shaded heading begins at the margin.
  if (!head || inside.length > 1 || head.left - strip.left < HEADED_INSET_PT || fills(head, strip))
    return null;
  const list = [head];
  for (const row of rows) {
    const last = list.at(-1) ?? head;
    if (row.baseline <= last.baseline || !meetAcross(row, strip)) continue;
    if (row.baseline - last.baseline > ROW_PITCH_EM * row.size || !isEntry(row, head)) break;
    list.push(row);
  }
  const entries = entriesOf(list);
  if (entries.length < HEADED_LINES) return null;
  const xs = [strip.left, strip.right];
  const lines = entries.map(entry => entry.map(row => toTableLine(row.words, xs)));
  const draft = assemble({
    kind: 'band',
    xs,
    head: lines.slice(0, 1),
    body: lines.slice(1),
    top: strip.top,
    bottom: lines.at(-1)?.[0]?.bottom ?? strip.bottom,
  });
  return { draft, signs: { head: true, edge: 2, threeRows: true, labelled: true } };
}

function isEntry(row: VisualRow, head: VisualRow): boolean {
  return Math.abs(row.left - head.left) <= ALIGNED_SIDE_PT && !row.words.every(word => word.monospace);
}

function fills(row: VisualRow, strip: Strip): boolean {
  return row.right - row.left > PROSE_FILL_SHARE * (strip.right - strip.left);
}

/** Groups the lines into entries: lines clearly nearer to each other than entries are belong to one of them. */
function entriesOf(list: readonly VisualRow[]): VisualRow[][] {
  const pitches = list.slice(1).map((row, i) => row.baseline - (list[i]?.baseline ?? 0));
  const near = TIGHT_PITCH_SHARE * Math.max(...pitches);
  const entries: VisualRow[][] = [];
  list.forEach((row, i) => {
    if (i > 0 && (pitches[i - 1] ?? near) <= near) entries.at(-1)?.push(row);
    else entries.push([row]);
  });
  return entries;
}
