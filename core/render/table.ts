/** A table as HTML with its spans, and as a GFM pipe table, which has none. */
import type { Table, TableCell } from '../../schemas/document.ts';
import { oneLine } from './one-line.ts';

/**
 * Pretty-printed `<table>`: only table, tr, th and td, only colspan and rowspan, all text escaped.
 * White space between tags changes nothing for HTML readers and keeps long tables readable and diffable.
 */
export function tableHtml(table: Table): string {
  const rows = table.rows.map(
    row => `  <tr>\n${row.map(cell => `    ${cellHtml(cell)}\n`).join('')}  </tr>\n`,
  );
  return `<table>\n${rows.join('')}</table>`;
}

function cellHtml(cell: TableCell): string {
  const tag = cell.header ? 'th' : 'td';
  const spans =
    (cell.colspan > 1 ? ` colspan="${cell.colspan}"` : '') +
    (cell.rowspan > 1 ? ` rowspan="${cell.rowspan}"` : '');
  return `<${tag}${spans}>${escapeHtml(cell.text).replaceAll('\n', '<br>')}</${tag}>`;
}

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
export function gridMarkdown(grid: readonly string[][]): string {
  const width = Math.max(1, gridWidth(grid));
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => pipeText(row[at] ?? '')).join(' | ')} |`;
  const [head = [], ...body] = grid;
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}

const pipeText = (text: string): string =>
  oneLine(text.replaceAll('\\', '\\\\').replaceAll('|', '\\|'), '<br>');
