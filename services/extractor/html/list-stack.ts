/**
 * The lists that are open. An item is attached when its first text comes, so that empty ones leave no trace; a block
 * that an item cannot contain (a table, code, a heading) splits the lists around it, which keeps the reading order.
 */
import type { Block, List, ListItem } from '../../../schemas/document.ts';
import { BULLET, GrowingList, type Marker, styleFrom } from '../../../schemas/growing-list.ts';
import { LIST_NESTING_CEILING } from '../format.ts';
import { BULLETS, beginsWithLabel, orderedMarker, styledNumbering, writtenMarker } from './list-marker.ts';
import { attribute, type HtmlElement } from './tree.ts';

interface OpenList {
  /** Whether it is the nested list that contains the definitions of one term. */
  isDefinitions: boolean;
  ordered: boolean;
  /** `type` of an ordered list: 1, a, A, i or I. */
  numbering: string;
  step: 1 | -1;
  next: number;
  growing: GrowingList | null;
  item: ListItem | null;
  /** Whether `item` is already in `list`. */
  attached: boolean;
  /** Whether the item around this list had ended and was opened again for it. */
  continuesItem: boolean;
  /** The current item's marker, as the page shows it. */
  marker: Marker;
  /** Whether the item shows no marker of its list and may begin with a written one, as LaTeXML's do. */
  mayWriteMarker: boolean;
}

/** The check box of a task whose text is a block of its own, with or without the item's number. */
const ONLY_BOX = /^(?:\S{1,8} )?[☐☑☒]$/;
const BOX_CHARACTERS = 10;
const NO_MARKER = /(?:^|[;\s])list-style(?:-type)?\s*:\s*none/i;

export class ListStack {
  private readonly open: OpenList[] = [];
  /** Number of lists beyond the deepest level; their items join that level's. */
  private beyond = 0;
  private readonly blocks: Block[];

  constructor(blocks: Block[]) {
    this.blocks = blocks;
  }

  begin(element: HtmlElement): void {
    // Each line of text searches the open lists.
    if (this.open.length >= LIST_NESTING_CEILING) {
      if (element.tagName !== 'dd') this.beyond++;
      return;
    }
    const styled = styledNumbering(element);
    const ordered = styled === undefined ? element.tagName === 'ol' : styled !== BULLETS;
    const reversed = element.tagName === 'ol' && attribute(element, 'reversed') !== undefined;
    const start = Number.parseInt(attribute(element, 'start') ?? '', 10);
    const first = reversed ? element.childNodes.filter(child => child.nodeName === 'li').length : 1;
    const continuesItem = element.tagName !== 'dd' && this.reopenItem();
    this.open.push({
      continuesItem,
      isDefinitions: element.tagName === 'dd',
      ordered,
      numbering: styled ?? attribute(element, 'type') ?? '1',
      step: reversed ? -1 : 1,
      next: Number.isNaN(start) ? first : start,
      growing: null,
      item: null,
      attached: false,
      marker: BULLET,
      mayWriteMarker: false,
    });
  }

  end(): void {
    if (this.beyond > 0) {
      this.beyond--;
      return;
    }
    const ended = this.open.pop();
    if (ended) this.endList(ended);
    if (ended?.continuesItem) this.endItem();
  }

  /**
   * Reopens the last item for a list between the items of another, as mail programs and editors write it: it is shown
   * below that item.
   */
  private reopenItem(): boolean {
    const around = this.open.at(-1);
    const last = around?.item === null ? around.growing?.list.items.at(-1) : undefined;
    if (around === undefined || last === undefined) return false;
    around.item = last;
    return true;
  }

  /** Begins an item. An `li` without a list around it forms one by itself. */
  beginItem(element: HtmlElement): void {
    const top = this.open.at(-1);
    if (top === undefined) return;
    const value = Number.parseInt(attribute(element, 'value') ?? '', 10);
    const number = Number.isNaN(value) ? top.next : value;
    top.next = number + top.step;
    top.item = { text: '', lists: [] };
    top.attached = false;
    top.mayWriteMarker = NO_MARKER.test(attribute(element, 'style') ?? '') || beginsWithLabel(element);
    const styled = element.tagName === 'li' ? styledNumbering(element) : undefined;
    const isOrdered = styled === undefined ? top.ordered : styled !== BULLETS;
    top.marker =
      isOrdered && !isBulletOfQuill(element)
        ? markerOf(top, number, styled ?? attribute(element, 'type') ?? top.numbering)
        : BULLET;
  }

