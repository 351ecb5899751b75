/**
 * Recognises single records of a form or a receipt: a row of labels with values below, or a column of labels with
 * values beside them.
 */
import { around } from '../../../page/geometry.ts';
import { columnsOf, type Draft, type DraftCell, rowsOf } from '../shape/draft.ts';
import { areBold } from '../shape/words.ts';

/** Two labels over two values may be anything. */
const COLUMNS_LEAST = 3;
const ROWS_LEAST = 3;
const CELL_WORDS_MAX = 5;
/** There is more room beside a label than below. */
const VALUE_WORDS_MAX = 12;
/** In points: a value begins where its label does within this. Names of authors, in contrast, are centred over their places. */
const LEFT_PT = 1.5;
/** Values set larger than their labels are larger by at least this factor. */
const LARGER = 1.08;

/** Whether labels and values differ in type; `head` says that the first row is bold. */
export function isRecord(draft: Draft, filled: readonly DraftCell[], head: boolean): boolean {
  return isRow(draft, filled, head) || isColumn(draft, filled);
}

/** Whether each row has a bold label and a value beside it. After a colon, a value continues the label's line. */
function isColumn(draft: Draft, filled: readonly DraftCell[]): boolean {
  const rows = rowsOf(draft);
  if (columnsOf(draft) !== 2 || rows < ROWS_LEAST || filled.length !== 2 * rows) return false;
  const isLabel = ({ words }: DraftCell) => areBold(words) && !words.at(-1)?.text.endsWith(':');
  return filled.every(cell =>
    cell.column === 0
      ? isShort(cell) && isLabel(cell)
      : cell.words.length <= VALUE_WORDS_MAX && !areBold(cell.words),
  );
}

const isShort = ({ words }: DraftCell): boolean => words.length <= CELL_WORDS_MAX;

/** Whether each value stands below its label. */
function isRow(draft: Draft, filled: readonly DraftCell[], head: boolean): boolean {
  const columns = columnsOf(draft);
  if (rowsOf(draft) !== 2 || columns < COLUMNS_LEAST || filled.length !== 2 * columns) return false;
  const [labels, values] = [0, 1].map(row => filled.filter(cell => cell.row === row)) as [
    DraftCell[],
    DraftCell[],
  ];
  const leftOf = ({ words }: DraftCell) => around(words).left;
  const isBelow = (value: DraftCell) =>
    labels.some(label => label.column === value.column && Math.abs(leftOf(label) - leftOf(value)) <= LEFT_PT);
  return filled.every(isShort) && values.every(isBelow) && (head || areSetOff(values, labels));
}

function areSetOff(values: readonly DraftCell[], labels: readonly DraftCell[]): boolean {
  const sizes = (cells: readonly DraftCell[]) => cells.flatMap(({ words }) => words.map(word => word.size));
  const areLarger = Math.min(...sizes(values)) >= LARGER * Math.max(...sizes(labels));
  const areBolder = values.every(cell => areBold(cell.words)) && !labels.some(cell => areBold(cell.words));
  return areLarger || areBolder;
}
