/** Adds labels that stand left of a drawn grid, one beside each row, as its first column. */

import { around, median, meetAcross } from '../../../page/geometry.ts';
import { BULLETED } from '../../../text/markers.ts';
import type { Candidate } from '../shape/candidate.ts';
import { type Draft, intervalOf, rowsOf, withFirstColumn } from '../shape/draft.ts';
import { flowsOn } from '../shape/prose.ts';
import { lineText } from '../shape/text.ts';
import type { VisualRow } from '../shape/visual-row.ts';
import type { Word } from '../shape/words.ts';

/** Greatest distance between the longest label and the grid; dot leaders may stand there. */
const LABEL_DISTANCE_EM = 5;
/** The same where each row of the grid has one single-line label in the middle of its height. */
const LABEL_DISTANCE_LEVEL_EM = 12;
/** Least share of the grid's rows that have a label. */
const LABEL_ROWS_SHARE = 0.7;
/** Height of a label's middle above its baseline. */
const LABEL_MIDDLE_EM = 0.3;
/** Greatest distance between the baselines of a label and of its row's values, … */
const LABEL_LEVEL_EM = 0.35;
/** … and the least share of labels for which it holds: wrapped labels have further lines. */
const LABEL_LEVEL_SHARE = 0.5;
/** From this share of lines that continue the one above on, they are a text beside the grid. */
const LABELS_FLOWING_SHARE = 0.3;
const ITEMS_MIN = 2;

export function addLabels(candidate: Candidate, rows: readonly VisualRow[]): Candidate {
  const { draft } = candidate;
  const labels = draft.kind === 'ruled' ? labelsOf(draft, rows) : new Map<number, Word[]>();
  if (labels.size < Math.max(3, LABEL_ROWS_SHARE * rowsOf(draft))) return candidate;
  const left = Math.min(...[...labels.values()].flat().map(word => word.left));
  return { ...candidate, draft: withFirstColumn(draft, left, row => labels.get(row) ?? []) };
}

/** Returns the text that ends shortly before the grid, by the grid row beside it; empty where the gap is uneven. */
function labelsOf(draft: Draft, rows: readonly VisualRow[]): Map<number, Word[]> {
  const side = draft.xs[0] ?? 0;
  const beside = rows.flatMap(row => {
    if (row.left >= side || row.right > side + 1) return [];
    const index = intervalOf(draft.ys, row.baseline - LABEL_MIDDLE_EM * row.size);
    return index < 0 ? [] : [{ row, index }];
  });
  const labels = new Map<number, Word[]>();
  for (const { row, index } of beside) {
    const texts = row.words.filter(word => !word.leads);
    if (texts.length > 0) labels.set(index, [...(labels.get(index) ?? []), ...texts]);
  }
  const words = [...labels.values()].flat();
  const boxes = [...labels.values()].map(around);
  const lefts = boxes.map(box => box.left);
  const size = median(words.map(word => word.size));
  const oneEach = isOneEach(beside, draft);
  const distance = oneEach ? LABEL_DISTANCE_LEVEL_EM : LABEL_DISTANCE_EM;
  const near = side - Math.max(...boxes.map(box => box.right)) <= distance * size;
  const start = median(lefts);
  const aligned = lefts.filter(x => Math.abs(x - start) <= size).length >= LABEL_ROWS_SHARE * lefts.length;
  const texts = beside.map(({ row }) => row);
  return near && aligned && (oneEach || (areLevel(texts, draft) && !isList(texts))) && !isColumn(texts, rows)
    ? labels
    : new Map();
}

/** Whether each row has exactly one line beside it, at the height of its values or in the middle of its own. */
function isOneEach(
  beside: readonly { readonly row: VisualRow; readonly index: number }[],
  draft: Draft,
): boolean {
  if (beside.length !== rowsOf(draft) || new Set(beside.map(({ index }) => index)).size < beside.length)
    return false;
  const baselines = baselinesOf(draft);
  return beside.every(({ row, index }) => {
    const middle = ((draft.ys[index] ?? 0) + (draft.ys[index + 1] ?? 0)) / 2;
    const isCentred =
      Math.abs(row.baseline - LABEL_MIDDLE_EM * row.size - middle) <= LABEL_LEVEL_EM * row.size;
    return isCentred || isLevel(row, baselines);
  });
}

/** Whether labels are level with the values of their rows; lines of a text beside the grid have their own spacing. */
function areLevel(labels: readonly VisualRow[], draft: Draft): boolean {
  const baselines = baselinesOf(draft);
  const level = labels.filter(label => isLevel(label, baselines));
  return level.length >= LABEL_LEVEL_SHARE * labels.length;
}

const baselinesOf = ({ cells }: Draft): number[] =>
  cells.flatMap(cell => cell.words.map(word => word.baseline));

const isLevel = ({ baseline, size }: VisualRow, baselines: readonly number[]): boolean =>
  baselines.some(y => Math.abs(y - baseline) <= LABEL_LEVEL_EM * size);

/** Whether several lines have bullets: they are items of a column beside the grid, some level with its rows by chance. */
const isList = (labels: readonly VisualRow[]): boolean =>
  labels.filter(({ words }) => BULLETED.test(words[0]?.text ?? '')).length >= ITEMS_MIN;

/** Whether the lines continue from one to the next, as those of a column of text do. */
function isColumn(labels: readonly VisualRow[], rows: readonly VisualRow[]): boolean {
  const flowing = labels.filter(label => {
    const above = rows.slice(0, rows.indexOf(label)).findLast(row => meetAcross(row, label));
    return above !== undefined && flowsOn(lineText(above.words), label.words);
  });
  return flowing.length > LABELS_FLOWING_SHARE * labels.length;
}
