/** Reads tables as the author's program tagged them (ISO 32000-1, 14.8.4.3.4), if they are also laid out as tables. */

import type { TableCell } from '../../../../../schemas/document.ts';
import { ARTIFACT, type PageContent, type Rectangle } from '../../page/content.ts';
import { around, holdsCentre, median, middleX } from '../../page/geometry.ts';
import type { TaggedCell, TaggedRow, TaggedTable } from '../../page/hints.ts';
import type { FoundTable } from '../../page/table.ts';
import { isFilled } from './shape/draft.ts';
import { cellText } from './shape/text.ts';
import { areBold, toWords, type Word } from './shape/words.ts';
import { joinedBeside, wordsOf } from './tagged-beside.ts';

/**
 * A tagged table fills at least this share of its grid and contains at most so many words in a cell, because tags for
 * tables are also used to lay out pages.
 */
const GRID_SHARE = 0.9;
const CELL_WORDS_MEAN = 25;
const CELL_WORDS_MAX = 150;
/**
 * Largest share of texts under a column other than their own: spreadsheets leave cells out of rows, and the next ones
 * move up.
 */
const MISPLACED_SHARE_MAX = 0.1;
/** Letters of one word are at most this far apart. */
const TOUCHING_EM = 0.1;
/** Higher than the score of tables found by lines and gaps. */
const TABLE_SCORE = 20;
/** Texts of a column may begin this far left of the others. */
const CELL_PADDING_PT = 2;
const TABLE_CELLS_MAX = 5_000;
const GRID_PLACES_MAX = 100_000;

/** A cell at its position in the grid. */
interface Placed extends TaggedCell {
  row: number;
  column: number;
  words: Word[];
}

export function taggedTables(page: PageContent): FoundTable[] {
  const tables = page.tags?.tables ?? [];
  if (tables.length === 0) return [];
  const words = Map.groupBy(toWords(page.items), word => page.items[word.item]?.markedContent ?? -1);
  return joinedBeside(tables, words).flatMap(table => {
    const { rows: drawn, first, last, total } = drawnHere(table, words);
    const rows = withoutBareRows(drawn);
    const { cells, taken } = withStrayTexts(
      withTitlesAcross(withoutEmptyColumns(placed(rows, words))),
      words,
    );
    const columns = Math.max(0, ...cells.map(cell => cell.column + cell.colspan));
    if (!isTable(cells, total, columns)) return [];
    const part = { first, last, total };
    return [{ ...tableOf({ cells, taken }, rows.length, columns), ...(drawn.length < total && { part }) }];
  });
}

/** Removes rows without cells, whose places are all covered by spans from above; those spans become shorter. */
function withoutBareRows(rows: readonly TaggedRow[]): readonly TaggedRow[] {
  if (rows.every(row => row.length > 0)) return rows;
  return rows.flatMap((row, at) => {
    if (row.length === 0) return [];
    const bareIn = (rowspan: number) =>
      rows.slice(at, at + rowspan).filter(({ length }) => length === 0).length;
    return [row.map(cell => ({ ...cell, rowspan: cell.rowspan - bareIn(cell.rowspan) }))];
  });
}

/** Rows of a table on one page: those numbered from `first` to `last`, with a repeated head before them. */
interface Part extends TaggedTable {
  last: number;
}

/**
 * Removes rows that are drawn on other pages. A line of a row may be drawn on the next page, and a head that is drawn
 * again on each page is tagged once: the rows between it and the first row with text are elsewhere.
 */
function drawnHere({ rows, first, total }: TaggedTable, words: ReadonlyMap<number, Word[]>): Part {
  const whole = { rows, first, last: first + rows.length - 1, total };
  const again = rowsDrawnAgain(rows, words);
  if (rows.length === total && first === 0 && again === 0) return whole;
  const hasText = (row: TaggedRow) => isDrawn(row, words);
  const from = rows.findIndex(hasText);
  const to = rows.findLastIndex(hasText);
  if (from < 0) return whole;
  const head = first + from === 0 ? rows.slice(0, again) : [];
  const body = rows.findIndex((row, at) => at >= from + head.length && hasText(row));
  return { rows: [...head, ...rows.slice(body, to + 1)], first: first + body, last: first + to, total };
}

const isDrawn = (row: TaggedRow, words: ReadonlyMap<number, Word[]>): boolean =>
  row.some(cell => cell.identifiers.some(identifier => words.has(identifier)));

