/** Writes a table's fields as JSON, row by row: what `JSON.stringify` gives for the Markdown, HTML and cells of its element. */
import type { Table, TableCell } from '../../schemas/document.ts';
import { bytesOf, type JsonBytes, replacementsWith } from './json-bytes.ts';
import { cellTags, HTML_SIGNS, PIPE_SIGNS, pipeText, spreadGrid } from './table.ts';

/** The texts of a table's grid positions. */
export type Grid = readonly (readonly Pick<TableCell, 'text'>[])[];

export function gridOf(table: Table): Grid {
  const isPlain = table.rows.every(row => row.every(isSingle));
  return isPlain ? table.rows : spreadGrid(table).map(row => row.map(text => ({ text })));
}

export const isSingle = ({ colspan, rowspan }: TableCell): boolean => colspan === 1 && rowspan === 1;

const OF_PIPES = replacementsWith(PIPE_SIGNS);
const OF_HTML = replacementsWith(HTML_SIGNS);

const PIPE = bytesOf('|');
const BEFORE_TEXT = bytesOf(' ');
const BEHIND_TEXT = bytesOf(' |');

/** Writes a line of the pipe table, `width` positions wide. */
export function writePipes(json: JsonBytes, row: Grid[number], width: number): void {
  json.raw(PIPE);
  for (let at = 0; at < width; at++) {
    const text = row[at]?.text ?? '';
    if (text.includes('\n')) json.field(BEFORE_TEXT, pipeText(text), undefined, BEHIND_TEXT);
    else json.field(BEFORE_TEXT, text, OF_PIPES, BEHIND_TEXT);
  }
}

const ROW_BEGIN = bytesOf('  <tr>\\n');
const ROW_END = bytesOf('  </tr>\\n');
const CELL_BEGIN = bytesOf('    <td>');
const CELL_END = bytesOf('</td>\\n');

export function writeHtml(json: JsonBytes, row: readonly TableCell[]): void {
  json.raw(ROW_BEGIN);
  for (let at = 0; at < row.length; at++) {
    const cell = row[at];
    if (cell !== undefined) writeHtmlCell(json, cell);
  }
  json.raw(ROW_END);
}

function writeHtmlCell(json: JsonBytes, cell: TableCell): void {
  if (isSingle(cell) && !cell.header) {
    json.field(CELL_BEGIN, cell.text, OF_HTML, CELL_END);
    return;
  }
  const [begin, end] = cellTags(cell);
  json.quoted(`    ${begin}`);
  json.quoted(cell.text, OF_HTML);
  json.quoted(`${end}\n`);
}

const CELLS_BEGIN = bytesOf('[');
const CELLS_END = bytesOf(']');
const FIRST_CELL = bytesOf('{"text":"');
const NEXT_CELL = bytesOf(',{"text":"');
const USUAL_FIELDS = bytesOf('","colspan":1,"rowspan":1,"header":false}');

export function writeCells(json: JsonBytes, row: readonly TableCell[]): void {
  json.raw(CELLS_BEGIN);
  for (let at = 0; at < row.length; at++) {
    const cell = row[at];
    if (cell === undefined) continue;
    const { text, colspan, rowspan, header } = cell;
    const begin = at === 0 ? FIRST_CELL : NEXT_CELL;
    if (isSingle(cell) && !header) json.field(begin, text, undefined, USUAL_FIELDS);
    else {
      json.raw(begin);
      json.quoted(text);
      json.rawText(`","colspan":${colspan},"rowspan":${rowspan},"header":${header}}`);
    }
  }
  json.raw(CELLS_END);
}
