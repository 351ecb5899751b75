/**
 * Gives element names as `prefix:local` with a fixed prefix per namespace, whatever prefixes the part itself uses and
 * whether it is transitional or strict (ECMA-376 part 1, annex A). Names outside the known namespaces get the prefix
 * `?`, so that they cannot be mistaken for a known name.
 */

import { type Course, courseOf } from './courses.ts';
import { NAMESPACES } from './known-namespaces.ts';

const FOREIGN = '?';

/** Names kept across all documents: more than any vocabulary has, but too few for a hostile document to fill the memory. */
const KEPT_NAMES = 4_000;
const KEPT_CHARACTERS = 40;
const keptNames = new Map<string, string>();

/**
 * The name as the string that V8 keeps for property keys. It is not a slice of a larger string, so keeping it does not
 * keep a part's whole text in memory.
 */
function keyOf(name: string): string {
  const [key = name] = Object.keys({ [name]: true });
  return key;
}

/**
 * Always the same string object for the same name. Handlers are looked up and compared by name, and equal objects need
 * no comparison of letters.
 */
function oneOfAKind(name: string): string {
  const kept = keptNames.get(name);
  if (kept !== undefined) return kept;
  const key = keyOf(name);
  if (keptNames.size < KEPT_NAMES && name.length <= KEPT_CHARACTERS) keptNames.set(key, key);
  return key;
}

/** What attribute names mean between two changes of the prefixes. */
export class AttributeNames {
  /** The prefixes in scope; replaced by a copy once they change. */
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
      if (this.names.size < KEPT_NAMES) this.names.set(oneOfAKind(raw), oneOfAKind(name));
    }
    return name;
  }
}

/** The name of an element, as the part spells it and as it is called here. */
export class ElementName {
  readonly raw: string;
  readonly fixed: string;
  /** Identifies the set of prefixes under which the name was read. */
  readonly bindings: object;
  readonly course: Course;

  constructor(raw: string, fixed: string, bindings: object) {
    this.raw = raw;
    this.fixed = fixed;
    this.bindings = bindings;
    this.course = courseOf(fixed);
  }
}

/**
 * Slots for names that were met before, found by a hash of their letters: cutting a name out and looking it up takes
 * most of the time of reading a tag.
 */
const NAME_PLACES = 1_024;

/**
 * Prefixes that may be copied for attributes that are read later; in a part that changes its prefixes more often,
 * attributes are read at once.
 */
const COPIED_PREFIXES = 20_000;

/** What the root of a part declares, and what is known about names under it. */
interface RootScope {
  bound: Map<string, string>;
  names: (ElementName | undefined)[];
  bindings: object;
  spelled: Map<string, string>;
  attributes: AttributeNames;
}

/**
 * Parts written by one program begin alike, so the scopes of their roots are kept, by the text of the root's tag. These
 * limit how many are kept and how long a tag may be.
 */
const KEPT_ROOTS = 64;
const ROOT_CHARACTERS = 4_096;
const keptRoots = new Map<string, RootScope>();

/** The state before any root; nothing is ever added to these maps. */
const NO_PREFIXES = new Map<string, string>();
const NO_SPELLINGS = new Map<string, string>();

/** The prefixes in scope while a part is read from start to end. */
export class Namespaces {
  private bound: Map<string, string>;
  private names: (ElementName | undefined)[] = [];
  /** A new object at each change of the prefixes. */
  private bindings: object;
  /** From the fixed name of an attribute to its name in this part. */
  private spelled = NO_SPELLINGS;
  /** Whether the root is one of those that are kept. */
  private hasRoot = false;
  /**
   * Whether `bound` and `spelled` belong to a kept root, and so to other parts too, or are the empty maps; they are
   * copied before they change.
   */
  private isShared = true;
  /** The attribute names under the present prefixes, and whether somebody keeps them. */
  private attributes: AttributeNames | undefined;
  private areKept = false;
  private copied = 0;
  private copy: Namespaces | undefined;
  private readonly scopes: {
    depth: number;
    prefix: string;
    before: string | undefined;
    bindings: object;
  }[] = [];

  constructor(other?: Namespaces) {
    this.bound = other === undefined ? NO_PREFIXES : new Map(other.bound);
    this.names = other?.names ?? [];
    this.bindings = other?.bindings ?? {};
  }

  /** Reuses what an earlier root with the same tag text declared; false if none is known or this is not the first element. */
  enterRoot(depth: number, tag: string): boolean {
    const known = depth === 1 && this.bound.size === 0 ? keptRoots.get(tag) : undefined;
    if (known === undefined) return false;
    this.bound = known.bound;
    this.names = known.names;
    this.bindings = known.bindings;
    this.spelled = known.spelled;
    this.attributes = known.attributes;
    this.isShared = true;
    this.hasRoot = true;
    return true;
  }