/** Returns the first rows, as long as they have only head cells. */
function headOf(rows: readonly TaggedRow[]): readonly TaggedRow[] {
  const end = rows.findIndex(row => row.length === 0 || !row.every(cell => cell.header));
  return end < 0 ? [] : rows.slice(0, end);
}

/**
 * Returns the number of rows in a head that is drawn again: it is tagged as a head, or there is no room for the rows
 * without text between it and the next text.
 */
function rowsDrawnAgain(rows: readonly TaggedRow[], words: ReadonlyMap<number, Word[]>): number {
  if (hasRepeatedHead(rows, words)) return headOf(rows).length;
  const blank = rows.findIndex(row => row.length > 0 && !isDrawn(row, words));
  const next = rows.findIndex((row, at) => at > blank && isDrawn(row, words));
  if (blank < 1 || next < 0) return 0;
  const [above, below] = [wordsOf(rows[blank - 1] ?? [], words), wordsOf(rows[next] ?? [], words)];
  const room = around(below).top - around(above).bottom;
  // A blank row is at least as high as a line.
  return room < (next - blank) * (below[0]?.size ?? 0) ? blank : 0;
}

/** Whether the head is drawn on the page, and after rows without text some rows with text. */
function hasRepeatedHead(rows: readonly TaggedRow[], words: ReadonlyMap<number, Word[]>): boolean {
  const head = headOf(rows);
  const next = rows[head.length];
  if (next === undefined || !head.some(row => isDrawn(row, words)) || isDrawn(next, words)) return false;
  return rows.slice(head.length).some(row => isDrawn(row, words));
}

/** The cells, and the positions of the grid that they cover, as `row column`. */
interface Grid {
  cells: Placed[];
  taken: ReadonlySet<string>;
}

/** Fills rows from the left, as in HTML: positions that a span from above covers are skipped. */
function placed(rows: readonly TaggedRow[], words: ReadonlyMap<number, Word[]>): Grid {
  const taken = new Set<string>();
  if (rows.reduce((sum, row) => sum + row.length, 0) > TABLE_CELLS_MAX) return { cells: [], taken };
  const cells = rows.flatMap((row, at) => {
    let column = 0;
    return row.map((cell): Placed => {
      if (taken.size > GRID_PLACES_MAX) return { ...cell, row: at, column: column++, words: [] };
      while (taken.has(`${at} ${column}`)) column++;
      const rowspan = Math.min(cell.rowspan, rows.length - at);
      const place = { ...cell, rowspan, row: at, column };
      for (let r = at; r < at + rowspan; r++)
        for (let c = column; c < column + cell.colspan; c++) taken.add(`${r} ${c}`);
      column += cell.colspan;
      return { ...place, words: cell.identifiers.flatMap(identifier => words.get(identifier) ?? []) };
    });
  });
  return { cells, taken };
}

/** Removes columns in which no text begins: spreadsheets tag each column of the sheet over which a wide cell lies. */
function withoutEmptyColumns({ cells, taken }: Grid): Grid {
  const begun = new Set(cells.filter(isFilled).map(cell => cell.column));
  const last = Math.max(0, ...cells.map(cell => cell.column + cell.colspan));
  if (begun.size === 0 || begun.size === last || taken.size > GRID_PLACES_MAX) return { cells, taken };
  // The number of kept columns before each position.
  const before = [0];
  for (let column = 0; column < last; column++) before.push((before.at(-1) ?? 0) + Number(begun.has(column)));
  const placeOf = (column: number) => before[Math.min(column, last)] ?? 0;
  const kept = cells.flatMap(cell => {
    const column = placeOf(cell.column);
    const colspan = placeOf(cell.column + cell.colspan) - column;
    return colspan > 0 ? [{ ...cell, column, colspan }] : [];
  });
  const places = [...taken].flatMap(place => {
    const [row, column = 0] = place.split(' ').map(Number);
    return begun.has(column) ? [`${row} ${placeOf(column)}`] : [];
  });
  return { cells: kept, taken: new Set(places) };
}

/**
 * Extends titles over their columns. Excel tags a text that extends over the empty cells beside it in the last of them:
 * alone in its row, beginning where the first column does.
 */
