/** Distinguishes pictures of tables from charts and screenshots: a table contains nearly all words of the picture. */

import { findTables } from '../../../layout/one-page/tables/find.ts';
import type { PageContent, TextItem } from '../../../layout/page/content.ts';
import { type Placement, rulesFrom, shadingsFrom } from '../../../layout/recognized/items.ts';
import type { RecognizedPage } from '../../../ocr/engine.ts';

/** Least share of the words that are in cells; titles, sources and notes are around a table. */
const LEAST_SHARE = 0.75;
/** Least number of words in the picture, some of which OCR may have invented. */
const LEAST_WORDS = 4;
/**
 * Without any line or stripe, labels of a chart stand in rows and columns, too: a table has at least this many rows and
 * columns, …
 */
const LEAST_OPEN = { rows: 3, columns: 3 };
/** … with at least these shares of cells filled, and filled with numbers: the cells of a diagram contain words. */
const LEAST_FILLED = 0.6;
const LEAST_FIGURES = 0.25;

/** Whether a picture shows a table and little else. `items` are its words, on the page around it. */
export function isTable(recognized: RecognizedPage, items: TextItem[], placement: Placement): boolean {
  if (items.length < LEAST_WORDS) return false;
  const { left, top, scale } = placement;
  const page: PageContent = {
    number: 1,
    width: left + recognized.width / scale,
    height: top + recognized.height / scale,
    items,
    rules: rulesFrom(recognized.rules, placement),
    shadings: shadingsFrom(recognized, placement),
    curves: [],
    pictures: [],
  };
  const tables = findTables(page, []).filter(table => table.kind !== 'unruled' || isFull(table.rows));
  const words = new Set(tables.flatMap(table => table.pieces.map(({ item }) => item)));
  return words.size >= LEAST_SHARE * items.length;
}

function isFull(rows: readonly (readonly { text: string }[])[]): boolean {
  const cells = rows.flat();
  const columns = Math.max(...rows.map(row => row.length));
  if (rows.length < LEAST_OPEN.rows || columns < LEAST_OPEN.columns) return false;
  const [filled, figures] = [/\S/, /\p{N}/u].map(some => cells.filter(cell => some.test(cell.text)).length);
  return (filled ?? 0) >= LEAST_FILLED * cells.length && (figures ?? 0) >= LEAST_FIGURES * cells.length;
}
