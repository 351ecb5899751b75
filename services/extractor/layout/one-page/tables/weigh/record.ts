/** One record of a form or a receipt: a row of labels, and its values below them. */
import { around } from '../../../page/geometry.ts';
import { columnsOf, type Draft, type DraftCell, rowsOf } from '../shape/draft.ts';
import { areBold } from '../shape/words.ts';

/** Side by side two labels over two values may be anything. */
const COLUMNS_LEAST = 3;
const CELL_WORDS_MAX = 5;
/** Points; a value begins where its label does. Names of authors are set over the middle of their places. */
const LEFT_PT = 1.5;
/** Values that are set larger than their labels are so by this factor. */
const LARGER = 1.08;

/** Whether labels and values are set apart by weight or size, each value below its label; `head`: the labels are bold. */
export function isRecord(draft: Draft, filled: readonly DraftCell[], head: boolean): boolean {
  const columns = columnsOf(draft);
  if (rowsOf(draft) !== 2 || columns < COLUMNS_LEAST || filled.length !== 2 * columns) return false;
  const [labels, values] = [0, 1].map(row => filled.filter(cell => cell.row === row)) as [
    DraftCell[],
    DraftCell[],
  ];
  const leftOf = ({ words }: DraftCell) => around(words).left;
  const isBelow = (value: DraftCell) =>
    labels.some(label => label.column === value.column && Math.abs(leftOf(label) - leftOf(value)) <= LEFT_PT);
  const isShort = ({ words }: DraftCell) => words.length <= CELL_WORDS_MAX;
  return filled.every(isShort) && values.every(isBelow) && (head || areSetOff(values, labels));
}

function areSetOff(values: readonly DraftCell[], labels: readonly DraftCell[]): boolean {
  const sizes = (cells: readonly DraftCell[]) => cells.flatMap(({ words }) => words.map(word => word.size));
  const areLarger = Math.min(...sizes(values)) >= LARGER * Math.max(...sizes(labels));
  const areBolder = values.every(cell => areBold(cell.words)) && !labels.some(cell => areBold(cell.words));
  return areLarger || areBolder;
}
