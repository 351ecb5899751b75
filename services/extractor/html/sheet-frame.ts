/**
 * Removes the frame that sheets saved as pages have on the screen: letters above their columns, numbers before their
 * rows, and empty lines where rows or columns are frozen. None of it is in the sheet; as the head of a table it would
 * hide the sheet's own.
 */
import { cellColumns } from '../../../schemas/cell-columns.ts';
import type { TableCell } from '../../../schemas/document.ts';
import { attribute, type HtmlElement } from './tree.ts';

type Rows = readonly (readonly TableCell[])[];

/** Classes of the heads of rows and columns. Letters and numbers alone may be those of a questionnaire. */
const EDGE_CLASS = /(?:^|\s)(?:row|column)-headers?(?:-|\s|$)/;
const LETTERS = /^[A-Z]{1,3}$/;
const NUMBER = /^\d{1,7}$/;
/** With more frozen rows than this, they are no head but a part that somebody wanted to keep in view. */
const HEAD_ROWS_MAX = 4;

export const isSheetEdge = (element: HtmlElement): boolean =>
  element.tagName === 'th' && EDGE_CLASS.test(attribute(element, 'class') ?? '');

/** Returns the rows without the frame. `edges` are the cells that are heads of a sheet's rows or columns by their markup. */
export function withoutSheetFrame(rows: TableCell[][], edges: ReadonlySet<TableCell>): TableCell[][] {
  const [top = [], ...below] = rows;
  if (edges.size === 0 || !isLettered(top, edges) || !areNumbered(below, edges)) return rows;
  const columns = cellColumns(rows).slice(1);
  const used = new Set(
    below.flatMap((row, at) => row.flatMap(({ text }, index) => (text === '' ? [] : [columns[at]?.[index]]))),
  );
  const goes = new Set([0, ...frozenColumns(top, used), ...columnsAtTheEnd(top, used)]);
  const kept = below.map((row, at) =>
    row.flatMap((cell, index) => narrowed(cell, columns[at]?.[index] ?? 0, goes)),
  );
  const isNumbered = below.some(([edge]) => edge?.text !== '');
  return withoutFreeze(kept, isNumbered ? below.findIndex(isBar) : -1);
}

/** Whether the first row consists of letters in order. Some programs omit letters and numbers, or their cells. */
function isLettered([corner, ...letters]: readonly TableCell[], edges: ReadonlySet<TableCell>): boolean {
  if (corner?.text !== '' || letters.length === 0) return false;
  let before = '';
  return [corner, ...letters].every(cell => {
    const { text, header, colspan, rowspan } = cell;
    if (!header || colspan > 1 || rowspan > 1) return false;
    if (text === '') return true;
    const isNext = text.length > before.length || (text.length === before.length && text > before);
    before = text;
    return isNext && LETTERS.test(text) && edges.has(cell);
  });
}

function areNumbered(rows: Rows, edges: ReadonlySet<TableCell>): boolean {
  let before = 0;
  for (const [edge] of rows) {
    if (edge === undefined || !edge.header || edge.colspan > 1 || edge.rowspan > 1) return false;
    if (edge.text === '') continue;
    if (!edges.has(edge) || !NUMBER.test(edge.text) || Number(edge.text) <= before) return false;
    before = Number(edge.text);
  }
  return rows.some(([edge]) => edge !== undefined && edges.has(edge));
}

type Columns = ReadonlySet<number | undefined>;

/** Returns columns without a letter beside others that have one, in which no text begins. */
function frozenColumns(top: readonly TableCell[], used: Columns): number[] {
  if (top.every(({ text }) => text === '')) return [];
  return top.flatMap(({ text }, at) => (text === '' && at > 0 && !used.has(at) ? [at] : []));
}

function columnsAtTheEnd(top: readonly TableCell[], used: Columns): number[] {
  const empty: number[] = [];
  for (let at = top.length - 1; at > 0 && !used.has(at); at--) empty.push(at);
  return empty;
}

/** Returns the cell without removed columns; nothing where no column remains. */
function narrowed(cell: TableCell, start: number, goes: ReadonlySet<number>): TableCell[] {
  let colspan = cell.colspan;
  for (let column = start; column < start + cell.colspan; column++) if (goes.has(column)) colspan--;
  return colspan === 0 ? [] : [{ ...cell, colspan }];
}

/** Whether a row is the line below frozen rows, which has no number. */
const isBar = (row: readonly TableCell[]): boolean => row.every(({ text }) => text === '');

/** Makes frozen rows the head, and removes rows without text at the end. */
function withoutFreeze(rows: TableCell[][], bar: number): TableCell[][] {
  const isHead = bar > 0 && bar <= HEAD_ROWS_MAX;
  const shown = rows.flatMap((row, at) => {
    if (at === bar) return [];
    return [
      row.map(cell => {
        const crosses = bar >= 0 && at < bar && at + cell.rowspan > bar;
        return {
          ...cell,
          header: cell.header || (isHead && at < bar),
          rowspan: crosses ? cell.rowspan - 1 : cell.rowspan,
        };
      }),
    ];
  });
  while (shown.at(-1)?.every(({ text }) => text === '')) shown.pop();
  return shown.map((row, at) =>
    row.map(cell => ({ ...cell, rowspan: Math.min(cell.rowspan, shown.length - at) })),
  );
}
