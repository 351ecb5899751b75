/** Finds heads and feet of a single page: what fits completely into the narrow bands at its edges. */

import { gapsOf } from '../../one-page/lines/neighbours.ts';
import { type Block, isBold } from '../../page/block.ts';
import type { Edge } from '../../page/flow.ts';
import { sharedHeight, sharedWidth } from '../../page/geometry.ts';
import { isSameSize } from '../../page/sizes.ts';
import { APART_EM, HEAD_SIZE_MAX, NUMBERED_BAND_SHARE, TITLE_SIZE_FACTOR } from './repeated.ts';

/** On a single page, a line this close to text in the same type belongs to that text. */
const RUN_ON_EM = 0.6;
/** Bands of a single page, as shares of its height, and the most lines of a block in them. */
const HEADER_SHARE = 0.075;
const FOOTER_SHARE = 0.915;
const HEADER_LINES_MAX = 2;
const FOOTER_LINES_MAX = 3;
/** The foot of a page is at least this far below its text, … */
const FOOT_APART_EM = 3;
/** … and says `Page 3`, `Seite 3 von 7`, `- 3 -` or `3 / 7`. */
const PAGE_NUMBER =
  /^[-–—]?\s*(?:(?:page|pag(?:ina)?|p[áa]g(?:ina)?|seite|blatt|s|p|pg|sid[ae]|sivu|stron[ay]|str(?:ana)?|стр(?:аница)?|oldal|sayfa)\.?\s*)?\d{1,4}(?:\s*(?:\/|\p{L}{1,4})\s*\d{1,4})?\s*[-–—]?$/iu;
/** Approximate width of a space. */
const SPACE_EM = 0.25;
/** Bold type larger than the body by this factor is a title. */
const BOLD_TITLE_SIZE = 1.06;

/**
 * Returns the blocks that belong to an edge; the others are the page's body. Display type near the top is a title, and
 * what continues the body belongs to the body, block by block up to the edge.
 */
export function edgesOf(blocks: readonly Block[], pageHeight: number, bodySize: number): Map<Block, Edge> {
  const edges = new Map<Block, Edge>();
  for (const block of blocks) {
    const edge = bandOf(block, pageHeight, bodySize);
    // Most blocks are in no band, so that their text need not be examined.
    if (edge === null || ITEM.test(block.lines[0]?.text ?? '') || isCounted(block, blocks)) continue;
    if (!isParagraph(block, blocks)) edges.set(block, edge);
  }
  for (const block of numberedHead(blocks, pageHeight, bodySize)) edges.set(block, 'header');
  const foot = numberedFoot(blocks, pageHeight, bodySize);
  if (foot) edges.set(foot, 'footer');
  let body = blocks.filter(block => !edges.has(block));
  while (body.length > 0) {
    const reached = body;
    body = [...edges].flatMap(([block, edge]) =>
      reached.some(other => goesOn(other, block, edge)) ? [block] : [],
    );
    for (const block of body) edges.delete(block);
  }
  return edges;
}

/** Returns the page's first row if it has a page number at one end and space below: running heads with a number may be deeper. */
function numberedHead(blocks: readonly Block[], pageHeight: number, bodySize: number): Block[] {
  const top = Math.min(...blocks.map(block => block.top));
  const [first] = blocks.filter(block => block.top === top);
  if (first === undefined || first.bottom > NUMBERED_BAND_SHARE * pageHeight) return [];
  const row = blocks
    .filter(block => sharedHeight(block, first) > 0)
    .sort((one, other) => one.left - other.left);
  const isHead = (block: Block) =>
    block.lines.length === 1 && !isBold(block) && block.size <= HEAD_SIZE_MAX * bodySize;
  const bottom = Math.max(...row.map(block => block.bottom));
  const isApart = blocks.every(block => row.includes(block) || block.top - bottom >= APART_EM * block.size);
  return isApart && row.every(isHead) && hasPageNumber(row) ? row : [];
}

/** Returns the page's last line if it contains only the page number and stands well apart: feet with a number may be higher. */
function numberedFoot(blocks: readonly Block[], pageHeight: number, bodySize: number): Block | undefined {
  const lowest = Math.max(...blocks.map(({ bottom }) => bottom));
  const last = blocks.find(block => block.bottom === lowest);
  if (last === undefined || last.top < (1 - NUMBERED_BAND_SHARE) * pageHeight) return undefined;
  const isAbove = (block: Block) => block === last || last.top - block.bottom >= FOOT_APART_EM * last.size;
  const isNumber = last.lines.length === 1 && PAGE_NUMBER.test(last.lines[0]?.text ?? '');
  const isSmall = !isBold(last) && last.size < TITLE_SIZE_FACTOR * bodySize;
  return isNumber && isSmall && blocks.every(isAbove) ? last : undefined;
}

