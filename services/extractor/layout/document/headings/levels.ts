/** Assigns heading levels: by section number where there is one, otherwise by how prominent the style is. */

import type { HeadingLevel } from '../../../../../schemas/document.ts';
import { type Block, BOLD_SHARE } from '../../page/block.ts';
import type { Flow } from '../../page/flow.ts';
import { median } from '../../page/geometry.ts';
import { isCapitals } from '../../text/capitals.ts';
import { SIZE_STEP } from '../facts/body-size.ts';
import { textOfBlock, wordingOf } from './wording.ts';

/** Levels given by the file count if at least this share of the headings has one. */
const LEVELS_SHARE = 0.6;
/**
 * How much weight, capitals and upright type add to the prominence of headings of nearly one size, in points of size:
 * less than a step of sizes, and each less than the one before.
 */
const PROMINENCE = { bold: 0.2, capitals: 0.1, upright: 0.05 } as const;

/** Appendices have the level of chapters, however they are set. */
const APPENDIX =
  /^(?:appendix|annexe?|anexo|anhang|ap[eé]ndice|schedule|приложение|παράρτημα|p[rř][ií]loha)$/;
/** Headings of a count within another one are at most this share of its size. */
const NESTED_SIZE_MAX = 0.9;
/**
 * Numbered headings begin at one place if at least this share of them do so within this tolerance; others are indented
 * by more than `INDENT_EM`.
 */
const LEVEL_SHARE = 0.9;
const LEVEL_EM = 0.3;
const INDENT_EM = 1;
/** Less than the difference between any two styles. */
const STANDING_STEP = 0.01;

/** Returns the level of each heading. Headings come in reading order; `given` is the file's own level, where there is one. */
export function levelsOf(
  headings: Iterable<Flow>,
  given: (piece: Flow) => number | undefined = () => undefined,
): Map<Flow, HeadingLevel> {
  const blocks = new Map<Flow, Block>();
  for (const piece of headings) if (piece.kind === 'text') blocks.set(piece, piece.block);
  return givenLevels(blocks, given) ?? levelsByLooks(blocks);
}

function levelsByLooks(blocks: ReadonlyMap<Flow, Block>): Map<Flow, HeadingLevel> {
  const nested = nestedCounts([...blocks.values()]);
  const standing = standingsOf([...blocks.values()], nested);
  const ranks = rankOf([...blocks.values()], standing, nested);
  // Levels may be skipped: an excerpt begins where it was cut, and each style has one level in a document.
  return new Map(
    [...blocks].map(([piece, block]) => {
      const rank = ranks.get(standing(block)) ?? 1;
      return [piece, Math.min(rank, 6) as HeadingLevel];
    }),
  );
}

/**
 * Returns the file's own levels if most headings have one; the others get the level of those they look like. Null where
 * too few have one.
 */
function givenLevels(
  blocks: ReadonlyMap<Flow, Block>,
  given: (piece: Flow) => number | undefined,
): Map<Flow, HeadingLevel> | null {
  const known = new Map<Flow, number>();
  for (const piece of blocks.keys()) {
    const level = given(piece);
    if (level !== undefined) known.set(piece, level);
  }
  if (known.size === 0 || known.size < LEVELS_SHARE * blocks.size) return null;
  const looks = [...known].map(([piece, level]) => ({
    level,
    prominence: prominenceOf(blocks.get(piece) as Block),
  }));
  // One level for headings of several styles was given without thought.
  if (new Set(known.values()).size === 1 && new Set(looks.map(look => look.prominence)).size > 2) return null;
  return new Map(
    [...blocks].map(([piece, block]) => {
      const level = known.get(piece) ?? levelAmong(looks, prominenceOf(block));
      return [piece, Math.min(6, Math.max(1, level)) as HeadingLevel];
    }),
  );
}

/** Returns the level of the least prominent style that is at least as prominent as this one. */
function levelAmong(looks: readonly { level: number; prominence: number }[], prominence: number): number {
  const above = looks.filter(look => look.prominence >= prominence);
  if (above.length === 0) return 1;
  const nearest = above.reduce((one, other) => (other.prominence < one.prominence ? other : one));
  return nearest.level + (nearest.prominence > prominence ? 1 : 0);
}

/**
 * Returns a function that says how high each heading stands: by its looks, but with `2.1` below `2` even if both look
 * alike, and beside `2.2` even if small capitals or a long title made it smaller.
 */
