/** What the text of a block shows, computed once: signs and levels ask several times for every block. */
import type { Block } from '../../page/block.ts';
import { isLabel, type Numbering, numberingOf, sectionNumberOf } from '../../text/section-numbers.ts';

export interface Wording {
  text: string;
  numbering: Numbering | null;
  /** Whether it is only a worded number, such as `Chapter 4`. */
  isLabel: boolean;
  /** The section number it opens with; empty where it has none. */
  sectionNumber: string;
  /** Number of parts of that number. */
  depth: number;
}

const known = new WeakMap<Block, Wording>();

export function wordingOf(block: Block): Wording {
  const before = known.get(block);
  if (before !== undefined) return before;
  const text = block.lines.map(line => line.text).join(' ');
  const sectionNumber = sectionNumberOf(text) ?? '';
  const wording = {
    text,
    numbering: numberingOf(text),
    isLabel: isLabel(text),
    sectionNumber,
    depth: sectionNumber === '' ? 0 : sectionNumber.split('.').length,
  };
  known.set(block, wording);
  return wording;
}

export const textOfBlock = (block: Block): string => wordingOf(block).text;
