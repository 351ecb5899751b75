/**
 * Handles markers that a table, a floating box or a flexible row sets beside their text, as filings, newsletters and
 * old pages write lists: each becomes an item, or a paragraph that begins with its number.
 */
import { defaultTreeAdapter, html } from 'parse5';
import { nameSet } from './name-set.ts';
import { attribute, type HtmlElement, type HtmlNode, isElement, traverse } from './tree.ts';
import { isUnseen } from './visibility.ts';

const BULLET = /^[•◦▪■●‣⁃∙·►▸➢➤]$/;
/** Only where nothing indicates data: in a table of data these are values. */
const DASH = /^[–—-]$/;
const NUMBER = /^(?:\(?[\divxlcA-Za-z]{1,4}[.)]|\d{1,3}(?:\.\d{1,3}){1,3}\.?|[*†‡§]{1,3}|\[\d{1,3}\])$/;
/** Nodes of a cell that are examined for its marker, or until something visible is found. */
const NODES_SEARCHED = 64;
const BOXES = new Set(['div', 'p']);
const SHOWN = nameSet('img input table svg select button textarea object video audio math iframe');

/** A marker, and what stands beside it. */
interface Marked {
  marker: string;
  childNodes: HtmlNode[];
}

/** Attribute of the items made here: a cell of a table, which contains no list, shows the marker. */
const MARKER = 'marker-beside';

/** Returns the marker of an item made here and a space; an empty string for any other. */
export function markerBeside(item: HtmlElement): string {
  const marker = attribute(item, MARKER);
  return marker === undefined ? '' : `${marker} `;
}

const HANGS = /(?:^|[;\s])text-indent\s*:\s*-/i;
const FLOATS = /(?:^|[;\s])float\s*:\s*left/i;
const IS_FLEXIBLE = /(?:^|[;\s])display\s*:\s*(?:inline-)?flex/i;

export class MarkersBeside {
  private readonly made = new WeakSet<HtmlElement>();
  private readonly parents = new Set<HtmlElement>();
  private readonly floating = new Map<HtmlNode, string>();

  /** Turns the table into a list or a paragraph, if that is what it shows. */
  takeTable(table: HtmlElement, isLayout: boolean): void {
    const rows = rowsOf(table);
    const marked: Marked[] = [];
    for (const row of rows) {
      const found = markedRow(row, isLayout);
      if (found === null) return;
      if (found !== 'blank') marked.push(found);
    }
    const [first] = marked;
    if (first === undefined) return;
    if (marked.every(({ marker }) => BULLET.test(marker) || DASH.test(marker))) this.makeList(table, marked);
    else if (marked.length === 1 && isLayout) makeParagraph(table, first);
  }

  /** Handles an element that has been read completely and is no table. */
  leave(element: HtmlElement): void {
    this.join(element);
    const style = attribute(element, 'style');
    if (style === undefined) return;
    if (HANGS.test(style)) this.takeHanging(element);
    else if (IS_FLEXIBLE.test(style)) this.takeFlexible(element);
    else if (FLOATS.test(style)) this.takeFloating(element);
  }

  /** Handles a paragraph whose first line hangs out by its marker, a text of its own that only a gap separates. */
  private takeHanging(element: HtmlElement): void {
    if (!BOXES.has(element.tagName)) return;
    const first = firstText(element.childNodes);
    const marker = first?.value.trim() ?? '';
    if (first === null || contentOf(element) === marker) return;
    if (NUMBER.test(marker)) first.value = `${marker} `;
    else if (BULLET.test(marker)) {
      first.value = '';
      this.makeList(element, [{ marker, childNodes: element.childNodes }]);
    }
  }

  private takeFlexible(element: HtmlElement): void {
    const [markerCell, textCell, ...others] = element.childNodes.filter(node => contentOf(node) !== '');
    if (markerCell === undefined || textCell === undefined || others.length > 0) return;
    if (!isElement(textCell) || isUnseen(textCell)) return;
    const marked = { marker: contentOf(markerCell), childNodes: textCell.childNodes };
    if (BULLET.test(marked.marker)) this.makeList(element, [marked]);
    else if (NUMBER.test(marked.marker)) makeParagraph(element, marked);
  }

  private takeFloating(element: HtmlElement): void {
    const marker = contentOf(element);
    const { parentNode } = element;
    if (!(BULLET.test(marker) || NUMBER.test(marker)) || parentNode === null || !('tagName' in parentNode))
      return;
    this.floating.set(element, marker);
    this.parents.add(parentNode);
  }

  private makeList(table: HtmlElement, marked: readonly Marked[]): void {
    table.tagName = table.nodeName = 'ul';
    table.childNodes = [];
    for (const { marker, childNodes } of marked) {
      const item = defaultTreeAdapter.createElement('li', html.NS.HTML, [{ name: MARKER, value: marker }]);
      for (const child of childNodes) adopt(item, child);
      adopt(table, item);
    }
    this.made.add(table);
    const { parentNode } = table;
    if (parentNode !== null && 'tagName' in parentNode) this.parents.add(parentNode);
  }

