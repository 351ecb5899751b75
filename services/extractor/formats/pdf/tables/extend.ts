/** Rows above and below a table that keep its columns, where no line closes the table on that side. */
import type { Rule } from '../page.ts';
import { CAPTION } from '../text/captions.ts';
import { assemble } from './assemble.ts';
import { type Candidate, textBox, wordsOf } from './candidate.ts';
import { segmentsOf } from './columns.ts';
import { columnsOf, type Draft, rowsOf } from './draft.ts';
import { hasBoldHead } from './evidence/cells.ts';
import { coverage } from './grid.ts';
import { leafLine } from './head-columns.ts';
import { mergeRows } from './row-merge.ts';
import { median, type TableLine, toTableLine } from './table-lines.ts';
import { linesOf, lineText } from './text.ts';
import {
  BESIDE_EM,
  BORDER_SHARE,
  CAPITALS_EM,
  CELL_GAP_EM,
  CELL_GAP_RULED_EM,
  EXTEND_PITCH_EM,
  EXTEND_PITCH_SHARE,
  EXTEND_SLOT_SHARE,
  LABELS_LEAST,
  LARGER_SIZE,
  PARTED_SHARE,
  PROSE_FILL_SHARE,
  PROSE_LINE_WORDS,
  ROW_EDGE_PT,
  WRAP_PITCH_EM,
} from './thresholds.ts';
import type { VisualRow } from './visual-rows.ts';
import type { Word } from './words.ts';

/** `rows` are the visual rows in no table, from top to bottom. */
export function extendTable(
  candidate: Candidate,
  rows: readonly VisualRow[],
  rules: readonly Rule[],
): Candidate {
  const { draft } = candidate;
  const horizontal = rules.filter(rule => rule.orientation === 'horizontal');
  const side = (y: number) => (isClosed(horizontal, draft, y) ? 'closed' : 'open');
  // Where a rule parts each row from the next, the outermost one may be such a rule too.
  const parted = draft.kind !== 'ruled' && isParted(horizontal, draft);
  const reach = (y: number) => (side(y) === 'open' ? Infinity : parted ? 1 : 0);
  const below = neighbours(draft, rows, 'below', reach(draft.ys.at(-1) ?? 0));
  const above = hasBoldHead(draft) ? [] : rowsAbove(draft, rows, reach(draft.ys[0] ?? 0));
  if (below.length + above.length === 0) return candidate;
  const extended = withRows(withRows(draft, below, 'below'), above, 'above');
  return {
    ...candidate,
    draft: extended,
    headRows: above.length > 0 ? Number(hasBoldHead(extended)) : candidate.headRows,
  };
}

type Direction = 'above' | 'below';

/** Over a rule only bold labels, one for each column, still belong to the table: the rule parts the head from the rows. */
function rowsAbove(draft: Draft, rows: readonly VisualRow[], reach: number): TableLine[] {
  const lines = neighbours(draft, rows, 'above', Math.max(1, reach));
  const isHead = (line: TableLine) =>
    line.slots.length >= Math.max(LABELS_LEAST, columnsOf(draft)) &&
    line.slots.every(slot => slot.words.every(word => word.bold));
  return reach > 0 || lines.every(isHead) ? lines : [];
}

function withRows(draft: Draft, lines: readonly TableLine[], direction: Direction): Draft {
  if (lines.length === 0) return draft;
  const [top, bottom] = [draft.ys[0] ?? 0, draft.ys.at(-1) ?? 0];
  const added = assemble({
    kind: draft.kind,
    xs: draft.xs,
    head: [],
    body: mergeRows(lines, median(rowPitches(draft))),
    top: direction === 'below' ? bottom : Math.min(...lines.map(line => line.top)),
    bottom: direction === 'below' ? Math.max(...lines.map(line => line.bottom)) : top,
  });
  const [upper, lower] = direction === 'below' ? [draft, added] : [added, draft];
  const shift = rowsOf(upper);
  const cells = [...upper.cells, ...lower.cells.map(cell => ({ ...cell, row: cell.row + shift }))];
  return { ...draft, ys: [...upper.ys, ...lower.ys.slice(1)], cells };
}

function isClosed(horizontal: readonly Rule[], draft: Draft, y: number): boolean {
  const here = horizontal.filter(rule => Math.abs(rule.position - y) <= ROW_EDGE_PT);
  return coverage(here, draft.xs[0] ?? 0, draft.xs.at(-1) ?? 0) > BORDER_SHARE;
}

/** Whether a rule runs between most neighbouring rows. */
function isParted(horizontal: readonly Rule[], draft: Draft): boolean {
  const inner = draft.ys.slice(1, -1);
  const [left, right] = [draft.xs[0] ?? 0, draft.xs.at(-1) ?? 0];
  const boxes = rowBoxes(draft);
  const parted = inner.filter((_, i) => {
    const [from, to] = [boxes[i]?.bottom ?? 0, boxes[i + 1]?.top ?? 0];
    const between = horizontal.filter(({ position }) => position > from - 1 && position < to + 1);
    return coverage(between, left, right) > BORDER_SHARE;
  });
  return inner.length > 0 && parted.length >= PARTED_SHARE * inner.length;
}

