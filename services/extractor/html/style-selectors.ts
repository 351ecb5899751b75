/** Selectors of a page's own style sheets, as far as they are followed: no states, no siblings, no pieces of elements. */
import { attribute, type HtmlElement } from './tree.ts';

/** One simple selector such as `li.open`, or several that follow each other down the tree. */
export interface Compound {
  tag: string;
  classes: string[];
  id: string;
  /** With the value that they must have, or null where any will do. */
  attributes: (readonly [name: string, value: string | null])[];
}

export interface Selector {
  /** Outermost first; the last one is the element itself. */
  path: Compound[];
  /** What any child of an element is held to. */
  isAnyChild: boolean;
}

const CLASSES_CHARACTERS = 400;

const COMPOUND = /^([a-z][\w-]*)?((?:[.#][a-z_-][\w-]*|\[[a-z][\w-]*(?:=["']?[\w-]+["']?)?\])*)$/i;
const PIECE = /([.#])([\w-]+)|\[([\w-]+)(?:=["']?([\w-]+)["']?)?\]/g;
/** Written for its weight alone. */
const WEIGHTLESS = /:(?:where|is)\(([.#[][^(),\s]*)\)/g;
const ANY: Compound = { tag: '', classes: [], id: '', attributes: [] };

/** The selectors of a rule that can be followed. */
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

/** What stands before `> *`; null where the selector does not end so. */
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

/** What any child is looked up by. */
const ANY_KEY = '*';

/** What a selector is looked up by first: a class, else the identifier, else the type; empty where it has none of these. */
export function keyOf({ path, isAnyChild }: Selector): string {
  if (isAnyChild) return ANY_KEY;
  const { tag = '', classes = [], id = '' } = path.at(-1) ?? {};
  const [first] = classes;
  if (first !== undefined) return first;
  if (id !== '') return `#${id}`;
  return tag === '' ? '' : `<${tag}`;
}

/** All keys under which selectors of the element may stand. */
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
