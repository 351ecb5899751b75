/**
 * Orders the shapes of a slide for reading. That is the order of the file, which authors arrange for screen readers and
 * in which they mostly work, except for what stands above everything else: a headline drawn last is still read first.
 */
import { altOf } from '../../ooxml/alt-text.ts';
import { isTrue } from '../../xml/boolean.ts';
import { attributeOf, child, descendants, type XmlNode } from '../../xml/tree.ts';
import { type Design, placeholderOf, placeholderType } from './design.ts';

/** From top to bottom in EMU, in the coordinates of the slide or of the group. */
interface Placed {
  shape: XmlNode;
  top: number;
  bottom: number;
}

/**
 * Returns leaf shapes. A group stays together at the group's place; the group itself comes before its shapes if its
 * author describes it.
 */
export function shapesInOrder(tree: XmlNode, design: Design): XmlNode[] {
  const leaves: XmlNode[] = [];
  const pending = siblingsInOrder(tree, design).reverse();
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    if (next.name !== GROUP || altOf(next, 'p') !== '') leaves.push(next);
    if (next.name === GROUP) pending.push(...siblingsInOrder(next, design).reverse());
  }
  return leaves;
}

export const GROUP = 'p:grpSp';

const SHAPES = new Set(['p:sp', 'p:pic', 'p:graphicFrame', 'p:cxnSp', GROUP]);

function siblingsInOrder(parent: XmlNode, design: Design): XmlNode[] {
  const shapes: XmlNode[] = [];
  for (const node of parent.children)
    if (node.name !== 'mc:AlternateContent') addShown(shapes, node);
    else for (const chosen of node.children[0]?.children ?? []) addShown(shapes, chosen); // of alternatives, the first
  if (isSettled(shapes)) return shapes;
  const first = topmost(shapes, design);
  if (first.length === 0) return shapes;
  return [...first, ...shapes.filter(shape => !first.includes(shape))];
}

function addShown(shapes: XmlNode[], node: XmlNode): void {
  if (SHAPES.has(node.name) && (!isHidden(node) || isTitle(node))) shapes.push(node);
}

/**
 * Whether the order is settled without knowing places: there is only one shape, or one beside the title, which is read
 * first wherever it is.
 */
function isSettled(shapes: readonly XmlNode[]): boolean {
  const [first, second] = shapes;
  if (first === undefined || second === undefined) return true;
  if (shapes.length > 2 || isTitle(first) === isTitle(second)) return false;
  return first.name !== GROUP && second.name !== GROUP;
}

const TITLES = new Set(['title', 'ctrTitle']);

/** Whether a shape is a title. A title may be hidden, and still names its slide. */
export function isTitle(shape: XmlNode): boolean {
  const placeholder = shape.name === 'p:sp' ? placeholderOf(shape) : undefined;
  return placeholder !== undefined && TITLES.has(placeholderType(placeholder));
}

/**
 * Whether a shape is hidden, by its author or by a program that keeps its own data in it (19.3.1.12): neither shown nor
 * printed.
 */
export function isHidden(shape: XmlNode): boolean {
  const properties = shape.children.find(({ name }) => name.startsWith('p:nv'));
  return isTrue(attributeOf(child(properties, 'p:cNvPr'), 'hidden'));
}

/** Returns shapes with text that each end above all that follow; empty where the place of any is unknown. */
function topmost(shapes: readonly XmlNode[], design: Design): XmlNode[] {
  const byTop: Placed[] = [];
  for (const shape of shapes) {
    if (!holdsText(shape)) continue;
    const place = placeOf(shape, design);
    if (place === null) return [];
    byTop.push(place);
  }
  byTop.sort((a, b) => a.top - b.top);
  const overlap = byTop.findIndex((one, at) => one.bottom > (byTop[at + 1]?.top ?? Number.POSITIVE_INFINITY));
  return byTop.slice(0, overlap < 0 ? byTop.length : overlap).map(one => one.shape);
}

/** Number of elements in which a shape's text is searched; more make up a group of many shapes, some with text. */
const ELEMENTS_SEARCHED = 500;

/** Whether a shape contains text. Lines and pictures are placed anywhere, often behind the text. */
function holdsText(shape: XmlNode): boolean {
  if (shape.name === 'p:graphicFrame' || beginsWithText(shape)) return true;
  let searched = 0;
  for (const node of descendants(shape)) {
    if (node.name === 'a:t' && node.text.trim() !== '') return true;
    if (++searched > ELEMENTS_SEARCHED) return true;
  }
  return false;
}

/** Whether a shape's own paragraph begins with a run of text, which is where nearly all text is. */
function beginsWithText(shape: XmlNode): boolean {
  const paragraphs = child(shape, 'p:txBody')?.children ?? [];
  return paragraphs.some(paragraph => {
    const text = paragraph.name === 'a:p' ? child(child(paragraph, 'a:r'), 'a:t')?.text : undefined;
    return text !== undefined && text.trim() !== '';
  });
}

function placeOf(shape: XmlNode, design: Design): Placed | null {
  const transform = transformOf(shape) ?? inheritedTransform(shape, design);
  const top = Number(attributeOf(child(transform, 'a:off'), 'y'));
  const height = Number(attributeOf(child(transform, 'a:ext'), 'cy'));
  return Number.isFinite(top) && Number.isFinite(height) ? { shape, top, bottom: top + height } : null;
}

function inheritedTransform(shape: XmlNode, design: Design): XmlNode | undefined {
  const placeholder = placeholderOf(shape);
  if (placeholder === undefined) return undefined;
  for (const ancestor of design.ancestors(placeholder)) {
    const transform = transformOf(ancestor);
    if (transform !== undefined) return transform;
  }
  return undefined;
}

const transformOf = (shape: XmlNode): XmlNode | undefined =>
  child(child(shape, 'p:spPr'), 'a:xfrm') ??
  child(child(shape, 'p:grpSpPr'), 'a:xfrm') ??
  child(shape, 'p:xfrm');
