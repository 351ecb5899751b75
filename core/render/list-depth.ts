/**
 * Limits how deep lists may nest. In an element list each list repeats the text of all lists inside it, so text thirty
 * levels deep appears thirty times: ten megabytes of a page became an answer of three hundred. If that is out of
 * proportion, the deepest levels are merged into the one above.
 */
import type { Block, Document, List, ListItem } from '../../schemas/document.ts';

/** Characters that lists may repeat in any document; no outline written by people comes near. */
const REPEATED_FREELY = 1_000_000;
/** How often the text of a document's lists may be repeated on average. */
const TIMES_TOLD = 4;
/** Characters of an item beside its text: the marker and the line break. */
const ITEM_SIGNS = 3;
const INDENT_SIGNS = 2;

/** The document, with its lists cut to the depth at which they repeat no more than allowed. */
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

/** The deepest level to keep; infinite if all may stay. A level's text is repeated once for each level around it. */
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

/** An item and those below it as one list, in reading order. */
function flat(item: ListItem): ListItem[] {
  const below = item.lists.flatMap(list => list.items.flatMap(flat));
  return item.text === '' ? below : [{ text: item.text, lists: [] }, ...below];
}
