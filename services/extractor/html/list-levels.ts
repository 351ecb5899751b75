/**
 * Nests and joins lists before the page is read that Google Docs, LibreOffice and Notion write one after another, with
 * a list for each level or each item.
 */
import { attribute, type HtmlElement, type HtmlNode, isElement } from './tree.ts';

interface Level {
  level: number;
  list: HtmlElement;
  /** The number that a further item of the list would have. */
  next: number;
  /** The item to which nested lists belong; found once, since there may be many. */
  lastItem: HtmlElement | undefined;
}

/** Google Docs: the list's identifier and its level, from 0. */
const DOCS_LEVEL = /(?:^|\s)lst-kix_[\w-]*-(\d)(?=\s|$)/;
/** Most lists around a list that contain nothing else. */
const WRAPPERS_CEILING = 16;

/** Rearranges the element's own children. */
export function nestListLevels(parent: HtmlElement): void {
  const children: HtmlNode[] = [];
  let open: Level[] = [];
  for (const child of parent.childNodes) {
    if (isList(child)) open = place(levelOf(child), open, () => children.push(child));
    else {
      if (!isBlank(child)) open = [];
      children.push(child);
    }
  }
  parent.childNodes = children;
}

const isList = (node: HtmlNode): node is HtmlElement => node.nodeName === 'ul' || node.nodeName === 'ol';

const isBlank = (node: HtmlNode): boolean =>
  node.nodeName === '#comment' || ('value' in node && node.value.trim() === '');

/** Returns the level of a list. LibreOffice shows it by lists around the list, which have no items of their own. */
function levelOf(outermost: HtmlElement): Level {
  const named = DOCS_LEVEL.exec(attribute(outermost, 'class') ?? '')?.[1];
  if (named !== undefined) return levelAt(Number(named), outermost);
  let list = outermost;
  for (let level = 0; level < WRAPPERS_CEILING; level++) {
    const held = list.childNodes.filter(node => !isBlank(node));
    const [only] = held;
    if (only === undefined || held.length > 1 || !isList(only)) return levelAt(level, list);
    list = only;
  }
  return levelAt(WRAPPERS_CEILING, list);
}

function levelAt(level: number, list: HtmlElement): Level {
  const items = itemsOf(list);
  return { level, list, next: startOf(list) + items.length, lastItem: items.at(-1) };
}

function startOf(list: HtmlElement): number {
  const start = Number.parseInt(attribute(list, 'start') ?? '', 10);
  return Number.isNaN(start) ? 1 : start;
}

const itemsOf = ({ childNodes }: HtmlElement): HtmlElement[] =>
  childNodes.filter(node => isElement(node)).filter(({ tagName }) => tagName === 'li');

/** Places a list, and returns the lists that are open after it. */
function place(next: Level, before: readonly Level[], placeApart: () => void): Level[] {
  const open = before.filter(({ level }) => level <= next.level);
  const same = open.at(-1)?.level === next.level ? open.pop() : undefined;
  const isBehindLower = open.length + 1 < before.length;
  if (same !== undefined && (isBehindLower ? isOfKind(same, next) : goesOn(same, next))) {
    join(same.list, next.list);
    const added = itemsOf(next.list).length;
    return [...open, { ...same, next: same.next + added, lastItem: next.lastItem ?? same.lastItem }];
  }
  const above = open.at(-1)?.lastItem;
  if (above === undefined) {
    placeApart();
    return [next];
  }
  adopt(above, next.list);
  return [...open, next];
}

const isOfKind = (first: Level, second: Level): boolean => first.list.tagName === second.list.tagName;

/** Whether a list continues another: by its number, or as one more item of the same class. */
function goesOn(first: Level, second: Level): boolean {
  if (!isOfKind(first, second)) return false;
  if (second.list.tagName === 'ol') {
    const isOfType = attribute(first.list, 'type') === attribute(second.list, 'type');
    return isOfType && attribute(second.list, 'start') === String(first.next);
  }
  const classes = attribute(second.list, 'class') ?? '';
  return classes !== '' && classes === attribute(first.list, 'class') && itemsOf(second.list).length === 1;
}

function join(list: HtmlElement, { attrs, childNodes }: HtmlElement): void {
  const start = attrs.find(({ name }) => name === 'start')?.value;
  const first = childNodes.find(node => node.nodeName === 'li');
  if (start !== undefined && first !== undefined && isElement(first))
    first.attrs.push({ name: 'value', value: start });
  for (const node of childNodes) adopt(list, node);
}

/** Adds a node without copying the children, which would cost the square of their number. */
function adopt(parent: HtmlElement, node: HtmlNode): void {
  node.parentNode = parent;
  parent.childNodes.push(node);
}
