/**
 * A JSON answer with a large table, in pieces: cells, their Markdown, their HTML, and all of it as JSON side by side would take
 * several times the memory of the document. Put together they are what `JSON.stringify` gives for the whole.
 */
import type { Element } from '../../schemas/api.ts';
import type { Table } from '../../schemas/document.ts';
import { cellField, renderElement } from './elements.ts';
import type { Placed, PlacedBlock, PlainText } from './plain-text.ts';
import { gridWidth, htmlRow, markdownLines, spreadGrid } from './table.ts';

/** Beyond this a table is written in pieces; below, all at once is quicker. */
const LARGE_TABLE_ROWS = 5_000;
const LARGE_TABLE_CELLS = 20_000;
/** What is made of a table at a time. */
const ROWS_TOGETHER = 256;
const CHARACTERS_TOGETHER = 65_536;

export const isLarge = ({ blocks }: PlainText): boolean => blocks.some(isLargeTable);

/** The answer's JSON: `head` and `tail` are what stands around the elements. */
export function* answerPieces(plain: PlainText, head: string, tail: string): Generator<string> {
  yield `${head}[`;
  let separator = '';
  for (const placed of plain.blocks) {
    if (isLargeTable(placed)) {
      yield separator;
      yield* tablePieces(placed);
    } else {
      const element = renderElement(placed);
      if (element === null) continue;
      yield separator + JSON.stringify(element);
    }
    separator = ',';
  }
  yield `]${tail}`;
}

function isLargeTable(placed: PlacedBlock): placed is Placed<Table> {
  const { node } = placed;
  if (node.kind !== 'table') return false;
  const cells = node.rows.length * (node.rows[0]?.length ?? 0);
  return node.rows.length > LARGE_TABLE_ROWS || cells > LARGE_TABLE_CELLS;
}

/** In the order of `tableElement`'s fields. */
function* tablePieces({ node, text, offset }: Placed<Table>): Generator<string> {
  const grid = spreadGrid(node);
  const type: Element['type'] = 'table';
  yield `{"type":"${type}","text":"`;
  yield* quoted(slices(text));
  yield `","page":${node.page},"offset":${offset},"bbox":null,"markdown":"`;
  yield* quoted(joined(markdownLines(grid), '\n'));
  yield '","html":"';
  yield* quoted(['<table>\n']);
  yield* quoted(joined(node.rows.values().map(htmlRow), ''));
  yield '</table>","cells":[';
  for (let at = 0; at < node.rows.length; at += ROWS_TOGETHER) {
    const rows = node.rows.slice(at, at + ROWS_TOGETHER).map(row => row.map(cellField));
    yield (at > 0 ? ',' : '') + JSON.stringify(rows).slice(1, -1);
  }
  yield `],"rows":${grid.length},"cols":${gridWidth(grid)}}`;
}

/** What stands between the quotes of a JSON string; no piece may end within a character. */
function* quoted(pieces: Iterable<string>): Generator<string> {
  for (const piece of pieces) yield JSON.stringify(piece).slice(1, -1);
}

function* slices(text: string): Generator<string> {
  for (let start = 0; start < text.length; ) {
    const end = start + CHARACTERS_TOGETHER;
    const isWithinPair = /[\ud800-\udbff]/.test(text.charAt(end - 1));
    const cut = isWithinPair ? end + 1 : end;
    yield text.slice(start, cut);
    start = cut;
  }
}

/** Many at once, as `join` would put them together. */
function* joined(lines: Iterable<string>, separator: string): Generator<string> {
  let group: string[] = [];
  let begins = '';
  for (const line of lines) {
    if (group.length === ROWS_TOGETHER) {
      yield begins + group.join(separator);
      begins = separator;
      group = [];
    }
    group.push(line);
  }
  yield begins + group.join(separator);
}