function standingsOf(blocks: readonly Block[], nested: ReadonlySet<Block>): (block: Block) => number {
  const depthOf = (block: Block) => decimalDepth(block) + Number(nested.has(block));
  const byDepth = Map.groupBy(blocks, depthOf);
  const depths = [...byDepth.keys()].filter(depth => depth > 0).sort((one, other) => one - other);
  const numbered = new Map<number, number>();
  const looks = new Map<number, number>();
  const lowest = new Map<number, number>();
  let above = Infinity;
  for (const depth of depths) {
    const usual = median((byDepth.get(depth) ?? []).map(prominenceOf));
    above = Math.min(usual, above - STANDING_STEP);
    numbered.set(depth, above);
    // An unnumbered heading in the style of numbered ones stands beside the highest of them.
    if (!looks.has(usual)) looks.set(usual, above);
    lowest.set(usual, above);
  }
  const isIndented = indentedAmong(blocks.filter(block => depthOf(block) > 0));
  return block => {
    const prominence = prominenceOf(block);
    const [highest, least] = [looks.get(prominence), lowest.get(prominence)];
    // Where `2` and `2.1` begin at one place and look alike, an indented heading in their style is below both.
    const isBelow = highest !== least && isIndented(block);
    const beside = isBelow && least !== undefined ? least - STANDING_STEP : highest;
    return numbered.get(depthOf(block)) ?? beside ?? prominence;
  };
}

/** Returns a function that says whether a heading begins right of where nearly all numbered ones do. */
function indentedAmong(numbered: readonly Block[]): (block: Block) => boolean {
  const left = median(numbered.map(block => block.left));
  const level = numbered.filter(block => Math.abs(block.left - left) <= LEVEL_EM * block.size).length;
  if (numbered.length === 0 || level < LEVEL_SHARE * numbered.length) return () => false;
  return block => block.left - left > INDENT_EM * block.size;
}

/** Returns headings whose count begins anew below a clearly larger one: `1.` and `2.` within a larger `4.` */
function nestedCounts(blocks: readonly Block[]): Set<Block> {
  const nested = new Set<Block>();
  // Sizes of the counts that may continue, from the outermost to the innermost.
  let open: number[] = [];
  for (const block of blocks) {
    if (decimalDepth(block) !== 1) continue;
    const at = open.findIndex(size => block.size > NESTED_SIZE_MAX * size);
    if (at >= 0) open = open.slice(0, at + 1);
    else if (open.length === 0 || wordingOf(block).sectionNumber === '1') open.push(block.size);
    else continue;
    if (open.length > 1) nested.add(block);
  }
  return nested;
}

function decimalDepth(block: Block): number {
  const { numbering } = wordingOf(block);
  return numbering?.kind === 'decimal' ? numbering.depth : 0;
}

/** Numbers the standings from the greatest down, from 1; one that contains section numbers has their depth. */
function rankOf(
  blocks: readonly Block[],
  standing: (block: Block) => number,
  nested: ReadonlySet<Block>,
): Map<number, number> {
  const standings = [...Map.groupBy(blocks, standing)].sort(([one], [other]) => other - one);
  const ranks = new Map<number, number>();
  let rank = 0;
  let depthBefore = 0;
  let wordBefore = '';
  for (const [one, standingThere] of standings) {
    const depth = numberDepth(standingThere, nested);
    const word = chapterWord(standingThere);
    const isHeld = word !== '' && wordBefore !== '' && word !== wordBefore && !APPENDIX.test(word);
    const deeper = depth - depthBefore + (isHeld && depth === depthBefore ? 1 : 0);
    rank = depth > 0 && depthBefore > 0 ? Math.max(1, rank + deeper) : rank + 1;
    if (depth > 0) [depthBefore, wordBefore] = [depth, word];
    ranks.set(one, rank);
  }
  return ranks;
}

/** Returns the depth with which most of these blocks are numbered; 0 for unnumbered ones. */
function numberDepth(blocks: readonly Block[], nested: ReadonlySet<Block>): number {
  const depths = blocks.map(block => (wordingOf(block).numbering?.depth ?? 0) + Number(nested.has(block)));
  return commonest(depths) ?? 0;
}

/** Returns the word with which most of these blocks are numbered: an article contains sections where those are set smaller. */
function chapterWord(blocks: readonly Block[]): string {
  const words = blocks.map(block => {
    const { numbering, text } = wordingOf(block);
    return numbering?.kind === 'worded' ? (/^\p{L}+/u.exec(text)?.[0].toLowerCase() ?? '') : '';
  });
  return commonest(words) ?? '';
}

/** Returns the most frequent value, the first of equals; undefined for an empty list. */
function commonest<T>(values: readonly T[]): T | undefined {
  const counts = Map.groupBy(values, value => value);
  return [...counts].sort((one, other) => other[1].length - one[1].length)[0]?.[0];
}

/**
 * Returns how prominent a heading is: by size first, then by weight, capitals and upright type. Equal styles are
 * equally prominent.
 */
function prominenceOf(block: Block): number {
  const size = Math.round(block.size / SIZE_STEP) * SIZE_STEP;
  const weight = block.bold >= BOLD_SHARE ? PROMINENCE.bold : 0;
  const capitals = isCapitals(textOfBlock(block)) ? PROMINENCE.capitals : 0;
  const upright = block.italic >= BOLD_SHARE ? 0 : PROMINENCE.upright;
  return size + weight + capitals + upright;
}
