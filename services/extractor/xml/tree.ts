/** A part as a tree, for the small ones (styles, relationships, slides) that are easier looked up than streamed. */
import { type Allowance, ceilingCrossed } from '../allowance.ts';
import { type Attributes, LaterAttributes } from './later-attributes.ts';
import { CLOSE, END, MalformedXml, OPEN, XmlReader } from './reader.ts';

/** Elements of one tree; 20 times the largest slide seen, about 100 MB. */
const TREE_ELEMENTS = 500_000;

export interface XmlNode {
  /** Fixed name, see `Namespaces`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** Text directly inside, pieces joined. */
  readonly text: string;
}

export interface Tree {
  /** Undefined where not even the first tag could be read. */
  root: XmlNode | undefined;
  /** Whether the part stops being well-formed somewhere; the tree holds what stands before that. */
  damaged: boolean;
}

export function readTree(part: Buffer | string, allowance: Allowance): Tree {
  const top = new Draft('', {});
  top.children = [];
  let damaged = false;
  try {
    grow(top, new XmlReader(part, allowance));
  } catch (error) {
    if (!(error instanceof MalformedXml)) throw error;
    damaged = true;
  }
  return { root: top.children[0], damaged };
}

/** How shapes are drawn and move, often most of a slide, and tables of styles; no reader looks at it, so no nodes are made of it. */
const DRAWN_ONLY: ReadonlySet<string> = new Set([
  'p:timing',
  'p:transition',
  'a:custGeom',
  'a:ln',
  'a:solidFill',
  'a:gradFill',
  'a:effectLst',
  'w:latentStyles',
  'w:tblPr',
  'w:tcPr',
  'w:tabs',
  'w:pBdr',
]);

/** The element that the reader has just opened, with all it holds; the reader stands behind it afterwards. */
export function readElement(reader: XmlReader): XmlNode {
  const node = leaf(reader);
  node.children = [];
  grow(node, reader, reader.depth);
  return node;
}

/** Most nodes are leaves; they share what they do not have. */
const NO_CHILDREN: Draft[] = [];

class Draft implements XmlNode {
  readonly name: string;
  children = NO_CHILDREN;
  text = '';
  /** Of most elements nobody asks for them. */
  private written: Attributes | LaterAttributes;

  constructor(name: string, attributes: Attributes | LaterAttributes) {
    this.name = name;
    this.written = attributes;
  }

  get attributes(): Attributes {
    if (this.written instanceof LaterAttributes) this.written = this.written.read();
    return this.written;
  }
}

const leaf = (reader: XmlReader): Draft => new Draft(reader.name, reader.laterAttributes());

/** Reads until the element at depth `outer` closes. */
function grow(top: Draft, reader: XmlReader, outer = 0): void {
  const open: Draft[] = [top];
  let elements = 0;
  for (let token = reader.next(); token !== END; token = reader.next()) {
    if (token === CLOSE && reader.depth < outer) return;
    const parent = open.at(-1) ?? top;
    if (token === OPEN) {
      if (DRAWN_ONLY.has(reader.name)) {
        reader.skip();
        continue;
      }
      if (++elements > TREE_ELEMENTS) throw ceilingCrossed('elements');
      const node = leaf(reader);
      if (parent.children === NO_CHILDREN) parent.children = [node];
      else parent.children.push(node);
      open.push(node);
    } else if (token === CLOSE) open.pop();
    else parent.text += reader.value;
  }
}

export const child = (node: XmlNode | undefined, name: string): XmlNode | undefined =>
  node?.children.find(one => one.name === name);

/** Follows one child name after the other. */
export const path = (node: XmlNode | undefined, ...names: string[]): XmlNode | undefined =>
  names.reduce<XmlNode | undefined>((at, name) => child(at, name), node);

export const childrenNamed = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter(one => one.name === name) ?? [];

/** The node and everything below it in document order; children of nodes that `enter` refuses are left out. */
export function* descendants(
  node: XmlNode,
  enter: (node: XmlNode) => boolean = () => true,
): Generator<XmlNode> {
  const stack = [node];
  for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
    yield next;
    if (!enter(next)) continue;
    for (let at = next.children.length - 1; at >= 0; at--) {
      const below = next.children[at];
      if (below !== undefined) stack.push(below);
    }
  }
}