/** Where the text of each row begins and ends. */
function rowBoxes(draft: Draft): { top: number; bottom: number }[] {
  return Array.from({ length: rowsOf(draft) }, (_, row) => {
    const words = draft.cells
      .filter(cell => cell.row === row && cell.rowspan === 1)
      .flatMap(cell => cell.words);
    return {
      top: Math.min(...words.map(word => word.baseline - word.size * CAPITALS_EM)),
      bottom: Math.max(...words.map(word => word.baseline)),
    };
  });
}

/** Lines next to the table that keep its columns, from top to bottom, at most `limit` rows. */
function neighbours(
  draft: Draft,
  rows: readonly VisualRow[],
  direction: Direction,
  limit: number,
): TableLine[] {
  if (limit === 0) return [];
  const words = wordsOf(draft);
  const size = median(words.map(word => word.size));
  const pitch = EXTEND_PITCH_SHARE * Math.max(...rowPitches(draft), EXTEND_PITCH_EM * size);
  const baselines = words.map(word => word.baseline);
  let last = direction === 'below' ? Math.max(...baselines) : Math.min(...baselines);
  const { top, bottom } = textBox(draft);
  const ahead =
    direction === 'below'
      ? rows.filter(row => row.baseline > bottom)
      : rows.filter(row => row.baseline < top).reverse();
  const lines: TableLine[] = [];
  for (const row of ahead) {
    if (row.right <= (draft.xs[0] ?? 0) || row.left >= (draft.xs.at(-1) ?? 0)) continue;
    const step = Math.abs(row.baseline - last);
    if (lines.length >= limit || step > pitch || row.size > LARGER_SIZE * size) break;
    const wraps = lines.length > 0 && step <= WRAP_PITCH_EM * row.size;
    const inside = insideWords(draft, row.words);
    const labels = direction === 'above' ? labelsOf(draft, inside) : null;
    const least = wraps ? 1 : Math.max(2, EXTEND_SLOT_SHARE * columnsOf(draft));
    if (labels === null && !fits(draft, inside, least)) break;
    if (CAPTION.test(lineText(inside)) || (direction === 'above' && isSentence(draft, inside))) break;
    lines.push(labels ?? toTableLine(inside, draft.xs));
    last = row.baseline;
  }
  return direction === 'below' ? lines : lines.reverse();
}

/** Labels, one for each column and each over its own, though not within the edges that the values tell. */
function labelsOf(draft: Draft, words: readonly Word[]): TableLine | null {
  const labels = segmentsOf(words, CELL_GAP_RULED_EM);
  if (labels.length !== columnsOf(draft) || labels.length < LABELS_LEAST) return null;
  const own = labels.every(
    ({ left, right }, i) => left < (draft.xs[i + 1] ?? 0) && right > (draft.xs[i] ?? 0),
  );
  return own ? leafLine(labels, draft.xs) : null;
}

/** The words of a row without those of what stands beside the table. */
function insideWords(draft: Draft, words: readonly Word[]): readonly Word[] {
  const [left, right] = [draft.xs[0] ?? 0, draft.xs.at(-1) ?? 0];
  const inside = words.filter(word => word.right > left && word.left < right);
  const [first, last] = [inside[0], inside.at(-1)];
  const near = words.some(
    word =>
      first !== undefined &&
      last !== undefined &&
      !inside.includes(word) &&
      word.left - last.right < BESIDE_EM * word.size &&
      first.left - word.right < BESIDE_EM * word.size,
  );
  return near ? words : inside;
}

/** A line of many words from side to side, with no gap between, is the end of a text above the table. */
function isSentence(draft: Draft, words: readonly Word[]): boolean {
  const [first, last] = [words[0], words.at(-1)];
  const width = (draft.xs.at(-1) ?? 0) - (draft.xs[0] ?? 0);
  return (
    first !== undefined &&
    last !== undefined &&
    words.length >= PROSE_LINE_WORDS &&
    last.right - first.left > PROSE_FILL_SHARE * width &&
    segmentsOf(words, CELL_GAP_EM).length === 1
  );
}

/** Distances of the first baselines of neighbouring rows. */
function rowPitches(draft: Draft): number[] {
  const firsts = Array.from({ length: rowsOf(draft) }, (_, row) => {
    const words = draft.cells
      .filter(cell => cell.row === row && cell.rowspan === 1)
      .flatMap(cell => cell.words);
    return linesOf(words)[0]?.[0]?.baseline;
  }).filter(baseline => baseline !== undefined);
  return firsts.slice(1).map((baseline, i) => baseline - (firsts[i] ?? baseline));
}

/** Whether the words keep the columns and fill at least so many of them. */
function fits(draft: Draft, words: readonly Word[], least: number): boolean {
  const [left, right] = [(draft.xs[0] ?? 0) - 2, (draft.xs.at(-1) ?? 0) + 2];
  const inner = draft.xs.slice(1, -1);
  if (words.some(word => word.left < left || word.right > right)) return false;
  if (words.some(word => inner.some(x => word.left < x - 1 && word.right > x + 1))) return false;
  const line = toTableLine(words, draft.xs);
  return line.slots.length >= least && line.slots.every(slot => slot.colspan === 1);
}
