/**
 * Examines the tree before it is read: whether each table contains data or only lays out the page, and whether each
 * definition list is a list or running text under terms. Elements that are lists and tables only by their role, or only
 * in Word, are converted; frames get the pages that they contain. Linear in the tree, however deep tables are nested.
 */

import { takeCodeLines } from './code-lines.ts';
import { DocsNumbers } from './docs-numbers.ts';
import type { Frames } from './frames.ts';
import { nestListLevels } from './list-levels.ts';
import { MarkersBeside } from './markers-beside.ts';
import { arrangeMath } from './mathml.ts';
import { nameSet } from './name-set.ts';
import { isBesideCode, isCalledLineNumber } from './page-aids.ts';
import { takeRole } from './roles.ts';
import { StyleBoxes } from './style-boxes.ts';
import { showTex } from './tex-scripts.ts';
import { attribute, type HtmlDocument, type HtmlElement, isElement, traverse } from './tree.ts';
import { gatherWordLists } from './word-lists.ts';

export interface Survey {
  /** Tables whose cells are read as running text, in order. */
  layoutTables: Set<HtmlElement>;
  /** Definition lists whose definitions contain more than a list item can: code, tables, several paragraphs, lists. */
  runningDefinitions: Set<HtmlElement>;
  /** Elements that are line numbers by their class or style and contain only digits. */
  figures: Set<HtmlElement>;
  boxes: StyleBoxes;
}

interface TableSigns {
  element: HtmlElement;
  cells: number;
  /** Number of cells in each row. */
  rowWidths: number[];
  /** Number of cells with text in the row being read, and in the fullest one. */
  filledInRow: number;
  fullestRow: number;
  /** Number of rows with at least two cells with text. */
  filledRows: number;
  /** Number of characters before the cell being read, and of the longest cell. */
  charactersBefore: number;
  longestCell: number;
  headerCells: number;
  /**
   * Number of paragraphs, headings, lists and forms, which pages contain and data cells rarely do. Rules do not count:
   * old statements draw them above sums.
   */
  flowElements: number;
  nestedTables: number;
  textCharacters: number;
  /** Number of caption, thead, tfoot, colgroup, scope and headers, which nobody writes for layout. */
  dataMarkup: number;
  /** Whether it is a program beside the numbers of its lines. */
  isListing: boolean;
}

const FLOW = nameSet(
  'h1 h2 h3 h4 h5 h6 form article section nav header footer main center iframe fieldset blockquote',
);
const DATA_MARKUP = new Set(['caption', 'thead', 'tfoot', 'colgroup']);
const RUNNING = new Set(['pre', 'table', 'h1', 'h2', 'h3', 'h4', 'h5', 'h6', 'blockquote']);

export function survey(document: HtmlDocument, frames: Frames): Survey {
  const sets = { layoutTables: new Set<HtmlElement>(), runningDefinitions: new Set<HtmlElement>() };
  const result: Survey = { ...sets, figures: new Set(), boxes: new StyleBoxes() };
  const numbers: { element: HtmlElement; wordsBefore: number }[] = [];
  let words = 0;
  const docsNumbers = new DocsNumbers();
  const tables: TableSigns[] = [];
  const markers = new MarkersBeside();
  const definitions: { element: HtmlElement; paragraphs: number }[] = [];
  traverse(
    document,
    node => {
      const table = tables.at(-1);
      if (!isElement(node)) {
        if (numbers.length > 0 && 'value' in node && /[^\d\s]/.test(node.value)) words++;
        if (table && 'value' in node) table.textCharacters += node.value.trim().length;
        return false;
      }
      if (isCalledLineNumber(node)) numbers.push({ element: node, wordsBefore: words });
      if (node.tagName === 'style') {
        result.boxes.addSheet(node);
        docsNumbers.addSheet(node);
      }
      docsNumbers.take(node);
      if (node.tagName === 'iframe') frames.open(node);
      if (node.tagName === 'script') showTex(node);
      arrangeMath(node);
      takeRole(node);
      takeCodeLines(node);
      arrangeLists(node);
      if (table) noteElement(table, node);
      noteDefinition(definitions, result.runningDefinitions, node);
      if (node.tagName === 'table') {
        if (table) table.nestedTables++;
        tables.push(signsOf(node));
      }
      if (node.tagName === 'dl') definitions.push({ element: node, paragraphs: 0 });
      return true;
    },
    element => {
      if (element.tagName === 'dl') definitions.pop();
      const table = tables.at(-1);
      markers.leave(element);
      if (numbers.at(-1)?.element === element && numbers.pop()?.wordsBefore === words) {
        result.figures.add(element);
        if (table !== undefined && isBesideCode(element)) table.isListing = true;
      }
      if (element.tagName === 'td' || element.tagName === 'th') noteCellEnd(table);
      if (table?.element !== element) return;
      tables.pop();
      const outer = tables.at(-1);
      if (outer) outer.textCharacters += table.textCharacters;
      const isLaidOut = isLayout(table);
      if (isLaidOut) result.layoutTables.add(element);
      markers.takeTable(element, isLaidOut);
    },
  );
  return result;
}

