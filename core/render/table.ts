/** Renders a table as HTML with its spans, and as a GFM pipe table, which cannot have spans. */
import { cellColumns } from '../../schemas/cell-columns.ts';
import type { Table, TableCell } from '../../schemas/document.ts';
import { oneLine } from './one-line.ts';

/**
 * Pretty-printed `<table>`: only table, tr, th and td, only colspan and rowspan, all text escaped.
 * White space between tags changes nothing for HTML readers and keeps long tables readable and diffable.
 */
export function tableHtml(table: Table): string {
  return `<table>\n${table.rows.map(htmlRow).join('')}</table>`;
}

export function htmlRow(row: readonly TableCell[]): string {
  let html = '  <tr>\n';
  for (const cell of row) html += `    ${cellHtml(cell)}\n`;
  return `${html}  </tr>\n`;
}

function cellHtml(cell: TableCell): string {
  if (cell.colspan === 1 && cell.rowspan === 1 && !cell.header) return `<td>${htmlText(cell.text)}</td>`;
  const [begin, end] = cellTags(cell);
  return begin + htmlText(cell.text) + end;
}

/** The tags before and after a cell's text. */
export function cellTags({ colspan, rowspan, header }: TableCell): [begin: string, end: string] {
  const tag = header ? 'th' : 'td';
  const spans = (colspan > 1 ? ` colspan="${colspan}"` : '') + (rowspan > 1 ? ` rowspan="${rowspan}"` : '');
  return [`<${tag}${spans}>`, `</${tag}>`];
}

/** Escapes text; most cells need no escapes. */
export const htmlText = (text: string): string =>
  /[&<>"'\n]/.test(text) ? escapeHtml(text).replaceAll('\n', '<br>') : text;

const HTML_ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
/** What `htmlText` writes in place of a character. */
export const HTML_SIGNS: Readonly<Record<string, string>> = { ...HTML_ESCAPES, '\n': '<br>' };
/** What `pipeText` writes in place of a character, in a text of one line. */
export const PIPE_SIGNS: Readonly<Record<string, string>> = { '\\': '\\\\', '|': '\\|' };

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => HTML_ESCAPES[character] ?? character);
}

/** The table's grid, row by row: a span's text is in its first position, its other positions are empty. */
export function spreadGrid(table: Table): string[][] {
  const columns = cellColumns(table.rows);
  return table.rows.map((row, at) => {
    const texts: string[] = [];
    for (const [i, { text, colspan }] of row.entries()) {
      const start = columns[at]?.[i] ?? 0;
      while (texts.length < start) texts.push('');
      texts.push(text);
      while (texts.length < start + colspan) texts.push('');
    }
    return texts;
  });
}

/** Every position is covered by the row that its cell is in, so the widest row is the table's width. */
export const gridWidth = (grid: readonly string[][]): number =>
  grid.reduce((widest, row) => Math.max(widest, row.length), 0);

/** GFM pipe table (GitHub Flavored Markdown 4.10), which has no spans. */
export const gridMarkdown = (grid: readonly string[][]): string => [...markdownLines(grid)].join('\n');

export function* markdownLines(grid: readonly string[][]): Generator<string> {
  const width = Math.max(1, gridWidth(grid));
  const least = leastPipes(grid, width);
  yield pipeLine(grid[0] ?? [], width);
  yield `|${' --- |'.repeat(width)}`;
  for (let at = 1; at < grid.length; at++)
    yield pipeLine(grid[at] ?? [], Math.max(least, grid[at]?.length ?? 0));
}

/** A table may have this many empty positions to fill up its rows, plus this many times the positions that it really has. */
const FILLING_POSITIONS = 10_000;
const FILLING_FACTOR = 9;

/**
 * The fewest positions that each row below the header gets. Readers fill up short rows themselves (GFM 4.10); if we
 * did, a table with one long row would make an answer as large as the square of the document.
 */
export function leastPipes(grid: readonly { length: number }[], width: number): number {
  const held = grid.reduce((sum, row) => sum + row.length, 0);
  return grid.length * width - held <= FILLING_POSITIONS + FILLING_FACTOR * held ? width : 1;
}

function pipeLine(row: readonly string[], width: number): string {
  let line = '|';
  for (let at = 0; at < width; at++) line += ` ${pipeText(row[at] ?? '')} |`;
  return line;
}

export const pipeText = (text: string): string =>
  /[\\|\n]/.test(text) ? oneLine(text.replaceAll('\\', '\\\\').replaceAll('|', '\\|'), '<br>') : text;
