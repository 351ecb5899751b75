/** A part as a tree, for small parts (styles, relationships, slides) that are easier to look things up in than to stream. */
import { type Allowance, ceilingCrossed } from '../allowance.ts';
import { INHERITED_LATER, LATER, PLACE, SKIP } from './courses.ts';
import { type Attributes, LaterAttributes } from './later-attributes.ts';
import { CLOSE, END, type LaterElement, MalformedXml, OPEN, XmlReader } from './reader.ts';

/** Elements of one tree: 20 times the largest slide seen, about 100 MB. */
const TREE_ELEMENTS = 500_000;
/** The group that holds all shapes of a slide. */
const OUTERMOST = 'p:spTree';

export interface XmlNode {
  /** Fixed name, see `Namespaces`. */
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly XmlNode[];
  /** The text directly inside, pieces joined. */
  readonly text: string;
}

export interface Tree {
  /** Undefined if not even the first tag could be read. */
  root: XmlNode | undefined;
  /** Whether the part stops being well-formed somewhere; the tree holds what comes before that. */
  damaged: boolean;
}

/** Reads a part as a tree. `onDamage` is also called if an element that is read later turns out to be damaged. */
export function readTree(
  part: Buffer | string,
  allowance: Allowance,
  onDamage: () => void = () => undefined,
): Tree {
  return grown(new XmlReader(part, allowance), new Growth(onDamage));
}

/**
 * Like `readTree`, for a slide, whose texts are read at once. A damaged slide is read again with its texts read
 * separately, so that damage inside one text ends only that text.
 */
export function readSlideTree(part: Buffer, allowance: Allowance, onDamage: () => void): Tree {
  const tree = grown(new XmlReader(part, allowance), new Growth(onDamage, true));
  return tree.damaged ? readTree(part, allowance, onDamage) : tree;
}

function grown(reader: XmlReader, growth: Growth): Tree {
  const top = new Draft('', {});
  const damaged = !growth.grow(top, reader);
  return { root: top.children[0], damaged };
}

/** The element that the reader has just opened, with all its content; the reader stands after it then. */
export function readElement(reader: XmlReader): XmlNode {
  const node = leaf(reader);
  new Growth(() => undefined).read(node, reader, reader.depth);
  return node;
}

/** Most nodes are leaves and share this empty list. */
const NO_CHILDREN: Draft[] = [];

class Draft implements XmlNode {
  readonly name: string;
  /** Reads the content when it is first asked for. */
  later: (() => void) | undefined;
  private below = NO_CHILDREN;
  private characters = '';
  /** The attributes, often unparsed: those of most elements are never asked for. */
  private written: Attributes | LaterAttributes;

  constructor(name: string, attributes: Attributes | LaterAttributes) {
    this.name = name;
    this.written = attributes;
  }

  get children(): Draft[] {
    this.later?.();
    return this.below;
  }

  get text(): string {
    this.later?.();
    return this.characters;
  }

  add(child: Draft): void {
    if (this.below === NO_CHILDREN) this.below = [child];
    else this.below.push(child);
  }

  write(text: string): void {
    this.characters += text;
  }

  attribute(name: string): string | undefined {
    const { written } = this;
    return written instanceof LaterAttributes ? written.valueOf(name) : written[name];
  }

  get attributes(): Attributes {
    if (this.written instanceof LaterAttributes) this.written = this.written.read();
    return this.written;
  }
}

const leaf = (reader: XmlReader): Draft => new Draft(reader.name, reader.laterAttributes());

/** Builds one tree, and the parts of it that are read later. */
class Growth {
  private elements = 0;
  private readonly onDamage: () => void;
  private readonly isSlide: boolean;

  constructor(onDamage: () => void, isSlide = false) {
    this.onDamage = onDamage;
    this.isSlide = isSlide;
  }

  /** False if the part stops being well-formed; what comes before that is in the tree. */
  grow(top: Draft, reader: XmlReader, outer = 0): boolean {
    try {
      this.read(top, reader, outer);
      return true;
    } catch (error) {
      if (!(error instanceof MalformedXml)) throw error;
      return false;
    }
  }

  /** Reads until the element at depth `outer` closes. */
  read(top: Draft, reader: XmlReader, outer: number): void {
    const open: Draft[] = [];
    let parent = top;
    for (let token = reader.next(); token !== END; token = reader.next()) {
      if (token === CLOSE) {
        if (reader.depth < outer) return;
        parent = open.pop() ?? top;
      } else if (token === OPEN) {
        const { course } = reader;
        if (course === SKIP || (course === PLACE && parent.name === OUTERMOST)) {
          reader.skip();
          continue;
        }
        if (++this.elements > TREE_ELEMENTS) throw ceilingCrossed('elements');
        const node = leaf(reader);
        parent.add(node);
        if (reader.closeEmpty()) continue;
        const isLate = course === LATER || (course === INHERITED_LATER && !this.isSlide);
        if (isLate && this.isLeft(node, reader)) continue;
        open.push(parent);
        parent = node;
      } else parent.write(reader.value);
    }
  }

  private isLeft(node: Draft, reader: XmlReader): boolean {
    const element = reader.leaveForLater();
    if (element === undefined) return false;
    // In two steps: V8 allocates a function that is written in an assignment to a property in the old generation, which
    // would keep the node alive.
    const later = () => this.growLater(node, element);
    node.later = later;
    return true;
  }

  private growLater(node: Draft, element: LaterElement): void {
    node.later = undefined;
    const reader = XmlReader.reopened(element);
    if (!this.grow(node, reader, 1)) this.onDamage();
    reader.countElements();
  }
}

/** One attribute by its fixed name, without parsing the others. */
export const attributeOf = (node: XmlNode | undefined, name: string): string | undefined =>
  node instanceof Draft ? node.attribute(name) : node?.attributes[name];

export function child(node: XmlNode | undefined, name: string): XmlNode | undefined {
  if (node === undefined) return undefined;
  const { children } = node;
  for (let at = 0; at < children.length; at++) if (children[at]?.name === name) return children[at];
  return undefined;
}

/** Follows one child name after another. */
export function path(node: XmlNode | undefined, ...names: string[]): XmlNode | undefined {
  let found = node;
  for (const name of names) found = child(found, name);
  return found;
}

export const childrenNamed = (node: XmlNode | undefined, name: string): XmlNode[] =>
  node?.children.filter(one => one.name === name) ?? [];

/** The node and everything below it in document order; the children of nodes that `enter` refuses are left out. */
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
