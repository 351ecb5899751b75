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

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, character => HTML_ESCAPES[character] ?? character);
}

/** GFM pipe table (GitHub Flavored Markdown 4.10); a span's text stands in its first position, the others stay empty. */
export function tableMarkdown(table: Table): string {
  const grid = spreadGrid(table);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 1);
  const line = (row: string[]) =>
    `| ${Array.from({ length: width }, (_, at) => row[at] ?? '').join(' | ')} |`;
  const [head = [], ...body] = grid;
  return [line(head), `|${' --- |'.repeat(width)}`, ...body.map(line)].join('\n');
}

function spreadGrid(table: Table): string[][] {
  const hanging: number[] = [];
  return table.rows.map(row => {
    const texts: string[] = [];
    let column = 0;
    const skipHanging = () => {
      while ((hanging[column] ?? 0) > 0) texts[column++] = '';
    };
    for (const cell of row) {
      skipHanging();
      for (let at = 0; at < cell.colspan; at++) {
        texts[column + at] = at === 0 ? pipeText(cell.text) : '';
        hanging[column + at] = cell.rowspan;
      }
      column += cell.colspan;
    }
    skipHanging();
    for (let at = 0; at < hanging.length; at++) hanging[at] = Math.max(0, (hanging[at] ?? 0) - 1);
    return texts;
  });
}

const pipeText = (text: string): string =>
  oneLine(text.replaceAll('\\', '\\\\').replaceAll('|', '\\|'), '<br>');
