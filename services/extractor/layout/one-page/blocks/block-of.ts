/** Lines put together as one block. */

import type { Block } from '../../page/block.ts';
import { around } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { wordCount } from '../../text/scripts.ts';

export function blockOf(lines: readonly Line[]): Block {
  const sorted = [...lines].sort((one, other) => one.baseline - other.baseline || one.left - other.left);
  const characters = total(sorted, () => 1);
  const share = (of: (line: Line) => number) => total(sorted, of) / characters;
  const main = sorted.reduce((most, line) => (line.characters > most.characters ? line : most));
  return {
    ...around(sorted),
    lines: sorted,
    size: dominantSize(sorted),
    characters,
    words: sorted.reduce((sum, line) => sum + wordCount(line.text), 0),
    bold: share(line => line.bold),
    italic: share(line => line.italic),
    monospace: share(line => line.monospace),
    color: main.color,
    fontName: main.fontName,
    index: Math.min(...sorted.map(line => line.index)),
  };
}

function total(lines: readonly Line[], of: (line: Line) => number): number {
  return lines.reduce((sum, line) => sum + line.characters * of(line), 0);
}

function dominantSize(lines: readonly Line[]): number {
  const weights = new Map<number, number>();
  for (const line of lines) weights.set(line.size, (weights.get(line.size) ?? 0) + line.characters);
  return [...weights].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
}
