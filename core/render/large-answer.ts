/**
 * A JSON answer with a large table, in pieces: cells, their Markdown, their HTML, and all of it as JSON side by side would take
 * several times the memory of the document. Put together they are what `JSON.stringify` gives for the whole.
 */
import type { Element } from '../../schemas/api.ts';
import type { Table } from '../../schemas/document.ts';
import { renderElement } from './elements.ts';
import { bytesOf, JsonBytes } from './json-bytes.ts';
import type { Placed, PlacedBlock, PlainText } from './plain-text.ts';
import { leastPipes } from './table.ts';
import { gridOf, writeCells, writeHtml, writePipes } from './table-json.ts';

/** Beyond this a table is written as bytes; below, text is quicker (`small-answer.ts`). */
const LARGE_TABLE_ROWS = 400;
const LARGE_TABLE_CELLS = 400;
/** What stands around a cell's text in Markdown, HTML and JSON together, and how often that is written. */
const BYTES_AROUND_TEXT = 80;
const TEXTS_OF_CELL = 4;
const LINE_END = bytesOf('\\n');
const COMMA = bytesOf(',');
/** Characters of a table's text that are written at a time. */
const CHARACTERS_TOGETHER = 65_536;

export const isLarge = ({ blocks }: PlainText): boolean => blocks.some(isLargeTable);

/** The answer's JSON at once, in memory that is taken once: to join its pieces would take it twice. */
export function wholeAnswer(plain: PlainText, head: string, tail: string): Uint8Array {
  const json = new JsonBytes(expectedBytes(plain), Number.POSITIVE_INFINITY);
  const [whole = new Uint8Array()] = answerPieces(plain, head, tail, json);
  return whole;
}

/** Rather more than there will be: memory that is not written to is not taken. */
function expectedBytes({ text, blocks }: PlainText): number {
  const cells = blocks.reduce((sum, placed) => sum + (isLargeTable(placed) ? cellsOf(placed.node) : 0), 0);
  return text.length * TEXTS_OF_CELL + cells * BYTES_AROUND_TEXT;
}

const cellsOf = ({ rows }: Table): number => rows.reduce((sum, row) => sum + row.length, 0);

/** The answer's JSON: `head` and `tail` are what stands around the elements. */
export function* answerPieces(
  plain: PlainText,
  head: string,
  tail: string,
  json = new JsonBytes(),
): Generator<Uint8Array> {
  json.rawText(`${head}[`);
  let separator = '';
  for (const placed of plain.blocks) {
    if (isLargeTable(placed)) {
      json.rawText(separator);
      yield* tablePieces(json, placed);
    } else {
      const element = renderElement(placed);
      if (element === null) continue;
      json.rawText(separator + JSON.stringify(element));
      if (json.isFull) yield json.take();
    }
    separator = ',';
  }
  json.rawText(`]${tail}`);
  yield json.take();
}

function isLargeTable(placed: PlacedBlock): placed is Placed<Table> {
  const { node } = placed;
  if (node.kind !== 'table') return false;
  const cells = node.rows.length * (node.rows[0]?.length ?? 0);
  return node.rows.length > LARGE_TABLE_ROWS || cells > LARGE_TABLE_CELLS;
}

/** In the order of `tableElement`'s fields. */
function* tablePieces(json: JsonBytes, { node, text, offset }: Placed<Table>): Generator<Uint8Array> {
  const type: Element['type'] = 'table';
  const { rows } = node;
  json.rawText(`{"type":"${type}","text":"`);
  yield* inPieces(json, Math.ceil(text.length / CHARACTERS_TOGETHER), at => {
    const start = at * CHARACTERS_TOGETHER;
    json.quoted(text, undefined, start, Math.min(text.length, start + CHARACTERS_TOGETHER));
  });
  const grid = gridOf(node);
  const width = grid.reduce((widest, row) => Math.max(widest, row.length), 0);
  const columns = Math.max(1, width);
  const least = leastPipes(grid, columns);
  json.rawText(`","page":${node.page},"offset":${offset},"bbox":null,"markdown":"`);
  yield* inPieces(json, grid.length, at => {
    if (at > 0) json.raw(LINE_END);
    const row = grid[at] ?? [];
    writePipes(json, row, at === 0 ? columns : Math.max(least, row.length));
    // Below the first row stands what makes it the head.
    if (at === 0) json.rawText(`\\n|${' --- |'.repeat(columns)}`);
  });
  json.rawText('","html":"<table>\\n');
  yield* inPieces(json, rows.length, at => writeHtml(json, rows[at] ?? []));
  json.rawText('</table>","cells":[');
  yield* inPieces(json, rows.length, at => {
    if (at > 0) json.raw(COMMA);
    writeCells(json, rows[at] ?? []);
  });
  json.rawText(`],"rows":${grid.length},"cols":${width}}`);
}

function* inPieces(json: JsonBytes, count: number, write: (at: number) => void): Generator<Uint8Array> {
  for (let at = 0; at < count; ) {
    at = writeUntilFull(json, at, count, write);
    if (json.isFull) yield json.take();
  }
}

/** Beside the generator, in which V8 would compile no loop that is under way. */
function writeUntilFull(json: JsonBytes, from: number, count: number, write: (at: number) => void): number {
  let at = from;
  while (at < count && !json.isFull) write(at++);
  return at;
}
