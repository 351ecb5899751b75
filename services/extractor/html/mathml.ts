/** Adds characters that make a formula's layout (MathML 3) readable as plain text: `a/b`, `x^2`, `√x`. */
import { attribute, type HtmlElement, type HtmlNode, isElement } from './tree.ts';

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
/** Accents and braces over a formula have no meaning as an exponent. */
const IS_LETTER = /[\p{L}\p{N}∞→]/u;
/** Elements that are only a row of their terms. */
const ROWS = new Set(['mrow', 'mstyle', 'mpadded', 'semantics']);

interface Signs {
  before: string;
  after: string;
}

const NONE: Signs = { before: '', after: '' };
const MATHML = 'http://www.w3.org/1998/Math/MathML';

/** Returns what stands before and after the text of an element of a formula; empty for others. */
export function mathSigns(element: HtmlElement): Signs {
  if (element.namespaceURI !== MATHML) return NONE;
  const own = ownSigns(element);
  const around = signsWithin(element);
  const space = isBeforeItsTerm(element) ? ' ' : '';
  return { before: around.before + own.before, after: own.after + around.after + space };
}

function ownSigns(element: HtmlElement): Signs {
  const name = element.tagName;
  if (name === 'msqrt') return { before: '√(', after: ')' };
  if (name === 'mfenced')
    return { before: attribute(element, 'open') ?? '(', after: attribute(element, 'close') ?? ')' };
  if (name === 'mtd' && positionOf(element) > 0) return { before: ', ', after: '' };
  if (name === 'mtr' && positionOf(element) > 0) return { before: '; ', after: '' };
  return NONE;
}

/** Returns them by the position in an element that lays out its children. */
function signsWithin(element: HtmlElement): Signs {
  const parent = element.parentNode;
  if (parent === null || !('tagName' in parent)) return NONE;
  const position = positionOf(element);
  if (parent.tagName === 'mroot') return position === 1 ? { before: '√(', after: ')' } : NONE;
  if (parent.tagName === 'mfenced') return position === 0 ? NONE : { before: separatorOf(parent), after: '' };
  const signs = BETWEEN[parent.tagName];
  if (signs === undefined) return NONE;
  const isFraction = parent.tagName === 'mfrac';
  const sign = position === 0 ? '' : (signs[position - 1] ?? '');
  const isBracketed = (sign !== '' || isFraction) && isCompound(element);
  if (sign !== '' && !isBracketed && !isFraction && !IS_LETTER.test(textOf(element))) return NONE;
  return isBracketed ? { before: `${sign}(`, after: ')' } : { before: sign, after: '' };
}

/** Returns the separator of the deprecated element, which nearly always has only one. */
const separatorOf = (fence: HtmlElement): string => attribute(fence, 'separators')?.trim().charAt(0) ?? ',';

/** Whether it has more than one term. */
function isCompound(element: HtmlElement): boolean {
  let at = element;
  for (let depth = 0; depth < WRAPPERS; depth++) {
    const terms = at.childNodes.slice(0, SIBLINGS).filter(isTerm);
    const [only] = terms;
    if (at.tagName === 'mfrac') return true;
    if (!ROWS.has(at.tagName) || only === undefined) return false;
    if (terms.length > 1) return true;
    at = only;
  }
  return false;
}

const isTerm = (node: HtmlNode): node is HtmlElement =>
  isElement(node) && node.tagName !== 'mspace' && !node.tagName.startsWith('annotation');

/** Most nested rows that are examined; programs write two or three. */
const WRAPPERS = 8;

/** Elements that contain characters, whose white space at the ends does not count. */
const TOKENS = new Set(['mi', 'mn', 'mo']);
/** Only ASCII: wider spaces are intentional. */
const BLANKS_AROUND = /^[ \t\r\n]+|(?<![ \t\r\n])[ \t\r\n]+$/g;
/** Function application, times, separator, plus (MathML 3.2.5.5). */
const INVISIBLE = /^[\u2061-\u2064]$/;

/** Prepares an element of a formula for reading: white space that lays out its source is not part of its text. */
export function arrangeMath(element: HtmlElement): void {
  if (element.namespaceURI !== MATHML) return;
  const { tagName, childNodes } = element;
  if (TOKENS.has(tagName)) {
    const [text, ...others] = childNodes;
    if (text !== undefined && 'value' in text && others.length === 0)
      text.value = tokenText(element, text.value.replace(BLANKS_AROUND, ''));
    return;
  }
  if (tagName === 'mtext' || tagName === 'ms') return;
  element.childNodes = childNodes.filter(
    (node, at) =>
      isElement(node) || !isBlank(node) || isText(childNodes[at - 1]) || isText(childNodes[at + 1]),
  );
  const [base, degree] = tagName === 'mroot' ? element.childNodes.filter(isElement) : [];
  if (base !== undefined && degree !== undefined) element.childNodes = [degree, base];
}

const isBlank = (node: HtmlNode): boolean => 'value' in node && /^[ \t\r\n]*$/.test(node.value);
const isText = (node: HtmlNode | undefined): boolean =>
  node !== undefined && isElement(node) && node.tagName === 'mtext';

function tokenText(element: HtmlElement, text: string): string {
  if (!INVISIBLE.test(text)) return text;
  const next = nextElement(element);
  const behind = next === undefined ? '' : textOf(next).trim();
  if (text === '\u2061') return /^[\p{L}\p{N}]/u.test(behind) ? ' ' : '';
  return text === '\u2062' && /^\p{N}/u.test(behind) ? '·' : '';
}

function nextElement(element: HtmlElement): HtmlElement | undefined {
  const siblings = element.parentNode?.childNodes.slice(0, SIBLINGS) ?? [];
  return siblings.slice(siblings.indexOf(element) + 1).find(isElement);
}

/** Sums, limits, integrals: operators with bounds, which would run into the term that follows (`∑_(i=1)^na`). */
const WITH_BOUNDS = new Set(['msub', 'msubsup', 'munder', 'munderover']);

function isBeforeItsTerm(element: HtmlElement): boolean {
  if (!WITH_BOUNDS.has(element.tagName)) return false;
  if (element.childNodes.find(isElement)?.tagName !== 'mo') return false;
  const next = nextElement(element);
  return next !== undefined && /^\s*[\p{L}\p{N}]/u.test(textOf(next));
}

/** Whether a formula stands on a line of its own. */
export const isDisplayed = (element: HtmlElement): boolean =>
  element.tagName === 'math' && attribute(element, 'display') === 'block';

/** Siblings examined; an element that lays out its children has at most three. */
const SIBLINGS = 64;

function positionOf(element: HtmlElement): number {
  const siblings = element.parentNode?.childNodes.slice(0, SIBLINGS).filter(isElement) ?? [];
  const found = siblings.indexOf(element);
  return found < 0 ? SIBLINGS : found;
}

/** Returns the element's own text, or that of its first children. */
function textOf(element: HtmlElement): string {
  let at: HtmlElement | undefined = element;
  let text = '';
  for (let depth = 0; at !== undefined && depth < 8; depth++) {
    for (const child of at.childNodes.slice(0, SIBLINGS)) if ('value' in child) text += child.value;
    at = at.childNodes.find(isTerm);
  }
  return text;
}
