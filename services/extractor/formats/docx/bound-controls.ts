/**
 * Handles content controls that show data which the package stores beside the text (`w:dataBinding`, ECMA-376 part 1,
 * 17.5.2.6): Word shows the data, whatever the control contained when the document was saved. Programs fill documents
 * by writing only the data.
 */
import type { Package } from '../../archive/package.ts';
import { CLOSE, OPEN, type XmlReader } from '../../xml/reader.ts';
import type { XmlNode } from '../../xml/tree.ts';

/** The document's own properties, which have no id in their parts. */
const PROPERTIES: Record<string, string | undefined> = {
  __proto__: null as never,
  '{6C3C8BC8-F283-45AE-878A-BAB7291924A1}': 'core-properties',
  '{6668398D-A668-4E3E-A5EB-62B293D839F1}': 'extended-properties',
};
/** One step of the paths that Word writes: `/ns0:name[1]`, `/@ns0:name`. */
const STEP = /\/(@?)(?:[\w.-]+:)?([\w.\u0080-\uffff-]+)(?:\[(\d{1,9})\])?/y;

export class BoundData {
  private readonly office: Package;
  private readonly main: string;
  private parts: Map<string, string> | undefined;
  private readonly roots = new Map<string, XmlNode | undefined>();

  /** Reads data for the main part `main`. */
  constructor(office: Package, main: string) {
    this.office = office;
    this.main = main;
  }

  /** Returns the text to which the path leads in the part with this id; an empty string where there is none. */
  text(store: string, path: string): string {
    const root = this.root(store.toUpperCase());
    return root === undefined ? '' : textAt(root, path);
  }

  private root(store: string): XmlNode | undefined {
    if (!this.roots.has(store)) {
      const properties = PROPERTIES[store];
      const part = properties === undefined ? this.partOf(store) : this.office.related('', properties);
      this.roots.set(store, this.office.tree(part));
    }
    return this.roots.get(store);
  }

  private partOf(store: string): string | undefined {
    this.parts ??= new Map(
      this.office
        .relationships(this.main)
        .filter(({ type, external }) => type === 'customXml' && !external)
        .map(({ target }) => [this.idOf(target), target]),
    );
    return this.parts.get(store);
  }

  private idOf(part: string): string {
    const properties = this.office.tree(this.office.related(part, 'customXmlProps'))?.attributes ?? {};
    const id = Object.entries(properties).find(([name]) => localName(name) === 'itemID');
    return id?.[1].toUpperCase() ?? '';
  }
}

/**
 * Follows a path; paths of any other kind lead nowhere. Names are compared without their namespace, because such parts
 * use only one.
 */
function textAt(root: XmlNode, path: string): string {
  let among: readonly XmlNode[] = [root];
  let at = 0;
  while (at < path.length) {
    STEP.lastIndex = at;
    const [step, isAttribute, name, place = '1'] = STEP.exec(path) ?? [];
    if (step === undefined) return '';
    at += step.length;
    const [node] = among;
    if (isAttribute !== '') return at === path.length && node !== undefined ? attributeOf(node, name) : '';
    const found = CHILDREN.of(among, name)?.[Number(place) - 1];
    if (found === undefined) return '';
    if (at === path.length) return found.children.length > 0 ? '' : found.text.trim();
    among = path[at + 1] === '@' ? [found] : found.children;
  }
  return '';
}

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

const attributeOf = ({ attributes }: XmlNode, name: string | undefined): string =>
  ATTRIBUTES.of(attributes, name)?.[0]?.trim() ?? '';

/** What an element has, by local names: thousands of controls may be bound to as many children, or attributes, of one element. */
class ByName<Held extends object, Value> {
  private readonly indexes = new WeakMap<Held, Map<string, Value[]>>();
  private readonly entries: (held: Held) => Iterable<readonly [string, Value]>;

  constructor(entries: (held: Held) => Iterable<readonly [string, Value]>) {
    this.entries = entries;
  }

  /** Returns the values of a name, in order. */
  of(held: Held, name: string | undefined): readonly Value[] | undefined {
    const index = this.indexes.get(held) ?? this.indexed(held);
    return name === undefined ? undefined : index.get(name);
  }

  private indexed(held: Held): Map<string, Value[]> {
    const index = new Map<string, Value[]>();
    for (const [name, value] of this.entries(held)) {
      const local = localName(name);
      const values = index.get(local);
      if (values === undefined) index.set(local, [value]);
      else values.push(value);
    }
    this.indexes.set(held, index);
    return index;
  }
}

const CHILDREN = new ByName<readonly XmlNode[], XmlNode>(nodes =>
  nodes.map(node => [node.name, node] as const),
);
const ATTRIBUTES = new ByName<XmlNode['attributes'], string>(Object.entries);

interface Control {
  /** The data it shows instead of its content; empty if it shows its content. */
  data: string;
  isShown: boolean;
}

/** The content controls that are open, outermost first. */
export class Controls {
  private readonly open: Control[] = [];

  begin(): void {
    this.open.push({ data: '', isShown: false });
  }

  /**
   * Reads the properties of a control, to the end of `w:sdtPr`. Only plain text is bound: dates, choices and pictures
   * show their data differently.
   */
  readProperties(reader: XmlReader, bound: BoundData): void {
    const { depth } = reader;
    let [isText, isMultiLine, store, path] = [false, false, '', ''];
    for (let token = reader.next(); token !== CLOSE || reader.depth >= depth; token = reader.next()) {
      if (token !== OPEN) continue;
      if (reader.name === 'w:text') {
        isText = true;
        isMultiLine = /^(?:1|true|on)$/.test(reader.attribute('w:multiLine') ?? '');
      } else if (reader.name === 'w:dataBinding')
        [store = '', path = ''] = ['w:storeItemID', 'w:xpath'].map(name => reader.attribute(name));
    }
    const control = this.open.at(-1);
    if (control === undefined || !isText || path === '') return;
    const text = bound.text(store, path);
    control.data = isMultiLine ? text.replace(/\r\n?/g, '\n') : text.replace(/\s+/g, ' ');
  }

  /** Returns what is shown where `text` stands. */
  shownFor(text: string): string {
    const control = this.open.find(({ data }) => data !== '');
    if (control === undefined) return text;
    const { data, isShown } = control;
    control.isShown = true;
    return isShown ? '' : data;
  }

  /** Ends the innermost control, and returns its data if nothing in it was a place to show them. */
  end(): string {
    const control = this.open.pop();
    return control === undefined || control.isShown ? '' : control.data;
  }
}