  endItem(): void {
    const top = this.open.at(-1);
    if (top !== undefined) top.item = null;
  }

  /** Begins a `dt`: an item of its own, after the definitions of the term before. */
  beginTerm(element: HtmlElement): void {
    this.closeDefinitions();
    this.beginItem(element);
  }

  /** Begins a `dd`: an item of the list below its term. */
  beginDefinition(element: HtmlElement): void {
    if (!this.open.at(-1)?.isDefinitions) this.begin(element);
    this.beginItem(element);
  }

  endDefinitions(): void {
    this.closeDefinitions();
    this.end();
  }

  private closeDefinitions(): void {
    if (this.beyond === 0 && this.open.at(-1)?.isDefinitions) this.end();
  }

  /** Adds a line to the innermost open item; false where there is none. */
  addLine(text: string): boolean {
    const at = this.open.findLastIndex(level => level.item !== null);
    const level = this.open[at];
    if (level?.item == null) return false;
    const written = level.mayWriteMarker ? writtenMarker(text) : null;
    level.mayWriteMarker = false;
    if (written !== null) {
      level.marker = written;
      return true;
    }
    this.attachUpTo(at);
    level.item.text =
      level.item.text === ''
        ? (level.growing?.textOf(level.marker, text) ?? text)
        : `${level.item.text}${isOnlyBox(level.item.text) ? ' ' : '\n'}${text}`;
    return true;
  }

  get isInItem(): boolean {
    return this.open.some(level => level.item !== null);
  }

  /** Ends the open lists, so that what follows goes into new ones; called before a block is put between the items. */
  split(): void {
    for (const level of this.open.toReversed()) {
      this.endList(level);
      level.item = null;
    }
  }

  private endList(level: OpenList): void {
    if (level.growing) hoistUnderEmptyItems(level.growing.list);
    level.growing = null;
  }

  /** Attaches the item of level `at` to its list, that list to the item above it, and so on outwards. */
  private attachUpTo(at: number): void {
    const attached = this.open.findLastIndex(
      (level, index) => index <= at && level.item !== null && level.attached,
    );
    for (let index = attached + 1; index <= at; index++) this.attach(index);
  }

  private attach(at: number): void {
    const level = this.open[at];
    if (level?.item == null) return;
    if (level.growing?.goesOn(level.marker) === false) this.endList(level);
    level.growing ??= this.listFor(at, level.marker);
    level.growing.list.items.push(level.item);
    level.attached = true;
  }

  private listFor(at: number, marker: Marker): GrowingList {
    const above = this.open.findLastIndex((level, index) => index < at && level.item !== null);
    const parent = this.open[above];
    const growing = new GrowingList(styleFrom(marker), null);
    (parent?.item?.lists ?? this.blocks).push(growing.list);
    return growing;
  }
}

/**
 * Whether a text is only a check box. Long texts are not examined, since that would flatten them again at each of their
 * lines.
 */
const isOnlyBox = (text: string): boolean => text.length <= BOX_CHARACTERS && ONLY_BOX.test(text);

/** Whether an item is a bullet of Quill, which makes every list an ordered one. */
const isBulletOfQuill = (item: HtmlElement): boolean => {
  const kind = attribute(item, 'data-list');
  return kind !== undefined && kind !== 'ordered';
};

/** Returns the marker of a number; in a list that counts down, it is not the one that counting gives. */
function markerOf({ step }: OpenList, number: number, numbering: string): Marker {
  const text = orderedMarker(number, numbering);
  return { text, bullet: text === '', count: step === 1 && text === `${number}.` ? number : null, gap: ' ' };
}

/** Removes items that only wrap a nested list: they add a level that the page does not show. */
function hoistUnderEmptyItems(list: List): void {
  list.items = list.items.flatMap(item =>
    item.text === '' ? item.lists.flatMap(nested => nested.items) : [item],
  );
}
