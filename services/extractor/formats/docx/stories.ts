/** What stands beside the body: notes and comments, headers and footers. */
import type { Block } from '../../../../schemas/document.ts';
import { gatherBlocks } from '../../ooxml/flow.ts';
import { walk } from './walk.ts';
import { Walker } from './walker.ts';
import type { WordDocument } from './word-document.ts';

const NOTE_PARTS = ['footnotes', 'endnotes', 'comments'] as const;

/** Footnotes, endnotes and comments of the part `main`, each kind in its own order. */
export function readNotes(document: WordDocument, main: string): Block[] {
  const office = document.package;
  return NOTE_PARTS.flatMap(type => {
    const part = office.related(main, type);
    return part === undefined ? [] : readStory(document, part);
  });
}

/** Headers and footers by relationship id; each part once, and the same words only once. */
export function readFurniture(document: WordDocument, main: string, ids: readonly string[]): Block[] {
  const office = document.package;
  const parts = new Set(ids.map(id => office.target(main, id)));
  const stories: Block[][] = [];
  const seen = new Set<string>();
  for (const part of parts) {
    if (part === undefined) continue;
    const story = readStory(document, part);
    const key = JSON.stringify(story);
    if (!seen.has(key)) stories.push(story);
    seen.add(key);
  }
  return stories.flat();
}

function readStory(document: WordDocument, part: string): Block[] {
  const reader = document.package.reader(part);
  if (reader === undefined) return [];
  return gatherBlocks(walk(new Walker(document, part, reader))).map(withoutHeading);
}

/** Nothing beside the body opens a section of it, whatever its style. */
const withoutHeading = (block: Block): Block =>
  block.kind === 'heading' ? { kind: 'paragraph', text: block.text, page: block.page } : block;