/** Whether a row has a page number at one end, alone or farther from the next word than words are from each other. */
function hasPageNumber(row: readonly Block[]): boolean {
  const items = row.flatMap(block => block.lines[0]?.items ?? []);
  const gaps = gapsOf(items);
  const gapBehind = (at: number) => (gaps[at] ?? 0) / (items[at]?.size ?? 1);
  const isNumber = (at: number) => /^\d{1,4}$/.test(items[at]?.text ?? '');
  const last = items.length - 1;
  return (
    (isNumber(0) && gapBehind(0) >= APART_EM) ||
    (last > 0 && isNumber(last) && gapBehind(last - 1) >= APART_EM)
  );
}

/** A list item: lists continue up to the edge and beyond. Unlike letters with a full stop, these markers are no initials. */
const ITEM = /^(?:[•◦▪●○■□➢]|\(?[a-z\d]{1,3}\)|\[\d{1,3}\])\s+\p{L}/u;

/**
 * A number with a full stop may be part of a date (`3. Mai`); in a list, the number before or after it opens a block
 * above or below.
 */
const COUNTED = /^(\d{1,3})\.\s+\p{L}/u;

const countOf = (block: Block): number => Number(COUNTED.exec(block.lines[0]?.text ?? '')?.[1] ?? Number.NaN);

function isCounted(block: Block, blocks: readonly Block[]): boolean {
  const count = countOf(block);
  if (Number.isNaN(count)) return false;
  return blocks.some(
    other =>
      Math.abs(countOf(other) - count) === 1 &&
      isAlike(other, block) &&
      Math.abs(other.left - block.left) < block.size,
  );
}

/**
 * Whether a block's lines end where others in the same type do because they are full: where margins are narrow, text
 * reaches into the bands.
 */
function isParagraph(block: Block, blocks: readonly Block[]): boolean {
  const [first, second] = block.lines;
  const [word] = second?.items ?? [];
  if (first === undefined || word === undefined) return false;
  const alike = blocks.filter(
    other => other !== block && isAlike(other, block) && sharedWidth(other, block) > 0,
  );
  const wordRight = first.right + SPACE_EM * word.size + word.width;
  return alike.length > 0 && alike.every(({ right }) => right < wordRight);
}

/** Whether part of the body continues in a block, ends beyond it, or ends beside it in the same type. */
function goesOn(body: Block, block: Block, edge: Edge): boolean {
  return (
    isFurtherOut(body, block, edge) ||
    (isAlike(body, block) && (isNext(body, block) || isBeside(body, block, edge)))
  );
}

/** Whether part of the body is nearer to the edge: nothing below a title is a head. */
function isFurtherOut(body: Block, block: Block, edge: Edge): boolean {
  return edge === 'header' ? body.bottom <= block.top : body.top >= block.bottom;
}

/** Whether a column reaches as far as the block. */
function isBeside(body: Block, block: Block, edge: Edge): boolean {
  return edge === 'header' ? body.top <= block.top : body.bottom >= block.bottom;
}

/** Whether the block is one line farther: a page that ends or begins within a paragraph. */
function isNext(body: Block, block: Block): boolean {
  const gap = Math.max(body.top - block.bottom, block.top - body.bottom);
  return gap < RUN_ON_EM * block.size && gap > -block.size && Math.abs(body.left - block.left) < block.size;
}

function isAlike(body: Block, block: Block): boolean {
  return isSameSize(body, block) && body.fontName === block.fontName;
}

function bandOf(block: Block, pageHeight: number, bodySize: number): Edge | null {
  if (block.size >= (isBold(block) ? BOLD_TITLE_SIZE : TITLE_SIZE_FACTOR) * bodySize) return null;
  if (block.bottom <= HEADER_SHARE * pageHeight && block.lines.length <= HEADER_LINES_MAX) return 'header';
  if (block.top >= FOOTER_SHARE * pageHeight && block.lines.length <= FOOTER_LINES_MAX) return 'footer';
  return null;
}
