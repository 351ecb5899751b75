/** The rows of one data table as they come, and then as a grid with reliable spans. */
import { cellColumns } from '../../../schemas/cell-columns.ts';
import type { Table, TableCell } from '../../../schemas/document.ts';
import { withoutSignColumns } from './accounting-columns.ts';
import { isSheetEdge, withoutSheetFrame } from './sheet-frame.ts';
import { attribute, type HtmlElement } from './tree.ts';

/** HTML 4.9.11: browsers read at most these. */
const COLSPAN_CEILING = 1_000;
const ROWSPAN_CEILING = 65_534;
/** `colspan="99"` is a habit for "the whole width"; no table of the corpora really spans as many. */
const HABITUAL_COLSPAN = 20;

type Group = 'thead' | 'tbody' | 'tfoot';

interface Row {
  cells: TableCell[];
  /** Number of the thead, tbody or tfoot; cells never extend out of theirs (HTML 4.9.12). */
  group: number;
}

export class TableGrid {
  private readonly rows: Row[] = [];
  private readonly sheetEdges = new Set<TableCell>();
  private group = 0;
  private isHead = false;
  /** Browsers show the first thead above everything and the first tfoot below it, wherever they are written (CSS 2.2, 17.2). */
  private head: number | null = null;
  private foot: number | null = null;

  beginGroup(kind: Group): void {
    this.group++;
    this.isHead = kind === 'thead';
    if (kind === 'thead') this.head ??= this.group;
    else if (kind === 'tfoot') this.foot ??= this.group;
  }

  beginRow(): void {
    this.rows.push({ cells: [], group: this.group });
  }

  addCell(element: HtmlElement, text: string): void {
    if (this.rows.length === 0) this.beginRow();
    const cell = {
      text,
      colspan: spanOf(element, 'colspan', COLSPAN_CEILING),
      rowspan: spanOf(element, 'rowspan', ROWSPAN_CEILING),
      header: element.tagName === 'th' || this.isHead,
    };
    this.rows.at(-1)?.cells.push(cell);
    if (isSheetEdge(element)) this.sheetEdges.add(cell);
  }

  /**
   * Returns the table; null where it is empty. `areaCeiling` bounds the positions that all spans together may cover;
   * beyond it every span counts as one.
   */
  finish(areaCeiling: number): Table | null {
    this.rows.sort((one, other) => this.placeOf(one) - this.placeOf(other));
    this.clipRowspans();
    const cells = this.rows.flatMap(row => row.cells);
    const area = cells.reduce((sum, cell) => sum + cell.colspan * cell.rowspan, 0);
    if (area > areaCeiling) for (const cell of cells) cell.colspan = cell.rowspan = 1;
    else this.clipHabitualColspans();
    if (cells.every(({ text }) => text === '')) return null;
    const shown = withoutSheetFrame(
      this.rows.map(row => row.cells),
      this.sheetEdges,
    );
    if (shown.length === 0) return null;
    const rows = withoutSignColumns(shown, areaCeiling);
    return { kind: 'table', rows, page: null };
  }

  private placeOf({ group }: Row): -1 | 0 | 1 {
    return group === this.head ? -1 : group === this.foot ? 1 : 0;
  }

  private clipRowspans(): void {
    let end = this.rows.length;
    for (let at = this.rows.length - 1; at >= 0; at--) {
      if (this.rows[at]?.group !== this.rows[at + 1]?.group) end = at + 1;
      for (const cell of this.rows[at]?.cells ?? []) {
        cell.rowspan = cell.rowspan === 0 ? end - at : Math.min(cell.rowspan, end - at);
      }
    }
  }

  /** Ends a cell with a disproportionate span where the other rows end. */
  private clipHabitualColspans(): void {
    const habitual: { cell: TableCell; column: number }[] = [];
    let columns = 1;
    const clipped = this.rows.map(({ cells }) =>
      cells.map(cell => (cell.colspan >= HABITUAL_COLSPAN ? { ...cell, colspan: 1 } : cell)),
    );
    for (const [row, starts] of cellColumns(clipped).entries())
      for (const [at, column] of starts.entries()) {
        const cell = this.rows[row]?.cells[at];
        if (cell !== undefined && cell.colspan >= HABITUAL_COLSPAN) habitual.push({ cell, column });
        columns = Math.max(columns, column + (clipped[row]?.[at]?.colspan ?? 1));
      }
    for (const { cell, column } of habitual) {
      cell.colspan = Math.max(1, Math.min(cell.colspan, columns - column));
    }
  }
}

/** Returns a span. For rowspan, 0 stays 0, "to the end of the group"; anything unreadable is 1. */
function spanOf(element: HtmlElement, name: 'colspan' | 'rowspan', ceiling: number): number {
  const value = Number.parseInt(attribute(element, name) ?? '1', 10);
  if (value === 0 && name === 'rowspan') return 0;
  return value >= 1 ? Math.min(value, ceiling) : 1;
}
