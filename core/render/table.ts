/** A table as HTML with its spans, and as a GFM pipe table, which has none. */
import type { Table, TableCell } from '../../schemas/document.ts';
import { oneLine } from './one-line.ts';

/**
 * Pretty-printed `<table>`: only table, tr, th and td, only colspan and rowspan, all text escaped.
 * White space between tags changes nothing for HTML readers and keeps long tables readable and diffable.
 */
export function tableHtml(table: Table): string {
  return `<table>\n${table.rows.map(htmlRow).join('')}</table>`;
}

export const htmlRow = (row: readonly TableCell[]): string =>
  `  <tr>\n${row.map(cell => `    ${cellHtml(cell)}\n`).join('')}  </tr>\n`;

function cellHtml(cell: TableCell): string {
  const tag = cell.header ? 'th' : 'td';
  const spans =
    (cell.colspan > 1 ? ` colspan="${cell.colspan}"` : '') +
    (cell.rowspan > 1 ? ` rowspan="${cell.rowspan}"` : '');
  return `<${tag}${spans}>${htmlText(cell.text)}</${tag}>`;
}

/** Most cells need none of it. */
const htmlText = (text: string): string =>
  /[&<>"'\n]/.test(text) ? escapeHtml(text).replaceAll('\n', '<br>') : text;

const HTML_ESCAPES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

export function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => HTML_ESCAPES[character] ?? character);
}

/** The table's positions, row by row: a span's text stands in its first one, the others are empty. */
export function spreadGrid(table: Table): string[][] {
  const hanging: number[] = [];
  return table.rows.map(row => {
    const texts: string[] = [];
    let column = 0;
    for (const cell of row) {
      while ((hanging[column] ?? 0) > 0) texts[column++] = '';
      for (let at = 0; at < cell.colspan; at++) {
        texts[column] = at === 0 ? cell.text : '';
        hanging[column++] = cell.rowspan;
      }
    }
    for (let at = 0; at < hanging.length; at++) hanging[at] = Math.max(0, (hanging[at] ?? 0) - 1);
    return texts;
  });
}

/** Every position is reached by the row that its cell stands in. */
export const gridWidth = (grid: readonly string[][]): number =>
  grid.reduce((widest, row) => Math.max(widest, row.length), 0);

/** GFM pipe table (GitHub Flavored Markdown 4.10), which has no spans. */
export const gridMarkdown = (grid: readonly string[][]): string => [...markdownLines(grid)].join('\n');

export function* markdownLines(grid: readonly string[][]): Generator<string> {
  const width = Math.max(1, gridWidth(grid));
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => pipeText(row[at] ?? '')).join(' | ')} |`;
  yield line(grid[0] ?? []);
  yield `|${' --- |'.repeat(width)}`;
  for (let at = 1; at < grid.length; at++) yield line(grid[at] ?? []);
}

const pipeText = (text: string): string =>
  /[\\|\n]/.test(text) ? oneLine(text.replaceAll('\\', '\\\\').replaceAll('|', '\\|'), '<br>') : text;
