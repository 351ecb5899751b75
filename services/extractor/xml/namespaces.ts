/**
 * Names of elements as `prefix:local` with a fixed prefix per namespace, whatever prefixes the part itself uses
 * and whether it is transitional or strict (ECMA-376 part 1, annex A). Names outside these namespaces get the
 * prefix `?`, so that they can never be taken for one of ours.
 */

const NAMESPACES: Record<string, string> = {
  'http://schemas.openxmlformats.org/wordprocessingml/2006/main': 'w',
  'http://purl.oclc.org/ooxml/wordprocessingml/main': 'w',
  'http://schemas.openxmlformats.org/spreadsheetml/2006/main': 's',
  'http://purl.oclc.org/ooxml/spreadsheetml/main': 's',
  'http://schemas.microsoft.com/office/spreadsheetml/2017/richdata': 'xlrd',
  'http://schemas.openxmlformats.org/presentationml/2006/main': 'p',
  'http://purl.oclc.org/ooxml/presentationml/main': 'p',
  'http://schemas.openxmlformats.org/drawingml/2006/main': 'a',
  'http://purl.oclc.org/ooxml/drawingml/main': 'a',
  'http://schemas.openxmlformats.org/drawingml/2006/picture': 'pic',
  'http://purl.oclc.org/ooxml/drawingml/picture': 'pic',
  'http://schemas.openxmlformats.org/drawingml/2006/chart': 'c',
  'http://purl.oclc.org/ooxml/drawingml/chart': 'c',
  'http://schemas.openxmlformats.org/drawingml/2006/chartDrawing': 'cdr',
  'http://purl.oclc.org/ooxml/drawingml/chartDrawing': 'cdr',
  'http://schemas.microsoft.com/office/drawing/2014/chartex': 'cx',
  'http://schemas.openxmlformats.org/drawingml/2006/diagram': 'dgm',
  'http://purl.oclc.org/ooxml/drawingml/diagram': 'dgm',
  'http://schemas.openxmlformats.org/drawingml/2006/wordprocessingDrawing': 'wp',
  'http://purl.oclc.org/ooxml/drawingml/wordprocessingDrawing': 'wp',
  'http://schemas.openxmlformats.org/drawingml/2006/spreadsheetDrawing': 'xdr',
  'http://purl.oclc.org/ooxml/drawingml/spreadsheetDrawing': 'xdr',
  'http://schemas.openxmlformats.org/officeDocument/2006/relationships': 'r',
  'http://purl.oclc.org/ooxml/officeDocument/relationships': 'r',
  'http://schemas.openxmlformats.org/officeDocument/2006/math': 'm',
  'http://purl.oclc.org/ooxml/officeDocument/math': 'm',
  'http://schemas.openxmlformats.org/officeDocument/2006/extended-properties': 'ep',
  'http://purl.oclc.org/ooxml/officeDocument/extendedProperties': 'ep',
  'http://schemas.openxmlformats.org/markup-compatibility/2006': 'mc',
  'http://schemas.openxmlformats.org/package/2006/relationships': 'rel',
  'http://schemas.openxmlformats.org/package/2006/content-types': 'ct',
  'http://schemas.microsoft.com/office/word/2010/wordprocessingShape': 'wps',
  'http://schemas.microsoft.com/office/drawing/2008/diagram': 'dsp',
  'http://schemas.microsoft.com/office/powerpoint/2018/8/main': 'p188',
  'urn:schemas-microsoft-com:vml': 'v',
  'urn:oasis:names:tc:opendocument:xmlns:office:1.0': 'office',
  'urn:oasis:names:tc:opendocument:xmlns:text:1.0': 'text',
  'urn:oasis:names:tc:opendocument:xmlns:table:1.0': 'table',
  'urn:oasis:names:tc:opendocument:xmlns:style:1.0': 'style',
  'urn:oasis:names:tc:opendocument:xmlns:drawing:1.0': 'draw',
  'urn:oasis:names:tc:opendocument:xmlns:svg-compatible:1.0': 'svg',
  'urn:oasis:names:tc:opendocument:xmlns:presentation:1.0': 'presentation',
  'urn:oasis:names:tc:opendocument:xmlns:xsl-fo-compatible:1.0': 'fo',
  'urn:oasis:names:tc:opendocument:xmlns:manifest:1.0': 'manifest',
  'urn:oasis:names:tc:opendocument:xmlns:meta:1.0': 'meta',
  'http://purl.org/dc/elements/1.1/': 'dc',
  'http://www.w3.org/1999/xlink': 'xlink',
  'http://www.idpf.org/2007/opf': 'opf',
  'urn:oasis:names:tc:opendocument:xmlns:container': 'container',
  'http://www.daisy.org/z3986/2005/ncx/': 'ncx',
  'http://www.w3.org/XML/1998/namespace': 'xml',
};

