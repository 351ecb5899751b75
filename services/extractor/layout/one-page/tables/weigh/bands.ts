/** What the rules and shadings of a band say, and the lines between them where it has one column. */

import { endsClause } from '../../../text/sentence-ends.ts';
import type { Band, BandDraft } from '../find-bands/band-split.ts';
import type { Edge } from '../find-bands/edges.ts';
import { columnsOf, type Draft, isFilled, rowsOf } from '../shape/draft.ts';
import { flowsOn } from '../shape/prose.ts';
import { lineText } from '../shape/text.ts';
import { cellSigns } from './cells.ts';
import { isCentred } from './drawings.ts';
import type { Signs } from './weights.ts';

/** Share of a band's edges that are rules with white space between, from which they are fields to be filled in, … */
const BROKEN_SHARE = 0.5;
/** … where fewer of the texts than this are numbers. */
const FIELD_NUMBERS = 0.2;
/** Rows for each stretch between two rules from which nothing parts the rows of a list. */
const UNPARTED_FACTOR = 2;
/** Share of rows from which a second column is one. */
const SECOND_COLUMN_SHARE = 0.15;
/** Share of lines from side to side from which a list is text, … */
const LIST_PROSE_SHARE = 0.2;
/** … how much of the width they fill, … */
const FULL_LINE_SHARE = 0.8;
/** … and words of a line that ends as a sentence does. */
const SENTENCE_WORDS = 6;
/** What a shading's side counts against a drawn line. */
const UNDRAWN_EDGE = 0.4;

/** All signs of a band, those of its cells among them; `plain` as there. */
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

/** Two columns, of which hardly a row has the second: lines of a cover page, and a notice at its foot. */
function isNearlyOne(draft: Draft): boolean {
  if (columnsOf(draft) !== 2) return false;
  const filled = draft.cells.filter(cell => isFilled(cell) && cell.column + cell.colspan === 2);
  return new Set(filled.map(cell => cell.row)).size < SECOND_COLUMN_SHARE * rowsOf(draft);
}

/** Share of lines that fill the width, go on from the one above or are sentences. */
function proseShare({ intervals, left, right }: Band): number {
  const lines = intervals.flatMap(interval => interval.lines);
  const prose = lines.filter((line, i) => {
    const full = (line.at(-1)?.right ?? 0) - (line[0]?.left ?? 0) > FULL_LINE_SHARE * (right - left);
    const sentence = line.length >= SENTENCE_WORDS && endsClause(lineText(line));
    return full || sentence || flowsOn(lineText(lines[i - 1] ?? []), line);
  });
  return prose.length / Math.max(1, lines.length);
}

/** What the edges of a table of one column say: drawn ones more than shadings, gaps between its rows against it. */
function listEdges(edges: readonly Edge[], { intervals }: Band): number {
  const drawn = edges.filter(edge => edge.drawn).length;
  const gaps = intervals.filter(interval => interval.lines.length === 0).length;
  return Math.min(4, drawn + UNDRAWN_EDGE * (edges.length - drawn)) - 2 * gaps;
}
