/** The pieces of a page's body in reading order: what stands in one box stays together. */

import type { SideBox } from '../../one-page/boxes/boxes.ts';
import { GUTTER_MIN } from '../../one-page/order/cut.ts';
import { inTaggedOrder, type TaggedBox } from '../../one-page/order/tagged.ts';
import type { Rectangle, Rule } from '../../page/content.ts';
import type { Flow } from '../../page/flow.ts';
import { around, holdsCentre } from '../../page/geometry.ts';
import { alongRows } from './along-rows.ts';

export interface Piece extends TaggedBox {
  flow: Flow;
  box?: SideBox | undefined;
}

/** A box is one piece among the others; its own pieces are ordered inside it. `boxes` come larger ones first. */
export function bodyFlow(
  pieces: readonly Piece[],
  boxes: ReadonlySet<SideBox>,
  rules: readonly Rule[] = [],
): Flow[] {
  const inOrder = [...boxes];
  const groups = Map.groupBy(pieces, piece => boxOf(piece, inOrder));
  const free = (groups.get(undefined) ?? []).map(piece => ({ ...piece, members: [piece], isBox: false }));
  groups.delete(undefined);
  const units = [...groups].map(([box, members]) => ({
    ...extentOf(box, members),
    lineCount: members.reduce((sum, piece) => sum + piece.lineCount, 0),
    place: null,
    aside: true,
    members,
    isBox: true,
  }));
  const ordered = inTaggedOrder<Unit>([...free, ...units], rules).flatMap(({ members, isBox }, at) =>
    inTaggedOrder(members, rules).map(piece => (isBox ? { ...piece.flow, aside: at } : piece.flow)),
  );
  return alongRows(ordered);
}

/**
 * As wide as it is drawn: columns end at a box that lies across them, however short its lines are. Its rim is left
 * out, or boxes side by side would leave no gutter between them.
 */
function extentOf(box: SideBox | undefined, members: readonly Piece[]): Rectangle {
  const { left, right, top, bottom } = around(members);
  if (box === undefined) return { left, right, top, bottom };
  return {
    left: Math.min(left, box.left + GUTTER_MIN),
    right: Math.max(right, box.right - GUTTER_MIN),
    top,
    bottom,
  };
}

interface Unit extends TaggedBox {
  members: readonly Piece[];
  isBox: boolean;
}

/** Text knows its box; tables and figures stand in the smallest one around their middle. */
function boxOf(piece: Piece, boxes: readonly SideBox[]): SideBox | undefined {
  if (!isDrawn(piece.flow)) return piece.box;
  return boxes.findLast(box => holdsCentre(box, piece));
}

const isDrawn = (flow: Flow): boolean => flow.kind === 'table' || flow.role === 'figure';
