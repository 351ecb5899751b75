/** Decides which elements a reader of the page would not see, as far as the markup alone shows. */
import { nameSet } from './name-set.ts';
import { attribute, type HtmlElement } from './tree.ts';

/** Never shown as text: code, metadata, fallbacks for what every browser has, controls without text. */
const UNSEEN_ELEMENTS = nameSet(
  'head script style template noscript noembed noframes iframe datalist audio video canvas meter',
  'progress title metadata desc defs symbol annotation annotation-xml frameset link meta base param rp',
  'source track',
);

const HIDING_STYLE = /(?:^|[;\s])(?:display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse))/i;
/** White space in `style` is rare but legal; a style without these words hides nothing. */
const MAY_HIDE = /none|hidden|collapse/i;

const SLIDES = /(?:^|\s)slides(?:\s|$)/;

/** Whether an element is never text. */
export const isUnseenKind = (element: HtmlElement): boolean => UNSEEN_ELEMENTS.has(element.tagName);

/**
 * Whether an element is invisible. Style sheets hide nothing here and only separate words (style-boxes.ts), since
 * losing text is worse than showing too much.
 */
export function isUnseen(element: HtmlElement): boolean {
  if (isUnseenKind(element)) return true;
  if (element.tagName === 'dialog' && attribute(element, 'open') === undefined) return true;
  return isHidden(element) && !isSlide(element) && !isTabPanel(element);
}

function isHidden(element: HtmlElement): boolean {
  const hidden = attribute(element, 'hidden');
  if (hidden !== undefined && hidden !== 'until-found') return true;
  const style = attribute(element, 'style');
  return style !== undefined && MAY_HIDE.test(style) && HIDING_STYLE.test(style);
}

/**
 * Whether an element is a panel of tabs or accordions, which show one panel at a time and the others at a click: all of
 * them are the page's text (WAI-ARIA 1.2, `tabpanel`).
 */
const isTabPanel = (element: HtmlElement): boolean =>
  attribute(element, 'role')?.trim().toLowerCase() === 'tabpanel';

/** Whether an element is a slide: a saved reveal.js deck shows one slide, or stack of slides, at a time. */
function isSlide({ tagName, parentNode }: HtmlElement): boolean {
  if (tagName !== 'section' || parentNode === null || !('tagName' in parentNode)) return false;
  const stack = parentNode.tagName === 'section' ? parentNode.parentNode : parentNode;
  return stack !== null && 'tagName' in stack && SLIDES.test(attribute(stack, 'class') ?? '');
}
