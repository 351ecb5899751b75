/** Weighs the rules and shadings of a band, and the lines between them if it has one column. */

import { endsClause } from '../../../text/sentence-ends.ts';
import type { Band, BandDraft } from '../find-bands/band-split.ts';
import type { Edge } from '../find-bands/edges.ts';
import { columnsOf, type Draft, isFilled, rowsOf } from '../shape/draft.ts';
import { flowsOn } from '../shape/prose.ts';
import { lineText } from '../shape/text.ts';
import { cellSigns } from './cells.ts';
import { isCentred } from './drawings.ts';
import type { Signs } from './weights.ts';

/** From this share of edges that are rules with white space between on, a band is fields to be filled in, … */
const BROKEN_SHARE = 0.5;
/** … if fewer of its texts than this share are numbers. */
const FIELD_NUMBERS = 0.2;
/** From this many rows between two rules on, nothing separates the rows of a list. */
const UNPARTED_FACTOR = 2;
/** From this share of rows on, a second column counts as one. */
const SECOND_COLUMN_SHARE = 0.15;
/** From this share of lines from side to side on, a list is text: … */
const LIST_PROSE_SHARE = 0.2;
/** … lines that fill this share of the width, … */
const FULL_LINE_SHARE = 0.8;
/** … or that end like a sentence and have at least this many words. */
const SENTENCE_WORDS = 6;
/** Weight of a shading's side compared with a drawn line. */
const UNDRAWN_EDGE = 0.4;

/** Returns all signs of a band, including those of its cells; `plain` is that of `cellSigns`. */
export function bandSigns({ draft, band, joined }: BandDraft, plain: boolean): Signs {
  const edges = [...new Set(band.intervals.flatMap(interval => [interval.top, interval.bottom]))];
  const list = columnsOf(draft) === 1;
  const signs = cellSigns(draft, plain);
  const oneText = draft.cells.every(cell => cell.column === 0 || !isFilled(cell));
  const broken = edges.filter(edge => (oneText ? edge.part : edge.broken)).length;
  return {
    ...signs,
    fields:
      (broken >= BROKEN_SHARE * edges.length || (oneText && band.underlined === true)) &&
      Number(signs.numeric) < FIELD_NUMBERS,
    edge: list ? listEdges(edges, band) : Math.min(3, edges.length),
    joints: joined,
    unparted:
      rowsOf(draft) > UNPARTED_FACTOR * band.intervals.length && (list || (!joined && isNearlyOne(draft))),
    boxes: list && isCentred(draft, draft.cells.filter(isFilled)),
    prose: list && proseShare(band) > LIST_PROSE_SHARE,
  };
}

/** Whether there are two columns and hardly a row has text in the second: lines of a cover page, and a notice at its foot. */
function isNearlyOne(draft: Draft): boolean {
  if (columnsOf(draft) !== 2) return false;
  const filled = draft.cells.filter(cell => isFilled(cell) && cell.column + cell.colspan === 2);
  return new Set(filled.map(cell => cell.row)).size < SECOND_COLUMN_SHARE * rowsOf(draft);
}

/** Returns the share of lines that fill the width, continue the one above or are sentences. */
function proseShare({ intervals, left, right }: Band): number {
  const lines = intervals.flatMap(interval => interval.lines);
  const prose = lines.filter((line, i) => {
    const full = (line.at(-1)?.right ?? 0) - (line[0]?.left ?? 0) > FULL_LINE_SHARE * (right - left);
    const sentence = line.length >= SENTENCE_WORDS && endsClause(lineText(line));
    return full || sentence || flowsOn(lineText(lines[i - 1] ?? []), line);
  });
  return prose.length / Math.max(1, lines.length);
}

/** Weighs the edges of a table of one column: drawn ones count more than shadings, gaps between its rows count against it. */
function listEdges(edges: readonly Edge[], { intervals }: Band): number {
  const drawn = edges.filter(edge => edge.drawn).length;
  const gaps = intervals.filter(interval => interval.lines.length === 0).length;
  return Math.min(4, drawn + UNDRAWN_EDGE * (edges.length - drawn)) - 2 * gaps;
}
