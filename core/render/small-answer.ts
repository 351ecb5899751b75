/**
 * Writes the elements of an answer without large tables as JSON text: the same as `JSON.stringify` gives, without
 * creating the objects. Each cell of a table appears four times, nearly always spelled the same.
 */
import type { Element } from '../../schemas/api.ts';
import type { Table, TableCell } from '../../schemas/document.ts';
import { isLeftOut } from './elements.ts';
import type { Placed, PlacedBlock, PlacedItem, PlacedList, PlainText } from './plain-text.ts';
import { cellTags, htmlText, leastPipes, pipeText } from './table.ts';
import { type Grid, gridOf, isSingle } from './table-json.ts';

/** The elements as a JSON array. */
export function elementsJson({ blocks }: PlainText): string {
  let json = '';
  for (const placed of blocks)
    if (!isLeftOut(placed)) json += `${json === '' ? '' : ','}${elementJson(placed)}`;
  return `[${json}]`;
}

/** Fields are in the order of `elements.ts`. */
function elementJson(placed: PlacedBlock): string {
  if ('items' in placed) return listJson(placed);
  if (isTable(placed)) return tableJson(placed);
  const { node, text, offset } = placed;
  const common = fieldsJson(node.kind, text, node.page, offset);
  switch (node.kind) {
    case 'heading':
      return `{${common},"level":${node.level}}`;
    case 'image':
      return `{${common},"alt":${JSON.stringify(node.alt)},"caption":${JSON.stringify(node.caption)}}`;
    default:
      return `{${common}}`;
  }
}

const fieldsJson = (type: Element['type'], text: string, page: number | null, offset: number): string =>
  `"type":"${type}","text":${JSON.stringify(text)},"page":${page},"offset":${offset},"bbox":null`;

function listJson({ node, text, offset, items }: PlacedList): string {
  let json = '';
  for (const item of items) json += `${json === '' ? '' : ','}${itemJson(item, node.page)}`;
  return `{${fieldsJson('list', text, node.page, offset)},"ordered":${node.ordered},"items":[${json}]}`;
}

function itemJson({ text, offset, lists }: PlacedItem, page: number | null): string {
  const inner = lists.length === 0 ? '' : `,"items":[${lists.map(listJson).join(',')}]`;
  return `{${fieldsJson('list_item', text, page, offset)}${inner}}`;
}

const isTable = (placed: PlacedBlock): placed is Placed<Table> => placed.node.kind === 'table';

/** Fields are in the order of a table element. */
function tableJson({ node, text, offset }: Placed<Table>): string {
  const grid = gridOf(node);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  const texts = fieldsJson('table', text, node.page, offset);
  const markdown = pipesJson(grid, Math.max(1, width));
  return `{${texts},"markdown":"${markdown}",${markupJson(node.rows)},"rows":${grid.length},"cols":${width}}`;
}

/** `columns`: width of the pipe table. */
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
    // The delimiter row, which makes the first row the header.
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

/** The inside of a JSON string. */
const quoted = (text: string): string => JSON.stringify(text).slice(1, -1);

/** Characters that JSON, HTML or pipe tables escape: everything below a space, and these. */
const SIGNS = '"&\'<>\\|';
const BLANK = 32;
const LAST_ASCII = 127;
const IS_SIGN = Uint8Array.from({ length: LAST_ASCII + 1 }, (_, code) =>
  code < BLANK || SIGNS.includes(String.fromCharCode(code)) ? 1 : 0,
);
/** Texts up to this length are checked character by character; longer ones are rare. */
const PLAIN_CHARACTERS = 100;

/** Whether a text is written unchanged in all formats. */
function isPlain(text: string): boolean {
  if (text.length > PLAIN_CHARACTERS) return false;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    // JSON escapes a lone surrogate.
    if (code > LAST_ASCII ? (code & 0xf800) === 0xd800 : IS_SIGN[code] === 1) return false;
  }
  return true;
}
