/** Builds lists from items as they come, nested by the indents of their markers. */
import type { List } from '../../../../../schemas/document.ts';
import {
  BULLET,
  GrowingList,
  type Marker as ShownMarker,
  styleOfAll,
} from '../../../../../schemas/growing-list.ts';
import { LIST_NESTING_CEILING } from '../../../format.ts';
import { follows, type Marker } from './marker.ts';
import type { ListItemStart } from './series.ts';

/** A nested item is indented by at least this much. */
export const INDENT_EM = 0.7;

interface OpenItem {
  marker: Marker;
  text: string;
  lists: OpenList[];
}

interface OpenList {
  left: number;
  items: OpenItem[];
  page: number;
  depth?: number;
}

export class ListBuilder {
  /** The outermost list. */
  private readonly root: OpenList;
  /** From the outermost list to the one that grows. */
  private stack: OpenList[];
  /** The x coordinate where the text of the last item begins. */
  textLeft: number;

  constructor(start: ListItemStart, text: string, page: number) {
    const { depth } = start;
    this.root = { left: start.item.left, items: [openItem(start, text)], page, ...(depth && { depth }) };
    this.stack = [this.root];
    this.textLeft = start.item.textLeft;
  }

  get lastText(): string {
    return this.lastItem.text;
  }

  set lastText(text: string) {
    this.lastItem.text = text;
  }

  private get lastItem(): OpenItem {
    return this.stack.at(-1)?.items.at(-1) as OpenItem;
  }

  /**
   * Adds an item. Returns false if it belongs to another list. `size` is an em; `jumped` says that the item stands in
   * another column or page than the one before, where its x coordinate says nothing.
   */
  add(start: ListItemStart, text: string, page: number, size: number, jumped: boolean): boolean {
    const told = jumped ? this.levelAfterJump(start) : this.levelByCount(start, size);
    const level = Math.min(told, LIST_NESTING_CEILING - 1);
    const list = this.stack[level];
    if (list === undefined) this.nest(start, text, page);
    else if (level === 0 && !goesOn(list, start.marker)) return false;
    else {
      this.stack.length = level + 1;
      list.items.push(openItem(start, text));
      list.left = start.item.left;
    }
    this.textLeft = start.item.textLeft;
    return true;
  }

  private nest(start: ListItemStart, text: string, page: number): void {
    const list: OpenList = { left: start.item.left, items: [openItem(start, text)], page };
    this.lastItem.lists.push(list);
    this.stack.push(list);
  }

  /** Returns the level of the open list at this indent, or the level after the last for a nested item. */
  private levelByIndent(left: number, size: number): number {
    const step = INDENT_EM * size;
    const deepest = this.stack.length - 1;
    if (left > (this.stack[deepest]?.left ?? 0) + step) return deepest + 1;
    for (let level = deepest; level >= 0; level--) {
      if (left > (this.stack[level]?.left ?? 0) - step) return level;
    }
    return 0;
  }

  /**
   * Returns the level by indent, corrected by count: contracts set `(a)` at the same edge as the `4.` it belongs to,
   * and there the count decides.
   */
  private levelByCount({ marker, item }: ListItemStart, size: number): number {
    const level = this.levelByIndent(item.left, size);
    const list = this.stack[level];
    if (list === undefined || marker.series === 'bullet' || goesOn(list, marker)) return level;
    const isFlush = ({ left }: OpenList) => Math.abs(left - item.left) < INDENT_EM * size;
    const open = this.stack.findLastIndex(other => isFlush(other) && goesOn(other, marker));
    if (open >= 0) return open;
    const formOf = ({ items }: OpenList) => items.at(-1)?.marker.form;
    const isNew = marker.value === 1 && this.stack.every(other => formOf(other) !== marker.form);
    const isCounted = list.items.at(-1)?.marker.series !== 'bullet';
    return isNew && isCounted && isFlush(list) && level === this.stack.length - 1 ? level + 1 : level;
  }

  private levelAfterJump({ marker, depth }: ListItemStart): number {
    const first = this.root.depth;
    if (depth !== undefined && first !== undefined) return Math.min(depth - first, this.stack.length);
    const level = this.stack.findLastIndex(list => goesOn(list, marker));
    return level >= 0 ? level : this.stack.length;
  }

  finish(): List {
    return finished(this.root);
  }
}

function openItem(start: ListItemStart, text: string): OpenItem {
  return { marker: start.marker, text, lists: [] };
}

function goesOn(list: OpenList, marker: Marker): boolean {
  const last = list.items.at(-1)?.marker;
  return last !== undefined && follows(marker, last);
}

/** Returns the finished list, at most `LIST_NESTING_CEILING` deep. */
function finished({ items, page }: OpenList): List {
  const markers = items.map(({ marker }) => shown(marker));
  // Recognised text may lack an item or have a wrong digit: the numbers of the whole list decide.
  const growing = new GrowingList(styleOfAll(markers), page);
  for (const [at, { text, lists }] of items.entries())
    growing.add(markers[at] ?? BULLET, text).lists.push(...lists.map(finished));
  return growing.list;
}

function shown({ series, value, text }: Marker): ShownMarker {
  if (series === 'bullet') return BULLET;
  return { text, bullet: false, count: series === 'decimal' ? value : null, gap: ' ' };
}
