/**
 * Joins drawn cells that contain only the currency of the amount after them, as in filings and forms, to that amount.
 * In rows without a currency, the amount extends over both columns.
 */
import { columnsOf, type Draft, type DraftCell, isFilled } from './draft.ts';
import { isNumeric } from './values.ts';

const CURRENCY = /^\p{Sc}$/u;
/** A single one may be a value; an amount that extends over both columns counts, too. */
const ROWS_MIN = 2;

const isAlone = ({ words }: DraftCell): boolean => words.length === 1 && CURRENCY.test(words[0]?.text ?? '');

/** Returns the draft without currency columns. */
export function withCurrencyCellsJoined(draft: Draft): Draft {
  const columns = new Set(draft.cells.filter(isAlone).map(({ column }) => column));
  let joined = draft;
  // From the right, so that indexes of columns farther left stay valid.
  for (const column of [...columns].sort((one, other) => other - one))
    if (column < columnsOf(draft) - 1) joined = withoutColumn(joined, column);
  return joined;
}

function withoutColumn(draft: Draft, column: number): Draft {
  const covering = draft.cells.filter(cell => cell.column <= column && cell.column + cell.colspan > column);
  const single = covering.filter(cell => cell.column + cell.colspan === column + 1);
  const amounts = new Map(
    draft.cells.flatMap(cell => (cell.column === column + 1 ? [[cell.row, cell] as const] : [])),
  );
  const isJoinable = (cell: DraftCell) =>
    cell.column === column &&
    amounts.get(cell.row)?.rowspan === cell.rowspan &&
    (!isFilled(cell) || isAlone(cell));
  const currencies = single.filter(isFilled);
  const runningOver = covering.filter(
    cell => cell.column === column && cell.colspan > 1 && isNumeric(cell.words),
  );
  const holdsAmounts = [...amounts.values()].some(({ words }) => isNumeric(words));
  const isTold = currencies.length > 0 && currencies.length + runningOver.length >= ROWS_MIN;
  if (!isTold || !holdsAmounts || !single.every(isJoinable)) return draft;
  const words = new Map(single.map(cell => [cell.row, cell.words]));
  const gone = new Set(single);
  const cells = draft.cells.flatMap(cell => {
    if (gone.has(cell)) return [];
    if (cell.column === column + 1 && words.has(cell.row))
      return { ...cell, column, words: [...(words.get(cell.row) ?? []), ...cell.words] };
    if (cell.column > column) return { ...cell, column: cell.column - 1 };
    const runsOver = cell.column + cell.colspan > column + 1;
    return runsOver ? { ...cell, colspan: cell.colspan - 1 } : cell;
  });
  return { ...draft, xs: draft.xs.filter((_, edge) => edge !== column + 1), cells };
}
