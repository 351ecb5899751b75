/** A part as a tree, for the small ones (styles, relationships, slides) that are easier looked up than streamed. */
import { type Allowance, ceilingCrossed } from '../allowance.ts';
import { type Attributes, LaterAttributes } from './later-attributes.ts';
import { CLOSE, END, type LaterElement, MalformedXml, OPEN, XmlReader } from './reader.ts';

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

/** `onDamage` is called as well where an element that is read later turns out to be damaged. */
export function readTree(
  part: Buffer | string,
  allowance: Allowance,
  onDamage: () => void = () => undefined,
): Tree {
  return grown(new XmlReader(part, allowance), new Growth(onDamage, COURSES));
}

/** As `readTree`, for a part all texts of which are read; of a damaged one each text ends where it is damaged. */
export function readSlideTree(part: Buffer, allowance: Allowance, onDamage: () => void): Tree {
  const tree = grown(new XmlReader(part, allowance), new Growth(onDamage, SLIDE_COURSES));
  return tree.damaged ? readTree(part, allowance, onDamage) : tree;
}

function grown(reader: XmlReader, growth: Growth): Tree {
  const top = new Draft('', {});
  const damaged = !growth.grow(top, reader);
  return { root: top.children[0], damaged };
}

/**
 * Large elements of which a document uses few: styles of each kind, levels of lists, the looks of a sheet's cells. They are passed over
 * and read when somebody asks for what they hold.
 */
const SELDOM_READ = [
  'w:style',
  'w:abstractNum',
  'p:titleStyle',
  'p:bodyStyle',
  'p:otherStyle',
  'p:defaultTextStyle',
  'p:txBody',
  'a:lvl1pPr',
  'a:lvl2pPr',
  'a:lvl3pPr',
  'a:lvl4pPr',
  'a:lvl5pPr',
  'a:lvl6pPr',
  'a:lvl7pPr',
  'a:lvl8pPr',
  'a:lvl9pPr',
  's:fonts',
  's:fills',
  's:borders',
  's:cellStyleXfs',
  's:cellStyles',
  's:dxfs',
  's:extLst',
  'c:spPr',
  'c:txPr',
  'c:ser',
];

/** How shapes are drawn and move, often most of a slide, and tables of styles; no reader looks at it, so no nodes are made of it. */
const DRAWN_ONLY = [
  'p:timing',
  'p:transition',
  'p:style',
  'p:clrMap',
  'p:clrMapOvr',
  'p:bg',
  'p:hf',
  'p:blipFill',
  'p:cNvSpPr',
  'p:cNvCxnSpPr',
  'p:cNvPicPr',
  'p:cNvGrpSpPr',
  'p:cNvGraphicFramePr',
  'p:sldLayoutIdLst',
  'p:extLst',
  'a:extLst',
  'a:endParaRPr',
  'a:tblGrid',
  'a:tcPr',
  'a:custGeom',
  'a:prstGeom',
  'a:spLocks',
  'a:lnSpc',
  'a:spcBef',
  'a:spcAft',
  'a:buClr',
  'a:buFont',
  'a:buSzPct',
  'a:buSzPts',
  'a:ea',
  'a:cs',
  'a:ln',
  'a:noFill',
  'a:solidFill',
  'a:gradFill',
  'a:effectLst',
  'w:latentStyles',
  'w:tblPr',
  'w:tcPr',
  'w:tabs',
  'w:pBdr',
];

/** What becomes of elements that are not read as they come. */
type Courses = ReadonlyMap<string, 'skip' | 'later'>;

const coursesWith = (seldomRead: readonly string[]): Courses =>
  new Map([
    ...DRAWN_ONLY.map(name => [name, 'skip'] as const),
    ...seldomRead.map(name => [name, 'later'] as const),
  ]);

const COURSES = coursesWith(SELDOM_READ);
/** Of slides all texts are read, of what they inherit from hardly any. */
const SLIDE_COURSES = coursesWith(SELDOM_READ.filter(name => name !== 'p:txBody'));

/** The element that the reader has just opened, with all it holds; the reader stands behind it afterwards. */
export function readElement(reader: XmlReader): XmlNode {
  const node = leaf(reader);
  new Growth(() => undefined, COURSES).read(node, reader, reader.depth);
  return node;
}

/** Most nodes are leaves; they share what they do not have. */
const NO_CHILDREN: Draft[] = [];

class Draft implements XmlNode {
  readonly name: string;
  /** How to read what it holds, until somebody asks. */
  later: (() => void) | undefined;
  private below = NO_CHILDREN;
  private characters = '';
  /** Of most elements nobody asks for them. */
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

  get attributes(): Attributes {
    if (this.written instanceof LaterAttributes) this.written = this.written.read();
    return this.written;
  }
}

const leaf = (reader: XmlReader): Draft => new Draft(reader.name, reader.laterAttributes());

/** One tree, and what is read of it later. */
class Growth {
  private elements = 0;
  private readonly onDamage: () => void;
  private readonly courses: Courses;

  constructor(onDamage: () => void, courses: Courses) {
    this.onDamage = onDamage;
    this.courses = courses;
  }

  /** False where the part stops being well-formed; what stands before that is there. */
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
        const course = this.courses.get(reader.name);
        if (course === 'skip') {
          reader.skip();
          continue;
        }
        if (++this.elements > TREE_ELEMENTS) throw ceilingCrossed('elements');
        const node = leaf(reader);
        parent.add(node);
        if (course === 'later' && this.isLeft(node, reader)) continue;
        open.push(parent);
        parent = node;
      } else parent.write(reader.value);
    }
  }

  private isLeft(node: Draft, reader: XmlReader): boolean {
    const element = reader.leaveForLater();
    if (element === undefined) return false;
    // In two steps: V8 allocates a function that is written in an assignment to a property in the old generation, and keeps the node with it.
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
