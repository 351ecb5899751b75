/** Signs that make a formula's layout (MathML 3) readable as flat text: `a/b`, `x^2`, `√x`. */
import { attribute, type HtmlElement, isElement } from './tree.ts';

/** Before the second and the third child of an element. */
const BETWEEN: Record<string, readonly [second: string, third?: string] | undefined> = {
  __proto__: null as never,
  mfrac: ['/'],
  msup: ['^'],
  msub: ['_'],
  msubsup: ['_', '^'],
  munder: ['_'],
  mover: ['^'],
  munderover: ['_', '^'],
};
/** Accents and braces over a formula say nothing as an exponent. */
const IS_LETTER = /[\p{L}\p{N}∞→]/u;
/** Rows that hold more than one term. */
const COMPOUND = new Set(['mrow', 'mfrac', 'msqrt', 'mfenced']);

const NONE = { before: '', after: '' };
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** What stands before and after the text of an element of a formula; empty for others. */
export function mathSigns(element: HtmlElement): { before: string; after: string } {
  if (element.namespaceURI !== MATHML) return NONE;
  const name = element.tagName;
  if (name === 'msqrt') return { before: '√(', after: ')' };
  if (name === 'mtd' && positionOf(element) > 0) return { before: ', ', after: '' };
  if (name === 'mtr' && positionOf(element) > 0) return { before: '; ', after: '' };
  const { before, after } = signsWithin(element);
  return isBeforeItsTerm(element) ? { before, after: `${after} ` } : { before, after };
}

/** By the place in an element that lays out its children. */
function signsWithin(element: HtmlElement): { before: string; after: string } {
  const parent = element.parentNode;
  const signs = parent && 'tagName' in parent ? BETWEEN[parent.tagName] : undefined;
  if (signs === undefined) return NONE;
  const position = positionOf(element);
  const sign = position === 0 ? '' : (signs[position - 1] ?? '');
  const isCompound = COMPOUND.has(element.tagName) && element.childNodes.filter(isElement).length > 1;
  if (sign !== '' && !isCompound && !IS_LETTER.test(textOf(element))) return NONE;
  const isBracketed = isCompound && (sign !== '' || 'mfrac' === (parent as HtmlElement).tagName);
  return { before: isBracketed ? `${sign}(` : sign, after: isBracketed ? ')' : '' };
}

/** Sums, limits, integrals: an operator with its bounds, which what it is taken of would run into (`∑_(i=1)^na`). */
const WITH_BOUNDS = new Set(['msub', 'msubsup', 'munder', 'munderover']);

function isBeforeItsTerm(element: HtmlElement): boolean {
  if (!WITH_BOUNDS.has(element.tagName)) return false;
  if (element.childNodes.find(isElement)?.tagName !== 'mo') return false;
  const siblings = element.parentNode?.childNodes.slice(0, SIBLINGS) ?? [];
  const next = siblings.slice(siblings.indexOf(element) + 1).find(isElement);
  return next !== undefined && /^\s*[\p{L}\p{N}]/u.test(textOf(next));
}

/** Whether a formula stands on a line of its own. */
export const isDisplayed = (element: HtmlElement): boolean =>
  element.tagName === 'math' && attribute(element, 'display') === 'block';

/** Siblings looked at; an element that lays out its children has at most three. */
const SIBLINGS = 64;

function positionOf(element: HtmlElement): number {
  const siblings = element.parentNode?.childNodes.slice(0, SIBLINGS).filter(isElement) ?? [];
  const found = siblings.indexOf(element);
  return found < 0 ? SIBLINGS : found;
}

/** The element's own text, or that of its first children. */
function textOf(element: HtmlElement): string {
  let at: HtmlElement | undefined = element;
  let text = '';
  for (let depth = 0; at !== undefined && depth < 8; depth++) {
    for (const child of at.childNodes.slice(0, SIBLINGS)) if ('value' in child) text += child.value;
    at = at.childNodes.find(isElement);
  }
  return text;
}
