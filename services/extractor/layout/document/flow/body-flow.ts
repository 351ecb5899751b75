/** Orders the pieces of a page's body; the contents of one box stay together. */

import type { SideBox } from '../../one-page/boxes/boxes.ts';
import { GUTTER_MIN } from '../../one-page/order/gutters.ts';
import { inTaggedOrder, type TaggedBox } from '../../one-page/order/tagged.ts';
import type { Rectangle, Rule } from '../../page/content.ts';
import type { Flow } from '../../page/flow.ts';
import { around, holdsCentre, meet } from '../../page/geometry.ts';
import { alongRows } from './along-rows.ts';

export interface Piece extends TaggedBox {
  flow: Flow;
  box?: SideBox | undefined;
}

/** In points: boxes whose upper and lower sides differ by at most this form one row. */
const ROW_TOLERANCE = 3;
/** Least number of lines in each: fewer are labels of a diagram, or titles of what stands below them. */
const ROW_LINES_MIN = 3;

interface Unit extends TaggedBox {
  /** The pieces of each box of a row, from left to right; of free text, one piece. */
  parts: (readonly Piece[])[];
  /** The rectangle drawn around them. */
  drawn?: Rectangle;
}

/**
 * Returns the pieces in reading order. A box is one piece among the others; its own pieces are ordered inside it.
 * `boxes` come larger ones first.
 */
export function bodyFlow(
  pieces: readonly Piece[],
  boxes: ReadonlySet<SideBox>,
  rules: readonly Rule[] = [],
): Flow[] {
  const inOrder = [...boxes];
  const groups = Map.groupBy(pieces, piece => boxOf(piece, inOrder));
  const free: Unit[] = (groups.get(undefined) ?? []).map(piece => ({ ...piece, parts: [[piece]] }));
  const boxed: Unit[] = [...groups].flatMap(([box, members]) =>
    box === undefined
      ? []
      : {
          ...extentOf(box, members),
          lineCount: members.reduce((sum, piece) => sum + piece.lineCount, 0),
          place: null,
          aside: true,
          parts: [members],
          drawn: box,
        },
  );
  let aside = 0;
  const ordered = inTaggedOrder([...free, ...inRows(boxed, free)], rules).flatMap(({ parts, drawn }) =>
    parts.flatMap(part => {
      aside += 1;
      return inTaggedOrder(part, rules).map(({ flow }) => (drawn ? { ...flow, aside } : flow));
    }),
  );
  return alongRows(ordered);
}

/**
 * Joins boxes that are level and equally high, with nothing between them and apart from all others, to one piece:
 * columns above them end there.
 */
function inRows(boxed: readonly Unit[], free: readonly Unit[]): Unit[] {
  const rows: Unit[] = [];
  const all = [...free, ...boxed];
  for (const unit of boxed.toSorted((one, other) => one.left - other.left)) {
    const at = rows.findIndex(row => isNext(row, unit, all));
    const row = rows[at];
    if (row?.drawn === undefined || unit.drawn === undefined) rows.push(unit);
    else
      rows[at] = {
        ...row,
        ...around([row, unit]),
        lineCount: row.lineCount + unit.lineCount,
        parts: [...row.parts, ...unit.parts],
        drawn: around([row.drawn, unit.drawn]),
      };
  }
  return rows;
}

function isNext(row: Unit, unit: Unit, all: readonly Unit[]): boolean {
  const [left, right] = [row.drawn, unit.drawn];
  if (left === undefined || right === undefined) return false;
  if (unit.lineCount < ROW_LINES_MIN || row.lineCount < ROW_LINES_MIN) return false;
  const isLevel =
    Math.abs(left.top - right.top) < ROW_TOLERANCE && Math.abs(left.bottom - right.bottom) < ROW_TOLERANCE;
  const whole = around([left, right]);
  const isOther = (other: Unit) => other !== unit && !row.parts.includes(other.parts[0] ?? []);
  const meetsThem = (other: Unit) => meet(other.drawn ?? other, whole);
  return isLevel && left.right < right.left && !all.some(other => isOther(other) && meetsThem(other));
}

/**
 * Returns the extent of a box as it is drawn: columns end at a box that lies across them, however short its lines are.
 * Its rim is left out, or boxes side by side would leave no gutter between them.
 */
function extentOf(box: SideBox, members: readonly Piece[]): Rectangle {
  const { left, right, top, bottom } = around(members);
  return {
    left: Math.min(left, box.left + GUTTER_MIN),
    right: Math.max(right, box.right - GUTTER_MIN),
    top,
    bottom,
  };
}

/** Returns the box of a piece: text knows its box; tables and figures belong to the smallest one around their middle. */
function boxOf(piece: Piece, boxes: readonly SideBox[]): SideBox | undefined {
  if (!isDrawn(piece.flow)) return piece.box;
  return boxes.findLast(box => holdsCentre(box, piece));
}

const isDrawn = (flow: Flow): boolean => flow.kind === 'table' || flow.role === 'figure';
