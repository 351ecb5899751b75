/** Selectors of a page's own style sheets, as far as they are supported: no states, no siblings, no pseudo-elements. */
import { attribute, type HtmlElement } from './tree.ts';

/** One simple selector such as `li.open`, or several that follow each other down the tree. */
export interface Compound {
  tag: string;
  classes: string[];
  id: string;
  /** Attributes with their required value, or null where any will do. */
  attributes: (readonly [name: string, value: string | null])[];
}

export interface Selector {
  /** Outermost first; the last one is the element itself. */
  path: Compound[];
  /** Whether it matches any child of an element. */
  isAnyChild: boolean;
}

const CLASSES_CHARACTERS = 400;

const COMPOUND = /^([a-z][\w-]*)?((?:[.#][a-z_-][\w-]*|\[[a-z][\w-]*(?:=["']?[\w-]+["']?)?\])*)$/i;
const PIECE = /([.#])([\w-]+)|\[([\w-]+)(?:=["']?([\w-]+)["']?)?\]/g;
/** Written only to lower the specificity. */
const WEIGHTLESS = /:(?:where|is)\(([.#[][^(),\s]*)\)/g;
const ANY: Compound = { tag: '', classes: [], id: '', attributes: [] };

/** Returns the supported selectors of a rule. */
export function selectorsOf(prelude: string): Selector[] {
  return prelude
    .replace(WEIGHTLESS, '$1')
    .split(',')
    .flatMap(selector => {
      const parent = parentOfAny(selector.trim());
      const path = pathOf(parent ?? selector);
      if (path === null) return [];
      return [{ path: parent === null ? path : [...path, ANY], isAnyChild: parent !== null }];
    });
}

/** Returns what stands before `> *`; null where the selector does not end in it. */
function parentOfAny(selector: string): string | null {
  if (!selector.endsWith('*')) return null;
  const before = selector.slice(0, -1).trimEnd();
  return before.endsWith('>') ? before.slice(0, -1) : null;
}

function pathOf(selector: string): Compound[] | null {
  const path: Compound[] = [];
  for (const part of selector.replaceAll('>', ' ').trim().split(/\s+/)) {
    const [, tag = '', rest] = COMPOUND.exec(part) ?? [];
    if (rest === undefined) return null;
    const compound: Compound = { tag: tag.toLowerCase(), classes: [], id: '', attributes: [] };
    for (const [, sign, name = '', field, value] of rest.matchAll(PIECE)) {
      if (field !== undefined) compound.attributes.push([field.toLowerCase(), value ?? null]);
      else if (sign === '.') compound.classes.push(name);
      else compound.id = name;
    }
    path.push(compound);
  }
  return path;
}

/** The key for selectors of any child. */
const ANY_KEY = '*';

/**
 * Returns the key under which a selector is stored: a class, or else the identifier, or else the type; empty where it
 * has none of these.
 */
export function keyOf({ path, isAnyChild }: Selector): string {
  if (isAnyChild) return ANY_KEY;
  const { tag = '', classes = [], id = '' } = path.at(-1) ?? {};
  const [first] = classes;
  if (first !== undefined) return first;
  if (id !== '') return `#${id}`;
  return tag === '' ? '' : `<${tag}`;
}

/** Returns all keys under which selectors of the element may be stored. */
export const keysOf = (element: HtmlElement): string[] => [
  ...classesOf(element),
  `#${attribute(element, 'id') ?? ''}`,
  `<${element.tagName}`,
  ANY_KEY,
];

const classesOf = (element: HtmlElement): string[] =>
  attribute(element, 'class')
    ?.slice(0, CLASSES_CHARACTERS)
    .split(/\s+/)
    .filter(name => name !== '') ?? [];

export function isOfKind(element: HtmlElement, { tag, classes, id, attributes }: Compound): boolean {
  if (tag !== '' && tag !== element.tagName) return false;
  if (id !== '' && id !== attribute(element, 'id')) return false;
  const hasAttributes = attributes.every(([name, value]) => {
    const own = attribute(element, name);
    return own !== undefined && (value === null || value === own);
  });
  if (!hasAttributes || classes.length === 0) return hasAttributes;
  const own = classesOf(element);
  return classes.every(name => own.includes(name));
}
