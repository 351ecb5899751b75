/** The shapes of a slide in reading order: from top to bottom, within a row from left to right. */
import { child, path, type XmlNode } from '../../xml/tree.ts';
import { type Design, placeholderOf } from './design.ts';

/** In EMU, in the coordinates of the slide. */
interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

interface Placed {
  shape: XmlNode;
  box: Box | null;
}

/** Child coordinates to slide coordinates: x · scale + shift. */
interface Transform {
  scaleX: number;
  scaleY: number;
  shiftX: number;
  shiftY: number;
}

const IDENTITY: Transform = { scaleX: 1, scaleY: 1, shiftX: 0, shiftY: 0 };

/** Leaf shapes; a group stays together at the group's place. */
export function shapesInOrder(tree: XmlNode, design: Design): XmlNode[] {
  const items = tree.children.flatMap(chosen).map(node => {
    const leaves = leavesOf(node, design);
    return { leaves, box: around(leaves) };
  });
  return inReadingOrder(items).flatMap(item => inReadingOrder(item.leaves).map(leaf => leaf.shape));
}

const LEAVES = new Set(['p:sp', 'p:pic', 'p:graphicFrame', 'p:cxnSp']);

/** The shapes that a node stands for: of alternatives the first. */
function chosen(node: XmlNode): XmlNode[] {
  if (node.name === 'mc:AlternateContent') return [...(node.children[0]?.children ?? [])];
  return [node];
}

function leavesOf(root: XmlNode, design: Design): Placed[] {
  const leaves: Placed[] = [];
  const pending: { node: XmlNode; transform: Transform }[] = [{ node: root, transform: IDENTITY }];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    const { node, transform } = next;
    if (LEAVES.has(node.name)) leaves.push({ shape: node, box: boxOf(node, design, transform) });
    if (node.name !== 'p:grpSp') continue;
    const inner = within(transform, path(node, 'p:grpSpPr', 'a:xfrm'));
    for (const below of node.children.flatMap(chosen).toReversed())
      pending.push({ node: below, transform: inner });
  }
  return leaves;
}

/** What a group's `chOff`/`chExt` do to its children (20.1.7.5). */
function within(outer: Transform, xfrm: XmlNode | undefined): Transform {
  const own = extent(xfrm, 'a:off', 'a:ext');
  const inner = extent(xfrm, 'a:chOff', 'a:chExt');
  if (own === null || inner === null) return outer;
  const scaleX = inner.width > 0 ? own.width / inner.width : 1;
  const scaleY = inner.height > 0 ? own.height / inner.height : 1;
  return {
    scaleX: outer.scaleX * scaleX,
    scaleY: outer.scaleY * scaleY,
    shiftX: (own.x - inner.x * scaleX) * outer.scaleX + outer.shiftX,
    shiftY: (own.y - inner.y * scaleY) * outer.scaleY + outer.shiftY,
  };
}

function extent(xfrm: XmlNode | undefined, offset: string, size: string) {
  const at = child(xfrm, offset)?.attributes;
  const by = child(xfrm, size)?.attributes;
  if (at === undefined || by === undefined) return null;
  const numbers = {
    x: Number(at.x),
    y: Number(at.y),
    width: Number(by.cx),
    height: Number(by.cy),
  };
  return Object.values(numbers).every(Number.isFinite) ? numbers : null;
}

const ownTransform = (shape: XmlNode): XmlNode | undefined =>
  path(shape, 'p:spPr', 'a:xfrm') ?? child(shape, 'p:xfrm');

function boxOf(shape: XmlNode, design: Design, transform: Transform): Box | null {
  const placeholder = placeholderOf(shape);
  const inherited = () => (placeholder === undefined ? [] : design.ancestors(placeholder)).map(ownTransform);
  const xfrm = ownTransform(shape) ?? inherited().find(found => found !== undefined);
  const own = extent(xfrm, 'a:off', 'a:ext');
  if (own === null) return null;
  const left = own.x * transform.scaleX + transform.shiftX;
  const top = own.y * transform.scaleY + transform.shiftY;
  return {
    left,
    top,
    right: left + own.width * transform.scaleX,
    bottom: top + own.height * transform.scaleY,
  };
}

function around(leaves: Placed[]): Box | null {
  const boxes = leaves.map(leaf => leaf.box).filter(box => box !== null);
  return boxes.reduce<Box | null>(
    (all, box) => ({
      left: Math.min(all?.left ?? box.left, box.left),
      top: Math.min(all?.top ?? box.top, box.top),
      right: Math.max(all?.right ?? box.right, box.right),
      bottom: Math.max(all?.bottom ?? box.bottom, box.bottom),
    }),
    null,
  );
}

/** Shapes without a place keep theirs after the one before them. */
function inReadingOrder<T extends { box: Box | null }>(items: T[]): T[] {
  const placed = items.filter(item => item.box !== null);
  if (placed.length < items.length) return items;
  const byTop = placed.toSorted((a, b) => (a.box?.top ?? 0) - (b.box?.top ?? 0));
  const rows: { middle: number; items: T[] }[] = [];
  for (const item of byTop) {
    const row = rows.at(-1);
    const { top, bottom } = item.box ?? { top: 0, bottom: 0 };
    // A shape that begins above the middle of the row's first one stands beside it, not below.
    if (row !== undefined && top < row.middle) row.items.push(item);
    else rows.push({ middle: (top + bottom) / 2, items: [item] });
  }
  return rows.flatMap(row => row.items.toSorted((a, b) => (a.box?.left ?? 0) - (b.box?.left ?? 0)));
}
