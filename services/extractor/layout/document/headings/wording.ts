/** What the letters of a block say of it, worked out once: signs and levels ask several times of every block. */
import type { Block } from '../../page/block.ts';
import { isLabel, type Numbering, numberingOf, sectionNumberOf } from '../../text/section-numbers.ts';

export interface Wording {
  text: string;
  numbering: Numbering | null;
  /** Nothing but a worded number, e.g. `Chapter 4`. */
  isLabel: boolean;
  /** The section number it opens with; empty where it has none. */
  sectionNumber: string;
  /** Parts of that number. */
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
