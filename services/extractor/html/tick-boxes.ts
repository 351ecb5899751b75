/** Reads the state of check boxes in forms and task lists. A box that only opens a menu or a tab is none. */
import { TICKED, UNTICKED } from '../tick-signs.ts';
import { elementText } from './element-text.ts';
import { attribute, type HtmlElement, type HtmlNode, isElement } from './tree.ts';

const TYPE = /^(?:checkbox|radio)$/i;
/** Class names of boxes that are not visible. */
const UNSEEN_CLASS = /hidden|toggle|switch|sr-only/i;
/** How far around a box a label is searched, and the most characters of a label. */
const LABEL_DEPTH = 3;
const LABEL_CHARACTERS = 300;

/** Returns the state of the box; null where the input is no box that a reader would tick. */
export function tickOf(input: HtmlElement): string | null {
  if (!TYPE.test(attribute(input, 'type') ?? '')) return null;
  if (attribute(input, 'role') === 'button' || UNSEEN_CLASS.test(attribute(input, 'class') ?? ''))
    return null;
  if (!isForReaders(input)) return null;
  return attribute(input, 'checked') === undefined ? UNTICKED : TICKED;
}

/**
 * Returns the state of a task whose box a style sheet draws, as in Confluence and editors (Evernote, TipTap, Quill);
 * otherwise null.
 */
export function drawnTickOf(item: HtmlElement): string | null {
  const { tagName, parentNode, attrs } = item;
  if (tagName !== 'li' || parentNode === null || !('tagName' in parentNode)) return null;
  const state =
    attribute(item, 'data-checked') ?? attribute(parentNode, 'data-checked') ?? attribute(item, 'data-list');
  if (state === 'true' || state === 'checked') return TICKED;
  if (state === 'false' || state === 'unchecked') return UNTICKED;
  const list = attribute(parentNode, 'class') ?? '';
  if (list.includes('checklist')) return iconTickOf(item);
  if (!list.includes('inline-task-list')) return null;
  return attrs.some(({ name, value }) => name === 'class' && value === 'checked') ? TICKED : UNTICKED;
}

/** Font Awesome's boxes, as Asciidoctor sets them before a task's text. */
const BOX_ICON = /\bfa-(check-)?square(?:-o)?(?![\w-])/;

/** The icon is in the paragraph in the item. */
const ICON_DEPTH = 2;

function iconTickOf(item: HtmlElement): string | null {
  let first: HtmlNode | undefined = item;
  for (let depth = 0; first !== undefined && isElement(first) && depth < ICON_DEPTH; depth++)
    first = first.childNodes.find(node => isElement(node) || ('value' in node && WORD.test(node.value)));
  if (first === undefined || !isElement(first)) return null;
  const box = BOX_ICON.exec(attribute(first, 'class') ?? '');
  return box === null ? null : box[1] === undefined ? UNTICKED : TICKED;
}

/**
 * Whether a box is for readers: it has a value to send, or is only displayed, or text stands beside it. Boxes of menus
 * and tabs only have a name.
 */
function isForReaders(input: HtmlElement): boolean {
  if (attribute(input, 'disabled') !== undefined || (attribute(input, 'value') ?? '') !== '') return true;
  return isBeforeWords(input) || isInLabel(input);
}

function isBeforeWords(input: HtmlElement): boolean {
  const siblings: readonly HtmlNode[] = input.parentNode?.childNodes ?? [];
  if (siblings.length > SIBLINGS) return false;
  const next = siblings[siblings.indexOf(input) + 1];
  return next !== undefined && 'value' in next && WORD.test(next.value);
}

/** Most siblings that are searched. */
const SIBLINGS = 50;
const WORD = /[\p{L}\p{N}]/u;

function isInLabel(input: HtmlElement): boolean {
  const label = labelOf(input);
  return label !== null && WORD.test(elementText(label, LABEL_CHARACTERS) ?? '');
}

/** Returns the label around a box; null where there is none, or an editor stores the state itself. */
export function labelOf(input: HtmlElement): HtmlElement | null {
  let around = input.parentNode;
  for (let depth = 0; around !== null && 'tagName' in around && depth < LABEL_DEPTH; depth++) {
    if (attribute(around, 'data-checked') !== undefined) return null;
    if (around.tagName === 'label') return around;
    around = around.parentNode;
  }
  return null;
}
