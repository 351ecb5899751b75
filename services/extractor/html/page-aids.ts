/**
 * Recognises what page-writing programs add as an aid and is no part of the text: a formula's drawing beside the
 * formula itself, names of icons, line numbers, buttons over a program.
 */
import { elementText } from './element-text.ts';
import { attribute, type HtmlElement, type HtmlNode, isElement } from './tree.ts';
import { isUnseen } from './visibility.ts';

/** Whether an element in preformatted text is such an aid. */
export const isCodeAid = (element: HtmlElement): boolean =>
  element.tagName === 'button' || isOwnNumber(element);

/** Siblings examined; a formula's two versions and a program's numbers have no others. */
const SIBLINGS = 8;

const siblingsOf = ({ parentNode }: HtmlElement): readonly HtmlNode[] =>
  parentNode !== null && parentNode.childNodes.length <= SIBLINGS ? parentNode.childNodes : [];

/**
 * Whether an element is a formula drawn with boxes: KaTeX and MathJax hide these from screen readers and put MathML
 * beside them.
 */
export function isDrawnFormula(element: HtmlElement): boolean {
  if (element.tagName === 'img' || attribute(element, 'aria-hidden') !== 'true') return false;
  return siblingsOf(element).some(
    node =>
      node !== element &&
      isElement(node) &&
      !isUnseen(node) &&
      (isMath(node) || node.childNodes.some(isMath)),
  );
}

const isMath = (node: HtmlNode): boolean => node.nodeName === 'math';

/** Google's icon fonts, which draw a picture in place of its name. */
const ICONS_CLASS = /\bmaterial-(?:icons|symbols)\b/;
const ICON_NAME = /^\s*[a-z\d_]+\s*$/;
const ICON_NAME_CHARACTERS = 60;

export function isDrawnByFont(element: HtmlElement): boolean {
  const classes = attribute(element, 'class');
  if (classes === undefined || !classes.includes('material-') || !ICONS_CLASS.test(classes)) return false;
  return ICON_NAME.test(elementText(element, ICON_NAME_CHARACTERS) ?? '');
}

/**
 * Whether an element is the source of an R notebook in base64, which its page hides by a style sheet and offers as a
 * download.
 */
export const isNotebookSource = ({ tagName, attrs: [first] }: HtmlElement): boolean =>
  tagName === 'div' && first?.name === 'id' && first.value === 'rmd-source-code';

/** Signs of links to their own place, which are shown only under the pointer. Sphinx's `¶` stays (docs/notebook/office.md). */
const OWN_LINK = /^\s*(?:#|§|🔗)\ufe0e?\s*$/u;
const OWN_LINK_CHARACTERS = 8;
/** Levels from the sign up to its target: a heading's own id, or that of its section or table. */
const PLACES_ABOVE = 4;

export function isOwnLink(element: HtmlElement): boolean {
  const href = element.tagName === 'a' ? attribute(element, 'href') : undefined;
  const place = href?.slice(href.indexOf('#') + 1) ?? '';
  if (place === '' || !href?.includes('#')) return false;
  if (!OWN_LINK.test(elementText(element, OWN_LINK_CHARACTERS) ?? '')) return false;
  let { parentNode } = element;
  for (let above = 0; parentNode !== null && 'tagName' in parentNode && above < PLACES_ABOVE; above++) {
    if (attribute(parentNode, 'id') === place) return true;
    ({ parentNode } = parentNode);
  }
  return false;
}

/** Classes of Bootstrap, Tailwind, WordPress, GitHub and the like for what only screen readers read. */
const SAID_ONLY = /(?:^|\s)(?:sr-only|visually-?hidden|screen-reader-text|u-hiddenvisually)(?:\s|$)/i;

export function isSaidOnly(element: HtmlElement): boolean {
  const classes = element.tagName === 'span' ? attribute(element, 'class') : undefined;
  return classes !== undefined && SAID_ONLY.test(classes);
}

/** Classes of Pygments, Rouge, Chroma, highlight.js, Doxygen, VitePress and the like. */
const MAY_BE_NUMBERS = /l(?:n|ine)|gutter/i;
const NUMBERS_CLASS = /\b(?:line-?n(?:o|um)\w*|lnt?d?|(?:rouge-)?gutter|ltx_tag_listingline)\b/i;

/** What is not to be copied with the program; Hugo sets only this, without classes. */
const NOT_COPIED = /(?:^|[;\s-])user-select\s*:\s*none/i;

/** Whether an element is marked as line numbers, provided that it contains only digits. */
export function isCalledLineNumber({ attrs }: HtmlElement): boolean {
  for (const { name, value } of attrs) {
    if (name === 'class' && MAY_BE_NUMBERS.test(value) && NUMBERS_CLASS.test(value)) return true;
    if (name === 'style' && value.includes('user-select') && NOT_COPIED.test(value)) return true;
  }
  return false;
}

/** Whether an element is beside or around a program: outside of those, verses are numbered, too. */
export const isBesideCode = (element: HtmlElement): boolean =>
  siblingsOf(element).some(node => isElement(node) && holdsCode(node)) || holdsCode(element);

function holdsCode(element: HtmlElement): boolean {
  let node: HtmlElement | undefined = element;
  for (let searched = 0; node !== undefined && searched < SIBLINGS; searched++) {
    if (node.tagName === 'pre') return true;
    node = node.childNodes.find(isElement);
  }
  return false;
}

/** Whether an element is a line's number that links to itself, as rustdoc writes it. */
function isOwnNumber(element: HtmlElement): boolean {
  const id = element.tagName === 'a' ? attribute(element, 'id') : undefined;
  if (id === undefined || !/^\d+$/.test(id) || attribute(element, 'href') !== `#${id}`) return false;
  return elementText(element, id.length) === id;
}
