/** Filings on the web give each currency sign a cell of its own, left of the amount's: rows without a sign have one cell there. */

import { type Draft, type DraftCell, isFilled } from '../shape/draft.ts';
import { isNumeric } from '../shape/values.ts';

const CURRENCY = /^\p{Sc}$/u;

/** The draft without columns that hold nothing but signs, each with the amount right of it. */
export function withSignsAtAmounts(draft: Draft): Draft {
  const signs = draft.cells.filter(isSign);
  if (signs.length === 0) return draft;
  const columns = signColumns(draft, signs);
  if (columns.size === 0) return draft;
  const signAt = new Map(signs.map(sign => [placeOf(sign.row, sign.column), sign]));
  /** Columns of signs before each edge. */
  const shifts: number[] = [0];
  for (let at = 1; at < draft.xs.length; at++)
    shifts.push((shifts[at - 1] ?? 0) + Number(columns.has(at - 1)));
  const shifted = (edge: number) => edge - (shifts[edge] ?? 0);
  return {
    ...draft,
    xs: draft.xs.filter((_, edge) => !columns.has(edge - 1)),
    cells: draft.cells.flatMap(cell => {
      const { row, column, colspan, words } = cell;
      if (columns.has(column) && colspan === 1) return [];
      const sign = columns.has(column - 1) ? signAt.get(placeOf(row, column - 1)) : undefined;
      const start = shifted(column);
      return {
        ...cell,
        column: start,
        colspan: shifted(column + colspan) - start,
        words: [...(sign?.words ?? []), ...words],
      };
    }),
  };
}

const placeOf = (row: number, column: number): string => `${row} ${column}`;

const isSign = ({ colspan, words }: DraftCell): boolean =>
  colspan === 1 && words.length === 1 && words.every(({ text }) => CURRENCY.test(text));

/** Those in which each sign has an amount at its right, and where nothing else stands or ends. */
function signColumns({ cells }: Draft, signs: readonly DraftCell[]): Set<number> {
  const columns = new Set(signs.map(({ column }) => column));
  const beside = new Map(cells.map(cell => [placeOf(cell.row, cell.column), cell]));
  for (const sign of signs) {
    const amount = beside.get(placeOf(sign.row, sign.column + 1));
    if (amount?.rowspan !== sign.rowspan || !isNumeric(amount.words)) columns.delete(sign.column);
  }
  for (const cell of cells) {
    const last = cell.column + cell.colspan - 1;
    const isOther = cell.colspan > 1 || (isFilled(cell) && !isSign(cell));
    if (isOther) columns.delete(last);
  }
  return columns;
}
