/** The pieces of a page's body in reading order: what stands in one box stays together. */
import type { SideBox } from '../boxes/boxes.ts';
import { around, holdsCentre } from '../geometry.ts';
import { inTaggedOrder, type TaggedBox } from '../order/tagged.ts';
import type { Flow } from './flow.ts';

export interface Piece extends TaggedBox {
  flow: Flow;
  box?: SideBox | undefined;
}

/** A box is one piece among the others; its own pieces are ordered inside it. */
export function bodyFlow(pieces: readonly Piece[], boxes: ReadonlySet<SideBox>): Flow[] {
  const isIn = (piece: Piece, box: SideBox) =>
    piece.box === box || (isDrawn(piece.flow) && holdsCentre(box, piece));
  const groups = [...boxes]
    .map(box => pieces.filter(piece => isIn(piece, box)))
    .filter(members => members.length > 0);
  const boxed = new Set(groups.flat());
  const units = groups.map(members => ({
    ...around(members),
    lineCount: members.reduce((sum, piece) => sum + piece.lineCount, 0),
    place: null,
    aside: true,
    members,
  }));
  const free = pieces.filter(piece => !boxed.has(piece)).map(piece => ({ ...piece, members: [piece] }));
  return inTaggedOrder<TaggedBox & { members: readonly Piece[] }>([...free, ...units]).flatMap((unit, at) =>
    unit.members.length === 1 && !boxed.has(unit.members[0] as Piece)
      ? unit.members.map(piece => piece.flow)
      : inTaggedOrder(unit.members).map(piece => ({ ...piece.flow, aside: at })),
  );
}

const isDrawn = (flow: Flow): boolean => flow.kind === 'table' || flow.role === 'figure';
