/** Counts what a document's styles are used for: a style that fills paragraphs makes no headings. */

import { type Block, BOLD_SHARE } from '../../page/block.ts';
import { isCapitals } from '../../text/capitals.ts';
import { SIZE_STEP } from '../facts/body-size.ts';
import { textOfBlock } from './wording.ts';

/** Longer blocks are text. */
export const HEADING_WORDS_MAX = 30;
/** Running text has more words than this. */
export const RUNNING_WORDS_MIN = 12;

export interface StyleUse {
  blocks: number;
  characters: number;
  /** Blocks too long to be headings. */
  long: number;
}

export interface Styles {
  uses: ReadonlyMap<string, StyleUse>;
  blocks: number;
  characters: number;
  /** Font name and colour of most characters of the body's size. */
  bodyFont: string;
  bodyColor: number | null;
  /** Share of the body-size characters that are bold: bold type shows nothing in a bold document. */
  bodyBold: number;
}

/** Each block's style is asked for several times. */
const known = new WeakMap<Block, string>();

/** Returns size, weight, slant, capitals and colour: what a designer would call one style. */
export function styleOf(block: Block): string {
  const before = known.get(block);
  if (before !== undefined) return before;
  const style = describe(block);
  known.set(block, style);
  return style;
}

function describe(block: Block): string {
  const size = Math.round(block.size / SIZE_STEP) * SIZE_STEP;
  const bold = block.bold >= BOLD_SHARE ? 'b' : '';
  const italic = block.italic >= BOLD_SHARE ? 'i' : '';
  const capitals = isCapitals(textOfBlock(block)) ? 'c' : '';
  return `${size}|${bold}${italic}${capitals}|${block.color ?? ''}|${block.fontName}`;
}

export function stylesOf(blocks: readonly Block[], bodySize: number): Styles {
  const uses = new Map<string, StyleUse>();
  let characters = 0;
  for (const block of blocks) {
    const style = styleOf(block);
    const use = uses.get(style) ?? { blocks: 0, characters: 0, long: 0 };
    use.blocks++;
    use.characters += block.characters;
    if (block.words > HEADING_WORDS_MAX) use.long++;
    uses.set(style, use);
    characters += block.characters;
  }
  const body = blocks.filter(block => Math.abs(block.size - bodySize) <= SIZE_STEP);
  const bodyCharacters = body.reduce((sum, block) => sum + block.characters, 0);
  return {
    uses,
    blocks: blocks.length,
    characters,
    bodyFont: heaviest(body, block => block.fontName) ?? '',
    bodyColor: heaviest(body, block => block.color) ?? 0,
    bodyBold: bodyCharacters
      ? body.reduce((sum, block) => sum + block.bold * block.characters, 0) / bodyCharacters
      : 0,
  };
}

function heaviest<T>(blocks: readonly Block[], key: (block: Block) => T): T | undefined {
  const weights = new Map<T, number>();
  for (const block of blocks) weights.set(key(block), (weights.get(key(block)) ?? 0) + block.characters);
  return [...weights].sort((one, other) => other[1] - one[1])[0]?.[0];
}
