/** Reads what the author's program says about structure: the outline (ISO 32000-1, 12.3.3) and the structure tree (14.7). */

import type { PDFDocumentProxy, PDFPageProxy } from 'pdfjs-dist/legacy/build/pdf.mjs';
import type {
  DescribedFigure,
  PageTags,
  TaggedCell,
  TaggedItem,
  TaggedRow,
  TaggedTable,
} from '../../../layout/page/hints.ts';
import { comparable } from '../../../layout/text/comparable.ts';

/** Most characters of a replacement text; longer ones do not stand for a few glyphs. */
const ACTUAL_CHARACTERS_MAX = 2_000;
/** Largest span; larger ones are broken, and so are tables with more cells or positions than fit. */
const SPAN_MAX = 200;

/** Most entries of an outline; one with more is an index. */
const OUTLINE_ENTRIES_MAX = 20_000;
/** Most nodes of one page's structure tree that are read. */
const TREE_NODES_MAX = 100_000;

/** Returns the titles of the outline, as `comparable` writes them, with their depth from 1. */
export async function outlineOf(document: PDFDocumentProxy): Promise<Map<string, number>> {
  const titles = new Map<string, number>();
  // A broken outline is ignored; the pages are read all the same.
  const roots = (await document.getOutline().catch(() => null)) ?? [];
  const open = roots.map(node => ({ node, depth: 1 }));
  for (let taken = 0; open.length > 0 && taken < OUTLINE_ENTRIES_MAX; taken++) {
    const { node, depth } = open.shift() as (typeof open)[number];
    const title = comparable(node.title ?? '');
    if (title !== '' && !titles.has(title)) titles.set(title, depth);
    for (const item of node.items ?? []) open.push({ node: item, depth: depth + 1 });
  }
  return titles;
}

interface TreeNode {
  role?: string;
  children?: TreeNode[];
  type?: string;
  id?: string;
  alt?: string;
  /** Exported by patches/, 02-actual-text. */
  actual?: string;
  colSpan?: number;
  rowSpan?: number;
}

const HEADING_ROLE = /^(?:H([1-6])?|Title)$/;
const BLOCK_ROLE = /^(?:P|H[1-6]?|Title|LI|LBody|TD|TH|Caption|TOCI|Note|Code)$/;
/** Blocks that may contain other blocks. */
const HOLDER_ROLE = /^(?:LI|LBody|TD|TH|Caption|Note)$/;
/** Elements within a line of text (ISO 32000-1, 14.8.4.4); all others begin something new. */
const INLINE_ROLE =
  /^(?:Span|Quote|Reference|BibEntry|Link|Annot|Lbl|Em|Strong|Sub|Ruby|RB|RT|RP|Warichu|WT|WP)$/;

export async function tagsOf(page: PDFPageProxy): Promise<PageTags> {
  const headings = new Map<number, number>();
  const elements = new Map<number, number>();
  const items = new Map<number, TaggedItem>();
  const entries = new Map<number, number>();
  const figures = new Set<DescribedFigure>();
  const actuals = new Map<number, string>();
  // A page taken out of a document keeps elements that continued over the pages it lost: the first element that names
  // content owns it.
  const owned = new Set<number>();
  const root = (await page.getStructTree().catch(() => null)) as TreeNode | null;
  const tables: TaggedRow[][] = [];
  // An element that continues over pages names the content of all of them.
  const ownContent = new RegExp(`^p${page.ref?.num}R\\d*_mc(\\d+)$`);
  const open: OpenNode[] = root === null ? [] : [{ node: root, ...OUTSIDE }];
  const numbers = new ElementNumbers();
  for (let taken = 0; open.length > 0 && taken < TREE_NODES_MAX; taken++) {
    const next = open.pop() as OpenNode;
    const { node, level, element } = next;
    const role = HEADING_ROLE.exec(node.role ?? '');
    const within = role === null ? level : Number(role[1] ?? 1);
    const of = numbers.opened(node, taken, element);
    const described = describedBy(next, 2 * taken + 2);
    const inTable = inTableOf(next, tables);
    const inList = inListOf(next, taken + 1);
    const entry = node.role === 'TOCI' ? taken + 1 : next.entry;
    const content = ownContent.exec(node.id ?? '')?.[1];
    const identifier = Number(content);
    if (content !== undefined && !owned.has(identifier)) {
      owned.add(identifier);
      if (within > 0) headings.set(identifier, within);
      elements.set(identifier, numbers.ofContent(of, taken));
      if (described.figure) figures.add(described.figure);
      if (described.actual) actuals.set(identifier, takenFrom(described.actual));
      inTable.cell?.identifiers.push(identifier);
      if (inList.list.item > 0) items.set(identifier, inList.list);
      if (entry > 0) entries.set(identifier, entry);
    }
    // Children are stacked in reverse, so that the first is taken first.
    for (const child of (node.children ?? []).toReversed())
      open.push({ node: child, level: within, element: of, entry, ...described, ...inList, ...inTable });
  }
  const here = tables.map(onThisPage).filter(table => table.rows.length > 0);
  return { headings, elements, tables: here, items, entries, figures: [...figures], actuals };
}