function withTitlesAcross({ cells, taken }: Grid): Grid {
  const columns = Math.max(0, ...cells.map(cell => cell.column + cell.colspan));
  const rows = [...Map.groupBy(cells, cell => cell.row).values()];
  const beside = rows.map(row => row.filter(isFilled)).filter(row => row.length > 1);
  const next = Math.min(...beside.flat().map(cell => (cell.column > 0 ? around(cell.words).left : Infinity)));
  const titles = rows.flatMap(row => {
    const [title, ...more] = row.filter(isFilled);
    const isLast = title?.column === columns - 1 && more.length === 0;
    const isOfRow = row.length === columns && row.every(({ rowspan }) => rowspan === 1);
    const isFirst = Number.isFinite(next) && title !== undefined && around(title.words).left < next;
    return isLast && isOfRow && isFirst ? [title] : [];
  });
  if (titles.length === 0 || columns < 2) return { cells, taken };
  const across = new Map(titles.map(title => [title.row, { ...title, column: 0, colspan: columns }]));
  return {
    cells: rows.flatMap(row => {
      const title = across.get(row[0]?.row ?? -1);
      return title ? [title] : row;
    }),
    taken,
  };
}

/**
 * Fills empty cells with the text at their place, whatever else that is tagged as: otherwise it would be read apart
 * from its table.
 */
function withStrayTexts(grid: Grid, words: ReadonlyMap<number, Word[]>): Grid {
  const filled = grid.cells.filter(isFilled);
  if (filled.length === 0 || filled.length === grid.cells.length) return grid;
  const region = around(filled.flatMap(cell => cell.words));
  const own = new Set(grid.cells.flatMap(cell => cell.identifiers));
  const stray = [...words].flatMap(([identifier, some]) =>
    own.has(identifier) || identifier === ARTIFACT ? [] : some,
  );
  const inside = stray.filter(
    ({ top, bottom }) => (top + bottom) / 2 > region.top && (top + bottom) / 2 < region.bottom,
  );
  if (inside.length === 0) return grid;
  const placeOf = placesOf(filled);
  const cells = grid.cells.map(cell => {
    const place = isFilled(cell) ? null : placeOf(cell);
    const found = place === null ? [] : inside.filter(word => holdsCentre(place, word));
    return found.length > 0 ? { ...cell, words: found } : cell;
  });
  return { ...grid, cells };
}

/**
 * Returns a function that gives a cell's place: level with other cells of its rows, in its columns, from the first text
 * of one column to that of the next.
 */
function placesOf(filled: readonly Placed[]): (cell: Placed) => Rectangle | null {
  const starts = new Map<number, number>();
  for (const { column, words } of filled)
    starts.set(column, Math.min(starts.get(column) ?? Infinity, around(words).left));
  const startOf = (column: number) => starts.get(column) ?? Infinity;
  return ({ row, rowspan, column, colspan }) => {
    const beside = filled.filter(cell => cell.row < row + rowspan && cell.row + cell.rowspan > row);
    const left = startOf(column);
    if (beside.length === 0 || !Number.isFinite(left)) return null;
    const { top, bottom } = around(beside.flatMap(({ words }) => words));
    return { left: left - CELL_PADDING_PT, right: startOf(column + colspan) - CELL_PADDING_PT, top, bottom };
  };
}

/**
 * Whether cells are a table: at least two by two, without gaps, with text in at least two columns, texts where their
 * positions in the grid put them, and no page laid out as a table.
 */
function isTable(cells: readonly Placed[], total: number, columns: number): boolean {
  const rows = Math.max(0, ...cells.map(cell => cell.row + cell.rowspan));
  const filled = cells.filter(isFilled);
  const area = cells.reduce((sum, cell) => sum + cell.rowspan * cell.colspan, 0);
  const words = filled.reduce((sum, cell) => sum + cell.words.length, 0);
  return (
    total >= 2 &&
    columns >= 2 &&
    new Set(filled.map(cell => cell.column)).size >= 2 &&
    area >= GRID_SHARE * rows * columns &&
    words <= CELL_WORDS_MEAN * filled.length &&
    filled.every(cell => cell.words.length <= CELL_WORDS_MAX) &&
    isInOrder(filled) &&
    areUnderColumns(filled) &&
    !filled.some((cell, at) => cutsWord(filled[at - 1], cell))
  );
}

