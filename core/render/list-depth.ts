/**
 * How deep lists may nest. In an element list each list tells the text of all lists in it, so what stands thirty levels deep is told
 * thirty times: ten megabytes of a page were three hundred of an answer. Where that is out of proportion, the deepest levels join
 * the one above.
 */
import type { Block, Document, List, ListItem } from '../../schemas/document.ts';

/** Characters that lists may repeat in any document; no outline that people wrote comes near. */
const REPEATED_FREELY = 1_000_000;
/** Times that the text of a document's lists may be told on the average. */
const TIMES_TOLD = 4;
/** Of an item beside its text: the marker and the end of its line. */
const ITEM_SIGNS = 3;
const INDENT_SIGNS = 2;

/** The document, with lists that repeat no more than they may. */
export function withinDepth(document: Document): Document {
  const lists = document.blocks.filter(block => block.kind === 'list');
  const deepest = depthWithin(charactersByLevel(lists));
  if (deepest === Number.POSITIVE_INFINITY) return document;
  const cut = (block: Block): Block => (block.kind === 'list' ? cutBelow(block, deepest) : block);
  return { ...document, blocks: document.blocks.map(cut) };
}

/** Characters of the items on each level, outermost first. */
function charactersByLevel(lists: readonly List[]): number[] {
  const characters: number[] = [];
  let level = lists;
  for (let depth = 0; level.length > 0; depth++) {
    let sum = 0;
    const next: List[] = [];
    for (const { items } of level)
      for (const item of items) {
        sum += item.text.length + ITEM_SIGNS + depth * INDENT_SIGNS;
        for (const list of item.lists) next.push(list);
      }
    characters.push(sum);
    level = next;
  }
  return characters;
}

/** The deepest level that may stay one; infinite where all may. A level is told once more for each level around it. */
function depthWithin(characters: readonly number[]): number {
  const all = characters.reduce((sum, one) => sum + one, 0);
  const allowed = REPEATED_FREELY + TIMES_TOLD * all;
  let below = all;
  let told = 0;
  for (const [depth, own] of characters.entries()) {
    told += below;
    if (told > allowed) return Math.max(0, depth - 1);
    below -= own;
  }
  return Number.POSITIVE_INFINITY;
}

function cutBelow(list: List, levels: number): List {
  const items =
    levels === 0
      ? list.items.flatMap(flat)
      : list.items.map(item => ({ ...item, lists: item.lists.map(one => cutBelow(one, levels - 1)) }));
  return { ...list, items };
}

/** An item and those below it, in the order in which they are read. */
function flat(item: ListItem): ListItem[] {
  const below = item.lists.flatMap(list => list.items.flatMap(flat));
  return item.text === '' ? below : [{ text: item.text, lists: [] }, ...below];
}
