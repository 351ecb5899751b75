/** Page numbers of a Word document: only the program that last laid it out knows them, and what it stored may be out of date. */
import type { Block, List } from '../../../../schemas/document.ts';
import { child, type XmlNode } from '../../xml/tree.ts';

/** What the walk over the body has counted. */
export interface Layout {
  /** Breaks that the program stored where its pages ended (17.3.3.13). */
  renderedBreaks: number;
  /** Number of characters in the body. */
  characters: number;
}

/**
 * Programs that edit a document without laying it out keep the old statistics. If the stored number of characters
 * differs by more than this share, plus a few for fields, the statistics are those of another text.
 */
const CHARACTERS_SHARE = 0.1;
const CHARACTERS_SLACK = 20;

/** Returns the number of pages stored in docProps/app.xml if its statistics fit the text, otherwise null. */
export function pageCount(
  properties: XmlNode | undefined,
  { characters, renderedBreaks }: Layout,
): number | null {
  const pages = Number(child(properties, 'ep:Pages')?.text);
  const counted = Number(child(properties, 'ep:CharactersWithSpaces')?.text);
  const fits = Math.abs(counted - characters) <= characters * CHARACTERS_SHARE + CHARACTERS_SLACK;
  return Number.isInteger(pages) && pages > renderedBreaks && fits ? pages : null;
}

/** Removes the page numbers, unless every page break of the last layout was found. */
export function settlePages(blocks: Block[], pages: number | null, { renderedBreaks }: Layout): void {
  if (pages === renderedBreaks + 1) return;
  const lists: List[] = [];
  for (const block of blocks) {
    block.page = null;
    if (block.kind === 'list') lists.push(block);
  }
  for (let list = lists.pop(); list !== undefined; list = lists.pop()) {
    list.page = null;
    for (const item of list.items) for (const below of item.lists) lists.push(below);
  }
}