const FOREIGN = '?';

/** What names of attributes mean between two changes of the prefixes. */
export class AttributeNames {
  /** Those in scope; a copy of its own once they change. */
  bound: ReadonlyMap<string, string>;
  private readonly names = new Map<string, string>();

  constructor(bound: ReadonlyMap<string, string>) {
    this.bound = bound;
  }

  /** The fixed name of an attribute that the part spells `raw`. */
  nameOf(raw: string): string {
    let name = this.names.get(raw);
    if (name === undefined) {
      const colon = raw.indexOf(':');
      const prefix = raw.slice(0, Math.max(0, colon));
      name = colon < 0 ? raw : `${this.bound.get(prefix) ?? prefix}${raw.slice(colon)}`;
      this.names.set(raw, name);
    }
    return name;
  }
}

/** The name of an element as the part spells it and as it is called here. */
export class ElementName {
  readonly raw: string;
  readonly fixed: string;
  /** Of the prefixes that it was read under. */
  readonly bindings: object;

  constructor(raw: string, fixed: string, bindings: object) {
    this.raw = raw;
    this.fixed = fixed;
    this.bindings = bindings;
  }
}

/** Names of all documents; more than any vocabulary has, and none a document made up to fill the memory. */
const KEPT_NAMES = 4_000;
const KEPT_CHARACTERS = 40;
const keptNames = new Map<string, string>();

/** The same string for the same name, as V8 keeps it for keys: handlers are looked up and compared by names, and then need not look at the letters. */
function oneOfAKind(name: string): string {
  const kept = keptNames.get(name);
  if (kept !== undefined) return kept;
  const [key = name] = Object.keys({ [name]: true });
  if (keptNames.size < KEPT_NAMES && name.length <= KEPT_CHARACTERS) keptNames.set(key, key);
  return key;
}

/** Places for names met before, found by their letters: to cut a name out and look for it takes most of reading a tag. */
const NAME_PLACES = 256;

/** Prefixes copied for attributes that are looked at later; a part that changes its prefixes more often has them read at once. */
const COPIED_PREFIXES = 20_000;

/** The prefixes in scope while a part is read from its start to its end. */
export class Namespaces {
  private readonly bound: Map<string, string>;
  private readonly names: (ElementName | undefined)[];
  /** Another one with each change of the prefixes. */
  private bindings: object;
  /** Fixed attribute name to the name it has in this part. */
  private readonly spelled = new Map<string, string>();
  /** Of attributes under the present prefixes, and whether somebody keeps it. */
  private attributes: AttributeNames | undefined;
  private areKept = false;
  private copied = 0;
  private copy: Namespaces | undefined;
  private readonly scopes: { depth: number; prefix: string; before: string | undefined }[] = [];

  constructor(other?: Namespaces) {
    this.bound = new Map(other?.bound);
    this.names = other?.names ?? new Array(NAME_PLACES).fill(undefined);
    this.bindings = other?.bindings ?? {};
  }