  /** Joins consecutive lists that were made inside an element: most have one item. */
  private join(parent: HtmlElement): void {
    if (!this.parents.delete(parent)) return;
    let open: HtmlElement | null = null;
    let marker: { text: string; cell: HtmlElement } | null = null;
    const children: HtmlNode[] = [];
    for (const child of parent.childNodes) {
      const text = this.floating.get(child);
      if (text !== undefined && isElement(child)) marker = { text, cell: child };
      else if (contentOf(child) !== '') {
        if (marker !== null && isElement(child)) this.takeBehind(marker, child);
        marker = null;
      }
      const isMade = isElement(child) && this.made.has(child);
      if (isMade && open !== null) {
        for (const item of child.childNodes) adopt(open, item);
        continue;
      }
      if (isMade) open = child;
      else if (contentOf(child) !== '' && marker === null) open = null;
      children.push(child);
    }
    parent.childNodes = children;
  }

  private takeBehind({ text, cell }: { text: string; cell: HtmlElement }, box: HtmlElement): void {
    if (!BOXES.has(box.tagName) || isUnseen(box)) return;
    const marked = { marker: text, childNodes: box.childNodes };
    cell.childNodes = [];
    if (BULLET.test(text)) this.makeList(box, [marked]);
    else makeParagraph(box, marked);
  }
}

function makeParagraph(box: HtmlElement, { marker, childNodes }: Marked): void {
  const text = firstText(childNodes);
  if (text !== null) text.value = `${marker} ${text.value.trimStart()}`;
  else childNodes.unshift(defaultTreeAdapter.createTextNode(`${marker} `));
  box.tagName = box.nodeName = 'div';
  box.childNodes = [];
  for (const child of childNodes) adopt(box, child);
}

/** Returns the rows of the table itself; empty where it has a head or a caption, which only tables of data have. */
function rowsOf(table: HtmlElement): HtmlElement[] {
  const groups = table.childNodes.filter(isElement);
  if (groups.some(({ tagName }) => tagName === 'thead' || tagName === 'tfoot' || tagName === 'caption'))
    return [];
  return groups
    .flatMap(group => (group.tagName === 'tbody' ? group.childNodes.filter(isElement) : [group]))
    .filter(({ tagName }) => tagName === 'tr');
}

/** Returns null where the row is not a marker and one text. */
function markedRow(row: HtmlElement, isLayout: boolean): Marked | 'blank' | null {
  if (isUnseen(row)) return null;
  const filled: { cell: HtmlElement; text: string }[] = [];
  for (const cell of row.childNodes) {
    if (!isElement(cell)) continue;
    if (cell.tagName !== 'td' || isUnseen(cell)) return null;
    const text = contentOf(cell);
    if (text === '') continue;
    if (filled.push({ cell, text }) > 2) return null;
    if (filled.length === 1 && !isMarker(text, isLayout)) return null;
  }
  const [marker, text] = filled;
  if (marker === undefined) return 'blank';
  if (text === undefined) return null;
  return { marker: marker.text, childNodes: text.cell.childNodes };
}

const isMarker = (text: string, isLayout: boolean): boolean =>
  BULLET.test(text) || (isLayout && (DASH.test(text) || NUMBER.test(text)));

/**
 * Returns the text at the beginning of a node; empty where nothing in it is visible, and `OTHER` for something visible
 * without text.
 */
function contentOf(node: HtmlNode): string {
  if ('value' in node) return node.value.trim();
  let text = '';
  let searched = 0;
  traverse({ childNodes: [node] }, inner => {
    if (text.length >= TEXT_LENGTH) return false;
    if (++searched > NODES_SEARCHED || (isElement(inner) && SHOWN.has(inner.tagName))) text += OTHER;
    else if ('value' in inner) text += inner.value;
    return text.length < TEXT_LENGTH;
  });
  return text.replace(/[\s\u00a0\u200b]+/g, ' ').trim();
}

/** Longer than any marker, so that no more of a cell need be read. */
const TEXT_LENGTH = 400;
const OTHER = 'something else';

/** Returns the first visible text, if it is near the beginning. */
function firstText(childNodes: HtmlNode[]): { value: string } | null {
  let found: { value: string } | null = null;
  let searched = 0;
  traverse({ childNodes }, node => {
    if (found !== null || ++searched > NODES_SEARCHED) return false;
    if (node.nodeName === '#text' && 'value' in node && node.value.trim() !== '') found = node;
    return true;
  });
  return found;
}

function adopt(parent: HtmlElement, node: HtmlNode): void {
  node.parentNode = parent;
  parent.childNodes.push(node);
}
