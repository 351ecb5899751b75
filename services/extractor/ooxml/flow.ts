/** What a story (body, cell, text box, note, shape) holds in order, before list paragraphs are gathered into lists. */
import type { Block, Code, List, ListItem, PageNumber } from '../../../schemas/document.ts';

export interface Marker {
  /** As shown before the paragraph; empty for bullets and for levels that show nothing. */
  text: string;
  bullet: boolean;
  /** The number, where the marker is nothing but it in decimal (`3.`, `(3)`), behind those of the levels above (`2.3`). */
  count: number | null;
  /** Numbers of the levels above that the marker shows before its own; none for most. */
  above?: readonly number[];
  /** What stands between it and the text. */
  gap: ' ' | '';
}

/** A paragraph with a bullet or a number. */
export interface NumberedParagraph {
  kind: 'numbered';
  text: string;
  page: PageNumber;
  /** What it counts on with: items of another list begin a new one. */
  list: string;
  /** From 0. */
  level: number;
  marker: Marker;
}

export interface Caption {
  kind: 'caption';
  text: string;
  page: PageNumber;
}

export type FlowItem = Block | NumberedParagraph | Caption;

/** Gathers list paragraphs into nested lists, lines of code into one block, and captions into their pictures. */
export function gatherBlocks(flow: Iterable<FlowItem>): Block[] {
  const blocks: Block[] = [];
  let lists = new ListGatherer(blocks);
  for (const item of flow) {
    if (item.kind === 'numbered') {
      lists.add(item);
      continue;
    }
    lists = new ListGatherer(blocks);
    const last = blocks.at(-1);
    if (item.kind === 'caption') addCaption(blocks, item);
    else if (item.kind === 'code' && last?.kind === 'code') joinCode(last, item);
    else blocks.push(item);
  }
  return blocks;
}

function joinCode(last: Code, next: Code): void {
  last.text += `\n${next.text}`;
}

function addCaption(blocks: Block[], { text, page }: Caption): void {
  const last = blocks.at(-1);
  if (last?.kind === 'image' && last.caption === null) last.caption = text;
  else blocks.push({ kind: 'paragraph', text, page });
}

/** One nesting level of the list being gathered. */
interface OpenList {
  list: List;
  level: number;
  id: string;
  style: 'bullet' | 'counted' | 'marked';
}

class ListGatherer {
  private readonly blocks: Block[];
  private open: OpenList[] = [];

  constructor(blocks: Block[]) {
    this.blocks = blocks;
  }

  add(item: NumberedParagraph): void {
    while ((this.open.at(-1)?.level ?? -1) > item.level) this.open.pop();
    const top = this.open.at(-1);
    if (top === undefined || top.level < item.level || !continues(top, item)) this.start(item);
    const current = this.open.at(-1);
    current?.list.items.push({ text: itemText(item, current.style), lists: [] });
  }

  /** A list that starts at 1 counts by itself; any other number has to be told. */
  private styleOf({ marker }: NumberedParagraph): OpenList['style'] {
    if (marker.bullet) return 'bullet';
    return marker.count === 1 && this.isInPlace(marker.above ?? []) ? 'counted' : 'marked';
  }

  /** Whether the items that are open have these numbers: `2.1` stands inside the second item. */
  private isInPlace(above: readonly number[]): boolean {
    if (above.length === 0) return true;
    const places = this.open.map(({ list, style }) => (style === 'counted' ? list.items.length : null));
    return above.length === places.length && above.every((number, at) => number === places[at]);
  }

  private start(item: NumberedParagraph): void {
    if (this.open.at(-1)?.level === item.level) this.open.pop();
    const style = this.styleOf(item);
    const list: List = { kind: 'list', ordered: style === 'counted', items: [], page: item.page };
    const parent: ListItem | undefined = this.open.at(-1)?.list.items.at(-1);
    if (parent === undefined) this.blocks.push(list);
    else parent.lists.push(list);
    this.open.push({ list, level: item.level, id: item.list, style });
  }
}

function continues(top: OpenList, item: NumberedParagraph): boolean {
  if (item.marker.bullet) return top.style === 'bullet';
  if (top.id !== item.list) return false;
  if (top.style === 'counted') return item.marker.count === top.list.items.length + 1;
  return top.style === 'marked' && item.marker.count !== 1;
}

function itemText(item: NumberedParagraph, style: OpenList['style']): string {
  return style === 'marked' ? numberedText(item) : item.text;
}

/** The paragraph with its number before it, as it is shown. */
export function numberedText({ marker, text }: NumberedParagraph): string {
  return marker.text === '' ? text : `${marker.text}${marker.gap}${text}`.trimEnd();
}

/** Nothing beside the body opens a section of it, whatever its style. */
export const withoutHeading = (block: Block): Block =>
  block.kind === 'heading' ? { kind: 'paragraph', text: block.text, page: block.page } : block;
