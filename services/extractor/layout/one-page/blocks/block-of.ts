/** Puts lines together as one block. */

import type { Block } from '../../page/block.ts';
import { around } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { wordCount } from '../../text/scripts.ts';

export function blockOf(lines: readonly Line[]): Block {
  const sorted = [...lines].sort((one, other) => one.baseline - other.baseline || one.left - other.left);
  let main = sorted[0] as Line;
  let [characters, words, bold, italic, monospace, index] = [0, 0, 0, 0, 0, Infinity];
  for (const line of sorted) {
    characters += line.characters;
    words += wordCount(line.text);
    bold += line.characters * line.bold;
    italic += line.characters * line.italic;
    monospace += line.characters * line.monospace;
    index = Math.min(index, line.index);
    if (line.characters > main.characters) main = line;
  }
  const { left, top, right, bottom } = around(sorted);
  return {
    left,
    top,
    right,
    bottom,
    lines: sorted,
    size: dominantSize(sorted),
    characters,
    words,
    bold: bold / characters,
    italic: italic / characters,
    monospace: monospace / characters,
    color: main.color,
    fontName: main.fontName,
    index,
  };
}

function dominantSize(lines: readonly Line[]): number {
  const [first] = lines;
  // Most blocks are set in one size.
  if (first && first.characters > 0 && lines.every(({ size }) => size === first.size)) return first.size;
  const weights = new Map<number, number>();
  for (const line of lines) weights.set(line.size, (weights.get(line.size) ?? 0) + line.characters);
  return [...weights].reduce((best, entry) => (entry[1] > best[1] ? entry : best), [0, 0])[0];
}
