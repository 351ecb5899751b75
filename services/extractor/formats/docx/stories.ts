/** Reads what stands beside the body: notes and comments, headers and footers. */
import type { Block } from '../../../../schemas/document.ts';
import { type FlowItem, gatherBlocks, openedBy, withoutHeading } from '../../story/flow.ts';
import type { NoteMarks, NotePart } from './note-marks.ts';
import { walk } from './walk.ts';
import { Walker } from './walker.ts';
import type { WordDocument } from './word-document.ts';

const NOTE_PARTS: readonly NotePart[] = ['footnotes', 'endnotes', 'comments'];

/** Returns footnotes, endnotes and comments of the part `main`, each kind in the order in which the text refers to them. */
export function readNotes(document: WordDocument, main: string, marks: NoteMarks): Block[] {
  const office = document.package;
  return NOTE_PARTS.flatMap(type => {
    const part = office.related(main, type);
    const reader = part === undefined ? undefined : office.reader(part);
    if (part === undefined || reader === undefined) return [];
    const walker = new Walker(document, part, reader);
    const flow = walk(walker);
    return gatherStory(inOrderOf(marks.of(type), flow, walker.notes));
  });
}

/** Returns headers and footers by relationship id; each part once, and the same words only once. */
export function readFurniture(document: WordDocument, main: string, ids: readonly string[]): Block[] {
  const office = document.package;
  const parts = new Set(ids.map(id => office.target(main, id)));
  const stories: Block[][] = [];
  const seen = new Set<string>();
  for (const part of parts) {
    const reader = part === undefined ? undefined : office.reader(part);
    if (part === undefined || reader === undefined) continue;
    const walker = new Walker(document, part, reader);
    walker.isFurniture = true;
    const story = gatherStory(walk(walker));
    const key = JSON.stringify(story);
    if (!seen.has(key)) stories.push(story);
    seen.add(key);
  }
  return stories.flat();
}

const gatherStory = (flow: readonly FlowItem[]): Block[] => gatherBlocks(flow).map(withoutHeading);

/**
 * Sorts notes by their references, since some programs store them in the order of writing; notes without a reference
 * come last.
 */
function inOrderOf(
  marks: ReadonlyMap<string, string | null>,
  flow: FlowItem[],
  notes: Walker['notes'],
): FlowItem[] {
  const rank = new Map([...marks.keys()].map((id, place) => [id, place]));
  const stories = notes.map(({ id, from, author }, at) => ({
    isHidden: marks.get(id) === null,
    place: rank.get(id) ?? marks.size,
    items: openedBy(
      author === '' ? (marks.get(id) ?? '') : `${author}:`,
      flow.slice(from, notes[at + 1]?.from),
    ),
  }));
  const shown = stories.filter(({ isHidden }) => !isHidden);
  const ordered = shown.sort((a, b) => a.place - b.place).flatMap(({ items }) => items);
  return [...flow.slice(0, notes[0]?.from), ...ordered];
}