/** Removes rows that are on the pages before and after. */
function onThisPage(rows: TaggedRow[]): TaggedTable {
  const isHere = (row: TaggedRow) => row.some(cell => cell.identifiers.length > 0);
  const first = Math.max(0, rows.findIndex(isHere));
  return { rows: rows.slice(first, rows.findLastIndex(isHere) + 1), first, total: rows.length };
}

/** Numbers elements in reading order: even numbers for blocks, odd ones for loose content (`isBlock`). */
class ElementNumbers {
  /** The numbers of the last element that began something new, and of the last loose content. */
  private begun = 0;
  private loose = 0;

  /** Returns the block that the node's content belongs to. */
  opened({ role }: TreeNode, taken: number, block: Enclosing): Enclosing {
    if (role === undefined || INLINE_ROLE.test(role)) return block;
    this.begun = 2 * taken + 2;
    return BLOCK_ROLE.test(role) ? { number: this.begun, holds: HOLDER_ROLE.test(role) } : block;
  }

  ofContent({ number, holds }: Enclosing, taken: number): number {
    // What follows the paragraphs of an item comes after them.
    if (number > 0 && !(holds && this.begun > number)) return number;
    if (this.loose < this.begun) this.loose = 2 * taken + 1;
    return this.loose;
  }
}

/** The block around a node; 0 outside all blocks. */
interface Enclosing {
  number: number;
  /** Whether it may contain other blocks. */
  holds: boolean;
}

interface OpenNode {
  node: TreeNode;
  level: number;
  element: Enclosing;
  entry: number;
  list: TaggedItem;
  figure?: DescribedFigure;
  actual?: Replacement;
  rows?: TaggedRow[];
  row?: TaggedRow;
  cell?: TaggedCell;
}

const OUTSIDE = {
  level: 0,
  element: { number: 0, holds: false },
  entry: 0,
  list: { item: 0, list: 0, depth: 0, label: false },
};

/** The text that stands for everything an element draws; its first drawn content takes it. */
interface Replacement {
  text: string;
}

function takenFrom(replacement: Replacement): string {
  const { text } = replacement;
  replacement.text = '';
  return text;
}

/**
 * Returns the description that applies to a node. Formulas have none: they are described in words or markup, which
 * would repeat their letters.
 */
function describedBy(
  { node, figure, actual }: OpenNode,
  element: number,
): Pick<OpenNode, 'figure' | 'actual'> {
  if (node.role === 'Figure' && node.alt !== undefined && figure === undefined)
    return { figure: { alt: node.alt, place: element } };
  const replaces = node.actual !== undefined && node.role !== 'Formula' && actual === undefined;
  const text = node.actual?.slice(0, ACTUAL_CHARACTERS_MAX) ?? '';
  return { ...(figure && { figure }), ...(replaces ? { actual: { text } } : actual && { actual }) };
}

/** Returns where in a list a node's children are; `element` is its own number. */
function inListOf({ node, list }: OpenNode, element: number): Pick<OpenNode, 'list'> {
  if (node.role === 'L') return { list: { ...list, list: element, depth: list.depth + 1 } };
  if (node.role === 'LI' && list.depth > 0) return { list: { ...list, item: element, label: false } };
  if (node.role === 'Lbl') return { list: { ...list, label: true } };
  return { list };
}

/** Returns where in a table a node's children are; a table inside a cell is part of the cell. */
function inTableOf(
  { node, rows, row, cell }: OpenNode,
  tables: TaggedRow[][],
): Pick<OpenNode, 'rows' | 'row' | 'cell'> {
  if (cell !== undefined) return { cell };
  if (node.role === 'Table' && rows === undefined) {
    const found: TaggedRow[] = [];
    tables.push(found);
    return { rows: found };
  }
  if (node.role === 'TR' && rows !== undefined) {
    const found: TaggedRow = [];
    rows.push(found);
    return { rows, row: found };
  }
  if ((node.role === 'TD' || node.role === 'TH') && row !== undefined) {
    const span = (count = 1) => Math.min(count, SPAN_MAX);
    const [colspan, rowspan] = [span(node.colSpan), span(node.rowSpan)];
    const found = { header: node.role === 'TH', colspan, rowspan, identifiers: [] };
    row.push(found);
    return { cell: found };
  }
  return { ...(rows && { rows }), ...(row && { row }) };
}