  /** Keeps what the root with this tag declared, for other parts. */
  keepRoot(depth: number, tag: string): void {
    const isRoot = depth === 1 && this.scopes.every(scope => scope.before === undefined);
    if (!isRoot || tag.length > ROOT_CHARACTERS || this.bound.size !== this.scopes.length) return;
    if (keptRoots.size >= KEPT_ROOTS) keptRoots.clear();
    const { bound, names, bindings, spelled, attributeNames: attributes } = this;
    keptRoots.set(keyOf(tag), { bound, names, bindings, spelled, attributes });
    this.scopes.length = 0;
    this.isShared = true;
    this.hasRoot = true;
  }

  /** Binds a prefix (empty: the default namespace) for the element at `depth` and its content. */
  declare(depth: number, prefix: string, uri: string): void {
    const fixed = uri === '' ? '' : (NAMESPACES[uri] ?? FOREIGN);
    const before = this.bound.get(prefix);
    if (before === fixed) return;
    this.scopes.push({ depth, prefix, before, bindings: this.bindings });
    this.bind(oneOfAKind(prefix), fixed);
    this.bindings = {};
  }

  /** Whether the element at `depth`, which is the innermost open one and not the root, declares prefixes. */
  declaresAt(depth: number): boolean {
    return this.scopes.at(-1)?.depth === depth;
  }

  /** Called for every element that closes. */
  leave(depth: number): void {
    if (this.scopes.length === 0 && depth > 1) return;
    for (let scope = this.scopes.at(-1); scope?.depth === depth; scope = this.scopes.at(-1)) {
      this.bind(scope.prefix, scope.before);
      this.bindings = scope.bindings;
      this.scopes.pop();
    }
    if (depth === 1 && this.hasRoot) this.leaveRoot();
  }

  private leaveRoot(): void {
    this.bound = NO_PREFIXES;
    this.spelled = NO_SPELLINGS;
    this.names = [];
    this.bindings = {};
    this.attributes = undefined;
    this.isShared = true;
    this.hasRoot = false;
  }

  leaveAll(): void {
    for (let scope = this.scopes.at(-1); scope !== undefined; scope = this.scopes.at(-1))
      this.leave(scope.depth);
  }

  /** A copy of the present state, for reading later; undefined if that would cost too much. */
  kept(): Namespaces | undefined {
    if (this.copied > COPIED_PREFIXES) return undefined;
    if (this.copy === undefined) {
      this.copied += this.bound.size;
      this.copy = new Namespaces(this);
    }
    return this.copy;
  }

  /** The name at `start` to `end` of the source; `hash` is any number computed from its letters. */
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
    const raw = oneOfAKind(source.slice(start, end));
    const name = new ElementName(raw, this.fixedName(raw), this.bindings);
    this.names[place] = name;
    return name;
  }

  private fixedName(raw: string): string {
    const colon = raw.indexOf(':');
    const prefix = colon < 0 ? '' : raw.slice(0, colon);
    // An undeclared prefix is malformed, but its meaning is plain if it is one of the usual ones.
    const fixed = this.bound.get(prefix) ?? prefix;
    return oneOfAKind(fixed === '' ? raw.slice(colon + 1) : `${fixed}:${raw.slice(colon + 1)}`);
  }

  /**
   * The name that attribute `fixed` (such as `w:val`, `r:id`, `name`) has in the part's own prefixes; empty if it may
   * have several.
   */
  attribute(fixed: string): string {
    let raw = this.spelled.get(fixed);
    if (raw === undefined) {
      raw = this.spell(fixed);
      if (this.spelled !== NO_SPELLINGS) this.spelled.set(fixed, raw);
    }
    return raw;
  }

  /** The attribute names under the present prefixes. */
  get attributeNames(): AttributeNames {
    this.attributes ??= new AttributeNames(this.bound);
    return this.attributes;
  }

  /** The same, kept for later, when other prefixes may be in scope; undefined if that would cost too much. */
  keptAttributeNames(): AttributeNames | undefined {
    if (this.copied > COPIED_PREFIXES) return undefined;
    this.areKept = true;
    return this.attributeNames;
  }

  private spell(fixed: string): string {
    const colon = fixed.indexOf(':');
    if (colon < 0) return fixed;
    const wanted = fixed.slice(0, colon);
    // An attribute without a prefix has no namespace, so the default binding does not count here.
    let own: string | undefined;
    for (const [prefix, name] of this.bound) {
      if (name !== wanted || prefix === '') continue;
      if (own !== undefined) return '';
      own = prefix;
    }
    return own === undefined ? fixed : own + fixed.slice(colon);
  }

  private bind(prefix: string, fixed: string | undefined): void {
    if (this.isShared) {
      this.bound = new Map(this.bound);
      this.spelled = new Map();
      this.isShared = false;
    } else if (this.areKept && this.attributes !== undefined) {
      this.attributes.bound = new Map(this.bound);
      this.copied += this.bound.size;
    }
    this.areKept = false;
    this.attributes = undefined;
    if (fixed === undefined) this.bound.delete(prefix);
    else this.bound.set(prefix, fixed);
    this.copy = undefined;
    if (this.spelled.size > 0) this.spelled.clear();
  }
}
