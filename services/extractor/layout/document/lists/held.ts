/**
 * Finds paragraphs between two items of one count that are aligned with the first item's text: they belong to it at any
 * distance.
 */

import { isCode } from '../../one-page/blocks/code.ts';
import type { Flow, FlowText } from '../../page/flow.ts';
import { INDENT_EM } from './list-builder.ts';
import { follows } from './marker.ts';
import { HANGING_EM, type ListItemStart } from './series.ts';

/** Most paragraphs of an item before the next one: more are a text with numbers between. */
const HELD_MAX = 3;

interface OpenItem {
  start: ListItemStart;
  piece: FlowText;
  held: FlowText[];
  /** Whether it has nested items. What stands after those can no longer be distinguished from their text. */
  hasNested: boolean;
}

/** Returns the item that each of its pieces belongs to, where an item has more than one. */
export function heldByItems(
  flow: readonly Flow[],
  items: ReadonlyMap<Flow, ListItemStart>,
  headings: ReadonlySet<Flow>,
): Map<Flow, string> {
  const owners = new Map<Flow, string>();
  // From the outermost item to the one that may hold the next piece.
  let open: OpenItem[] = [];
  flow.forEach((piece, at) => {
    if (piece.zone !== 'body') return;
    const start = items.get(piece);
    if (piece.kind === 'table' || headings.has(piece) || piece.page !== (open[0]?.piece.page ?? piece.page))
      open = [];
    if (piece.kind === 'table') return;
    if (start !== undefined) {
      open = open.filter(item => item.start.item.left < start.item.left + HANGING_EM * piece.block.size);
      const before = open.at(-1);
      const isNested =
        before !== undefined && before.start.item.left < start.item.left - INDENT_EM * piece.block.size;
      if (isNested) before.hasNested = true;
      else if (before !== undefined) {
        open.pop();
        if (before.held.length > 0 && follows(start.marker, before.start.marker))
          for (const part of [before.piece, ...before.held]) owners.set(part, `held ${at}`);
      }
      open.push({ start, piece, held: [], hasNested: false });
    } else if (!isHeld(piece, open.at(-1))) open = [];
    else open.at(-1)?.held.push(piece);
  });
  return owners;
}

function isHeld(piece: FlowText, item: OpenItem | undefined): boolean {
  if (item === undefined || item.hasNested || item.held.length >= HELD_MAX || isCode(piece.block))
    return false;
  const { textLeft, left } = item.start.item;
  const slack = HANGING_EM * piece.block.size;
  const last = item.held.at(-1) ?? item.piece;
  return (
    piece.role === 'text' &&
    piece.aside === item.piece.aside &&
    piece.block.top >= last.block.bottom - slack &&
    Math.abs(piece.block.left - textLeft) < slack &&
    textLeft > left + slack / 2
  );
}
