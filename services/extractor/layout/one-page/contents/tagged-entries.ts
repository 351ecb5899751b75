/** Finds entries of tables of contents by their tags (ISO 32000-1, 14.8.4.2: TOC, TOCI). */

import type { Block } from '../../page/block.ts';
import type { Line } from '../../page/line.ts';
import { withoutLeaders } from '../../text/leaders.ts';
import { blockOf } from '../blocks/block-of.ts';

/** A tagged entry has at most this many words, and there are at least two of them. */
const ENTRY_WORDS_MAX = 40;
const ENTRIES_MIN = 2;

/**
 * Returns one block for each entry, with its page number at the end, and the lines of each; an empty map where the tags
 * make no sense.
 */
export function taggedEntries(
  lines: readonly Line[],
  entries: ReadonlyMap<number, number>,
): Map<Block, readonly Line[]> {
  if (entries.size === 0) return new Map();
  const groups = Map.groupBy(lines, line => entryOf(line, entries));
  groups.delete(undefined);
  const blocks = new Map([...groups.values()].map(parts => [entryBlock(parts), parts] as const));
  const isEntry = ({ words }: Block) => words <= ENTRY_WORDS_MAX;
  return blocks.size >= ENTRIES_MIN && [...blocks.keys()].every(isEntry) ? blocks : new Map();
}

/** Returns the entry of the first word that has one: numbers and leaders may be untagged. */
function entryOf(line: Line, entries: ReadonlyMap<number, number>): number | undefined {
  for (const { markedContent } of line.items) {
    const entry = entries.get(markedContent ?? -1);
    if (entry !== undefined) return entry;
  }
  return undefined;
}

function entryBlock(parts: readonly Line[]): Block {
  const rows = [...parts].sort((one, other) => one.baseline - other.baseline || one.left - other.left);
  const lines = rows.map(line => ({ ...line, text: withoutLeaders(line.text) }));
  return blockOf(lines.filter((line, at) => line.text !== '' || at === 0));
}
