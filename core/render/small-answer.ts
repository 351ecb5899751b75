/**
 * The elements of an answer without large tables as JSON: what `JSON.stringify` gives for them. Each cell stands in it four times, and
 * nearly all are written alike each time, so tables are put together as text instead of as objects with texts that are quoted afterwards.
 */
import type { Element } from '../../schemas/api.ts';
import type { Table, TableCell } from '../../schemas/document.ts';
import { renderElement } from './elements.ts';
import type { Placed, PlainText } from './plain-text.ts';
import { cellTags, htmlText, leastPipes, pipeText } from './table.ts';
import { type Grid, gridOf, isSingle } from './table-json.ts';

/** The elements' array. */
export function elementsJson({ blocks }: PlainText): string {
  const written: string[] = [];
  let others: Element[] = [];
  for (const placed of blocks) {
    if (isTable(placed)) {
      if (placed.node.rows.length === 0) continue;
      writeOthers(written, others);
      others = [];
      written.push(tableJson(placed));
    } else {
      const element = renderElement(placed);
      if (element !== null) others.push(element);
    }
  }
  writeOthers(written, others);
  return `[${written.join(',')}]`;
}

const isTable = (placed: PlainText['blocks'][number]): placed is Placed<Table> =>
  placed.node.kind === 'table';

function writeOthers(written: string[], others: readonly Element[]): void {
  if (others.length > 0) written.push(JSON.stringify(others).slice(1, -1));
}

/** In the order of a table element's fields. */
function tableJson({ node, text, offset }: Placed<Table>): string {
  const type: Element['type'] = 'table';
  const grid = gridOf(node);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  const texts = `"type":"${type}","text":${JSON.stringify(text)},"page":${node.page},"offset":${offset},"bbox":null`;
  const markdown = pipesJson(grid, Math.max(1, width));
  return `{${texts},"markdown":"${markdown}",${markupJson(node.rows)},"rows":${grid.length},"cols":${width}}`;
}

/** `columns`: of the pipe table. */
function pipesJson(grid: Grid, columns: number): string {
  const least = leastPipes(grid, columns);
  let json = '';
  for (let at = 0; at < grid.length; at++) {
    const row = grid[at] ?? [];
    const width = at === 0 ? columns : Math.max(least, row.length);
    json += at === 0 ? '|' : '\\n|';
    for (let place = 0; place < width; place++) {
      const text = row[place]?.text ?? '';
      json += ` ${isPlain(text) ? text : quoted(pipeText(text))} |`;
    }
    // Below the first row stands what makes it the head.
    if (at === 0) json += `\\n|${' --- |'.repeat(columns)}`;
  }
  return json;
}

/** The fields `html` and `cells`. */
function markupJson(rows: readonly (readonly TableCell[])[]): string {
  let html = '';
  let cells = '';
  for (let at = 0; at < rows.length; at++) {
    html += '  <tr>\\n';
    cells += at === 0 ? '[' : ',[';
    let separator = '';
    for (const cell of rows[at] ?? []) {
      const { text } = cell;
      const isPlainText = isPlain(text);
      const inHtml = isPlainText ? text : quoted(htmlText(text));
      html += isSingle(cell) && !cell.header ? `    <td>${inHtml}</td>\\n` : inTags(cell, inHtml);
      cells += `${separator}{"text":"${isPlainText ? text : quoted(text)}${fieldsOf(cell)}`;
      separator = ',';
    }
    html += '  </tr>\\n';
    cells += ']';
  }
  return `"html":"<table>\\n${html}</table>","cells":[${cells}]`;
}

function inTags(cell: TableCell, inHtml: string): string {
  const [begin, end] = cellTags(cell);
  return `    ${quoted(begin)}${inHtml}${end}\\n`;
}

const USUAL_FIELDS = '","colspan":1,"rowspan":1,"header":false}';

function fieldsOf(cell: TableCell): string {
  if (isSingle(cell) && !cell.header) return USUAL_FIELDS;
  return `","colspan":${cell.colspan},"rowspan":${cell.rowspan},"header":${cell.header}}`;
}

/** What stands between the quotes of a string of JSON. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Characters that JSON, HTML or pipe tables write otherwise: all below a blank, and these. */
const SIGNS = '"&\'<>\\|';
const BLANK = 32;
const LAST_ASCII = 127;
const IS_SIGN = Uint8Array.from({ length: LAST_ASCII + 1 }, (_, code) =>
  code < BLANK || SIGNS.includes(String.fromCharCode(code)) ? 1 : 0,
);
/** Looked at one by one; longer texts are few. */
const PLAIN_CHARACTERS = 100;

/** Whether a text stands for itself wherever it is written. */
function isPlain(text: string): boolean {
  if (text.length > PLAIN_CHARACTERS) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // JSON writes half of a pair of surrogates otherwise.
    if (code > LAST_ASCII ? (code & 0xf800) === 0xd800 : IS_SIGN[code] === 1) return false;
  }
  return true;
}