  /** Binds a prefix (empty: the default namespace) for the element at `depth` and what it holds. */
  declare(depth: number, prefix: string, uri: string): void {
    const fixed = uri === '' ? '' : (NAMESPACES[uri] ?? FOREIGN);
    const before = this.bound.get(prefix);
    if (before === fixed) return;
    this.scopes.push({ depth, prefix, before });
    this.bind(prefix, fixed);
  }

  /** Called for every element that closes. */
  leave(depth: number): void {
    for (let scope = this.scopes.at(-1); scope?.depth === depth; scope = this.scopes.at(-1)) {
      this.bind(scope.prefix, scope.before);
      this.scopes.pop();
    }
  }

  leaveAll(): void {
    for (let scope = this.scopes.at(-1); scope !== undefined; scope = this.scopes.at(-1))
      this.leave(scope.depth);
  }

  /** Those of here and now, for later; undefined where that would cost too much. */
  kept(): Namespaces | undefined {
    if (this.copied > COPIED_PREFIXES) return undefined;
    if (this.copy === undefined) {
      this.copied += this.bound.size;
      this.copy = new Namespaces(this);
    }
    return this.copy;
  }

  /** The name at `start` to `end` of the source; `hash` is any number that its letters make. */
  element(source: string, start: number, end: number, hash: number): ElementName {
    const place = hash & (NAME_PLACES - 1);
    const known = this.names[place];
    if (
      known !== undefined &&
      known.bindings === this.bindings &&
      known.raw.length === end - start &&
      source.startsWith(known.raw, start)
    )
      return known;
    const raw = source.slice(start, end);
    const name = new ElementName(raw, this.fixedName(raw), this.bindings);
    this.names[place] = name;
    return name;
  }

  private fixedName(raw: string): string {
    const colon = raw.indexOf(':');
    const prefix = colon < 0 ? '' : raw.slice(0, colon);
    // A prefix that nothing declares is malformed, yet its meaning is plain where it is the usual one.
    const fixed = this.bound.get(prefix) ?? prefix;
    return oneOfAKind(fixed === '' ? raw.slice(colon + 1) : `${fixed}:${raw.slice(colon + 1)}`);
  }

  /** The name that attribute `fixed` (as in `w:val`, `r:id`, `name`) has in the part's own prefixes. */
  attribute(fixed: string): string {
    let raw = this.spelled.get(fixed);
    if (raw === undefined) {
      raw = this.spell(fixed);
      this.spelled.set(fixed, raw);
    }
    return raw;
  }

  /** The names of attributes here and now. */
  get attributeNames(): AttributeNames {
    this.attributes ??= new AttributeNames(this.bound);
    return this.attributes;
  }

  /** The same for later, when other prefixes may be in scope; undefined where that would cost too much. */
  keptAttributeNames(): AttributeNames | undefined {
    if (this.copied > COPIED_PREFIXES) return undefined;
    this.areKept = true;
    return this.attributeNames;
  }

  private spell(fixed: string): string {
    const colon = fixed.indexOf(':');
    if (colon < 0) return fixed;
    const wanted = fixed.slice(0, colon);
    // An unprefixed attribute has no namespace, so the default binding is of no use here.
    for (const [prefix, name] of this.bound) {
      if (name === wanted && prefix !== '') return prefix + fixed.slice(colon);
    }
    return fixed;
  }

  private bind(prefix: string, fixed: string | undefined): void {
    if (this.areKept && this.attributes !== undefined) {
      this.attributes.bound = new Map(this.bound);
      this.copied += this.bound.size;
      this.areKept = false;
    }
    this.attributes = undefined;
    if (fixed === undefined) this.bound.delete(prefix);
    else this.bound.set(prefix, fixed);
    this.bindings = {};
    this.copy = undefined;
    if (this.spelled.size > 0) this.spelled.clear();
  }
}
