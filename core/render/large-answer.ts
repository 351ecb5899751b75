/**
 * Writes a JSON answer with a large table in pieces: its cells, Markdown, HTML and the JSON of all of them side by side
 * would take several times the document's memory. Together the pieces equal what `JSON.stringify` gives for the whole.
 */
import type { Element } from '../../schemas/api.ts';
import type { Table } from '../../schemas/document.ts';
import { renderElement } from './elements.ts';
import { bytesOf, JsonBytes } from './json-bytes.ts';
import type { Placed, PlacedBlock, PlainText } from './plain-text.ts';
import { leastPipes } from './table.ts';
import { gridOf, writeCells, writeHtml, writePipes } from './table-json.ts';

/** A table above either limit is written as bytes; below, text is faster (`small-answer.ts`). */
const LARGE_TABLE_ROWS = 400;
const LARGE_TABLE_CELLS = 400;
/** Bytes of a piece: a pipe transfers one in a few turns. */
const PIECE_BYTES = 1_000_000;
const LINE_END = bytesOf('\\n');
const COMMA = bytesOf(',');
/** Characters of a table's text that are written at once. */
const CHARACTERS_TOGETHER = 65_536;

export const isLarge = ({ blocks }: PlainText): boolean => blocks.some(isLargeTable);

/** The answer's JSON. `head` and `tail`: what surrounds the elements. */
export function* answerPieces(plain: PlainText, head: string, tail: string): Generator<Uint8Array> {
  const json = new JsonBytes();
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
      if (json.length >= PIECE_BYTES) yield json.take();
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

/** Writes fields in the order of `tableElement`. */
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
    // The delimiter row, which makes the first row the header.
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
    if (json.length >= PIECE_BYTES) yield json.take();
  }
}

/** Outside the generator, because V8 does not optimise a loop that is already running in one. */
function writeUntilFull(json: JsonBytes, from: number, count: number, write: (at: number) => void): number {
  let at = from;
  while (at < count && json.length < PIECE_BYTES) write(at++);
  return at;
}
