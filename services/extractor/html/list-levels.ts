/**
 * Lists of several levels as Google Docs and LibreOffice write them: one list a level, one after another, where others nest
 * them. They are nested before the page is read.
 */
import { attribute, type HtmlElement, type HtmlNode, isElement } from './tree.ts';

interface Level {
  level: number;
  list: HtmlElement;
}

/** Google Docs: the list's identifier and its level, from 0. */
const DOCS_LEVEL = /(?:^|\s)lst-kix_[\w-]*-(\d)(?=\s|$)/;
/** Lists around a list that hold nothing else. */
const WRAPPERS_CEILING = 16;

/** Rearranges the element's own children; nothing where no list among them says that it stands below another. */
export function nestListLevels(parent: HtmlElement): void {
  if (!parent.childNodes.some(node => isList(node) && levelOf(node).level > 0)) return;
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

/** LibreOffice tells the level by lists around the list, which have no items of their own. */
function levelOf(outermost: HtmlElement): Level {
  const named = DOCS_LEVEL.exec(attribute(outermost, 'class') ?? '')?.[1];
  if (named !== undefined) return { level: Number(named), list: outermost };
  let list = outermost;
  for (let level = 0; level < WRAPPERS_CEILING; level++) {
    const held = list.childNodes.filter(node => !isBlank(node));
    const [only] = held;
    if (only === undefined || held.length > 1 || !isList(only)) return { level, list };
    list = only;
  }
  return { level: WRAPPERS_CEILING, list };
}

/** Answers with the lists that are open behind the next one. */
function place(next: Level, before: readonly Level[], placeApart: () => void): Level[] {
  const open = before.filter(({ level }) => level <= next.level);
  const same = open.at(-1)?.level === next.level ? open.pop() : undefined;
  // Two lists of a level are one only where what stood between them was below the first.
  if (same !== undefined && open.length + 1 < before.length && same.list.tagName === next.list.tagName) {
    goOn(same.list, next.list);
    return [...open, same];
  }
  const above = open.at(-1)?.list.childNodes.findLast(node => node.nodeName === 'li');
  if (above === undefined || !isElement(above)) {
    placeApart();
    return [next];
  }
  adopt(above, next.list);
  return [...open, next];
}

function goOn(list: HtmlElement, { attrs, childNodes }: HtmlElement): void {
  const start = attrs.find(({ name }) => name === 'start')?.value;
  const first = childNodes.find(node => node.nodeName === 'li');
  if (start !== undefined && first !== undefined && isElement(first))
    first.attrs.push({ name: 'value', value: start });
  for (const node of childNodes) adopt(list, node);
}

/** Copying the children each time would cost the square of their number. */
function adopt(parent: HtmlElement, node: HtmlNode): void {
  node.parentNode = parent;
  parent.childNodes.push(node);
}
