/** The content of a story (body, cell, text box, note, shape) in order, before list paragraphs are gathered into lists. */
import type { Block, Code, PageNumber } from '../../../schemas/document.ts';
import { GrowingList, type Marker, markedText, styleFrom } from '../../../schemas/growing-list.ts';

/** A marker of nested counts (`2.3`). */
export interface NestedMarker extends Marker {
  /** Numbers of the levels above that the marker shows before its own; absent for most. */
  above?: readonly number[];
}

/** A paragraph with a bullet or a number. */
export interface NumberedParagraph {
  kind: 'numbered';
  text: string;
  page: PageNumber;
  /** The count that it continues: items of another count begin a new list. */
  list: string;
  /** From 0. */
  level: number;
  marker: NestedMarker;
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
  growing: GrowingList;
  level: number;
  id: string;
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
    this.open.at(-1)?.growing.add(item.marker, item.text);
  }

  /** Whether the open items have these numbers: `2.1` belongs inside the second item. */
  private isInPlace(above: readonly number[]): boolean {
    if (above.length === 0) return true;
    const places = this.open.map(({ growing }) => (growing.list.ordered ? growing.list.items.length : null));
    return above.length === places.length && above.every((number, at) => number === places[at]);
  }

  private start({ marker, page, level, list: id }: NumberedParagraph): void {
    if (this.open.at(-1)?.level === level) this.open.pop();
    const style = this.isInPlace(marker.above ?? []) ? styleFrom(marker) : 'marked';
    const growing = new GrowingList(style, page);
    const parent = this.open.at(-1)?.growing.list.items.at(-1);
    if (parent === undefined) this.blocks.push(growing.list);
    else parent.lists.push(growing.list);
    this.open.push({ growing, level, id });
  }
}

const continues = ({ growing, id }: OpenList, { marker, list }: NumberedParagraph): boolean =>
  growing.goesOn(marker) && (marker.bullet || growing.list.ordered || id === list);

/** Returns the paragraph with its number before it, as it is shown. */
export const numberedText = ({ marker, text }: NumberedParagraph): string => markedText(marker, text);

/** Turns a heading into a paragraph: nothing beside the body opens a section of it, whatever its style. */
export const withoutHeading = (block: Block): Block =>
  block.kind === 'heading' ? { kind: 'paragraph', text: block.text, page: block.page } : block;

/** Puts a note's mark, or a comment's author, before its story. */
export function openedBy(by: string, story: readonly FlowItem[]): readonly FlowItem[] {
  const [first, ...rest] = story;
  if (by === '' || first === undefined) return story;
  if (!('text' in first)) return [{ kind: 'paragraph', text: by, page: first.page }, ...story];
  return [{ ...first, text: `${by} ${first.text}` }, ...rest];
}