/** Whether almost no text ends left of the middle of a column before its own. */
function areUnderColumns(filled: readonly Placed[]): boolean {
  const single = filled.filter(({ colspan }) => colspan === 1);
  const columns = [...Map.groupBy(single, ({ column }) => column)].sort(([one], [other]) => one - other);
  let before = Number.NEGATIVE_INFINITY;
  let misplaced = 0;
  for (const [, cells] of columns) {
    const places = cells.map(({ words }) => around(words));
    misplaced += places.filter(({ right }) => right < before).length;
    before = Math.max(before, median(places.map(middleX)));
  }
  return misplaced < MISPLACED_SHARE_MAX * single.length || misplaced === 0;
}

/** Whether a word continues from one cell into the next: converters of print streams tag what they take for rows and columns. */
function cutsWord(before: Placed | undefined, { row, words }: Placed): boolean {
  const [last, first] = [before?.words.at(-1), words[0]];
  return (
    before?.row === row &&
    last !== undefined &&
    first !== undefined &&
    !first.spaceBefore &&
    first.baseline === last.baseline &&
    Math.abs(first.left - last.right) < TOUCHING_EM * first.size &&
    /[\p{L}\p{N}]$/u.test(last.text) &&
    /^[\p{L}\p{N}]/u.test(first.text)
  );
}

function isInOrder(filled: readonly Placed[]): boolean {
  return filled.every((cell, at) => {
    const before = filled[at - 1];
    if (before === undefined) return true;
    const [one, other] = [around(before.words), around(cell.words)];
    const slack = cell.words[0]?.size ?? 0;
    return before.row === cell.row ? other.left > one.left : other.bottom > one.top - slack;
  });
}

function tableOf(grid: Grid, rows: number, columns: number): FoundTable {
  const cells = [...grid.cells, ...gapsOf(grid, rows, columns)];
  const region = around(cells.flatMap(cell => cell.words));
  const headerRows = headRowsOf(grid.cells, rows);
  const toCell = ({ words, colspan, rowspan, header, row }: Placed): TableCell => ({
    text: cellText(words),
    colspan,
    rowspan,
    header: header || row < headerRows,
  });
  const byRow = Map.groupBy(cells, cell => cell.row);
  const inRow = (row: number) => (byRow.get(row) ?? []).sort((one, other) => one.column - other.column);
  return {
    kind: 'ruled',
    region,
    rows: Array.from({ length: rows }, (_, row) => inRow(row).map(toCell)),
    columns: edgesOf(cells, columns, region.right),
    headerRows,
    pieces: cells.flatMap(cell => cell.words.map(({ item }) => ({ item }))).sort((a, b) => a.item - b.item),
    score: TABLE_SCORE,
  };
}

/**
 * Returns cells for the empty positions of the grid, because some programs leave out the last cells of a row if they
 * are empty.
 */
function gapsOf({ taken }: Grid, rows: number, columns: number): Placed[] {
  if (taken.size > GRID_PLACES_MAX || rows * columns > GRID_PLACES_MAX) return [];
  const empty = { colspan: 1, rowspan: 1, header: false, identifiers: [], words: [] };
  const gaps: Placed[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++)
      if (!taken.has(`${row} ${column}`)) gaps.push({ ...empty, row, column });
  return gaps;
}

/** Returns the number of head rows: rows of head cells, or, where no cell is one, the first row if it alone is bold. */
function headRowsOf(cells: readonly Placed[], rows: number): number {
  const filledIn = (row: number) => cells.filter(cell => cell.row === row && isFilled(cell));
  if (cells.some(cell => cell.header)) {
    let head = 0;
    while (head < rows && cells.filter(cell => cell.row === head).every(cell => cell.header)) head++;
    return head < rows ? head : 0;
  }
  const isBold = (row: readonly Placed[]) => row.length > 0 && row.every(cell => areBold(cell.words));
  const others = Array.from({ length: rows - 1 }, (_, at) => filledIn(at + 1));
  return isBold(filledIn(0)) && !others.some(isBold) ? 1 : 0;
}

/** Returns where the text of each column begins, and the right end of all. */
function edgesOf(cells: readonly Placed[], columns: number, right: number): number[] {
  const edges: number[] = [];
  for (let column = 0; column < columns; column++) {
    const lefts = cells
      .filter(cell => cell.column === column)
      .flatMap(cell => cell.words.map(word => word.left));
    edges.push(lefts.length > 0 ? Math.min(...lefts) : (edges.at(-1) ?? 0));
  }
  return [...edges, right];
}