/** Arranges lists. One pass over the children first finds out whether there is anything to do, which is rare. */
function arrangeLists(parent: HtmlElement): void {
  let paragraphs = 0;
  let lists = 0;
  for (const { nodeName } of parent.childNodes) {
    if (nodeName === 'p') paragraphs++;
    else if (nodeName === 'ul' || nodeName === 'ol') lists++;
  }
  if (paragraphs > 0) gatherWordLists(parent);
  if (lists > 1) nestListLevels(parent);
}

function noteDefinition(
  open: { element: HtmlElement; paragraphs: number }[],
  running: Set<HtmlElement>,
  { tagName }: HtmlElement,
): void {
  const top = open.at(-1);
  if (top === undefined) return;
  if (tagName === 'dd' || tagName === 'dt') top.paragraphs = 0;
  if (tagName === 'p') top.paragraphs++;
  if (!RUNNING.has(tagName) && top.paragraphs <= 1) return;
  // If an element contains running text, so do all around it; where one is known to, all outside it are known already.
  for (let at = open.length - 1; at >= 0; at--) {
    const element = open[at]?.element;
    if (element === undefined || running.has(element)) break;
    running.add(element);
  }
}

function signsOf(element: HtmlElement): TableSigns {
  const counts = { cells: 0, filledInRow: 0, fullestRow: 0, filledRows: 0, headerCells: 0, nestedTables: 0 };
  const lengths = { textCharacters: 0, charactersBefore: 0, longestCell: 0 };
  return { element, ...counts, ...lengths, rowWidths: [], flowElements: 0, dataMarkup: 0, isListing: false };
}

function noteElement(table: TableSigns, element: HtmlElement): void {
  const name = element.tagName;
  if (name === 'tr') {
    table.filledInRow = 0;
    table.rowWidths.push(0);
  } else if (name === 'td' || name === 'th') {
    table.cells++;
    table.charactersBefore = table.textCharacters;
    table.rowWidths.push((table.rowWidths.pop() ?? 0) + 1);
    if (name === 'th') table.headerCells++;
    if (attribute(element, 'scope') !== undefined || attribute(element, 'headers') !== undefined)
      table.dataMarkup++;
  } else if (DATA_MARKUP.has(name)) table.dataMarkup++;
  else if (FLOW.has(name)) table.flowElements++;
}

function noteCellEnd(table: TableSigns | undefined): void {
  if (table === undefined) return;
  const characters = table.textCharacters - table.charactersBefore;
  table.longestCell = Math.max(table.longestCell, characters);
  if (characters === 0) return;
  table.filledInRow++;
  table.fullestRow = Math.max(table.fullestRow, table.filledInRow);
  if (table.filledInRow === 2) table.filledRows++;
}

/** Weights of the signs, in votes for data; fitted by eye on the corpora's pages and mails. */
const VOTES = {
  headerCells: 2,
  dataMarkup: 2,
  border: 1,
  rowsAndColumns: 1,
  regular: 1,
  singleRow: -1,
  singleColumn: -3,
  nestedTable: -1,
  flowElements: -1,
  longCells: -2,
  fixedLayout: -0.5,
} as const;
/** Most characters of data cells, on average and each; prose in columns has more. */
const LONG_CELLS = { average: 300, single: 1_500 } as const;

/** Whether there are enough rows, and enough columns in each, for no coincidence, even if most cells are empty. */
function isRegular(rowWidths: number[]): boolean {
  const width = rowWidths[0] ?? 0;
  return rowWidths.length >= 3 && width >= 3 && rowWidths.every(other => other === width);
}

function isLayout(table: TableSigns): boolean {
  const role = attribute(table.element, 'role');
  if (role === 'presentation' || role === 'none') return true;
  if (role === 'table' || role === 'grid' || role === 'treegrid') return false;
  if (table.cells <= 1 || table.isListing) return true;
  return votesForData(table) < 0;
}

function votesForData(table: TableSigns): number {
  const border = Number.parseInt(attribute(table.element, 'border') ?? '0', 10);
  const signs: Record<keyof typeof VOTES, boolean> = {
    headerCells: table.headerCells > 0,
    dataMarkup: table.dataMarkup > 0,
    border: border > 0,
    rowsAndColumns: table.filledRows > 1,
    regular: isRegular(table.rowWidths),
    singleRow: table.rowWidths.length === 1,
    singleColumn: table.fullestRow <= 1,
    nestedTable: table.nestedTables > 0,
    flowElements: table.flowElements > 0,
    longCells:
      table.longestCell > LONG_CELLS.single || table.textCharacters > LONG_CELLS.average * table.cells,
    fixedLayout: attribute(table.element, 'cellspacing') === '0' && !(border > 0),
  };
  const names = Object.keys(VOTES) as (keyof typeof VOTES)[];
  return names.reduce((sum, name) => sum + (signs[name] ? VOTES[name] : 0), 0);
}
