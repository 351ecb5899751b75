/** Reads what an element's own style says about the line ends in its text (CSS Text 3, `white-space`). */
import { isMonospaced } from '../story/monospaced.ts';
import { attribute, type HtmlElement } from './tree.ts';

const WHITE_SPACE = /(?:^|[;\s])white-space\s*:\s*([a-z-]+)/i;
const FONT = /(?:^|[;\s])font(?:-family)?\s*:\s*([^;]+)/i;
const KEEPING = new Set(['pre', 'pre-wrap', 'pre-line', 'break-spaces']);
const PREFORMATTED = new Set(['pre', 'listing', 'xmp', 'plaintext']);

/** Returns whether declarations keep line ends; null where they say nothing about them. */
export function keepingOf(declarations: string): boolean | null {
  const value = WHITE_SPACE.exec(declarations)?.[1];
  return value === undefined ? null : KEEPING.has(value.toLowerCase());
}

export const fontOf = (declarations: string): string | undefined => FONT.exec(declarations)?.[1];

/** Whether line ends in its text show as such; null where it says nothing, so that the surrounding element decides. */
export function keepsLines(element: HtmlElement): boolean | null {
  if (element.tagName === 'textarea' || isPlainMail(element)) return true;
  const style = attribute(element, 'style');
  return style === undefined ? null : keepingOf(style);
}

/**
 * Whether an element is plain text of a mail: Thunderbird puts quoted plain text, and signatures, in `pre` with
 * attributes that only it writes.
 */
const isPlainMail = (element: HtmlElement): boolean =>
  element.tagName === 'pre' &&
  (attribute(element, 'wrap') !== undefined || attribute(element, 'cols') !== undefined);

/**
 * Whether an element is preformatted text by its name, or as editors copy programs: a block in a fixed-pitch font that
 * keeps its white space.
 */
export function isPreformatted(element: HtmlElement): boolean {
  if (PREFORMATTED.has(element.tagName)) return !isPlainMail(element);
  if (element.tagName !== 'div') return false;
  const style = attribute(element, 'style');
  if (style === undefined || WHITE_SPACE.exec(style)?.[1]?.toLowerCase() !== 'pre') return false;
  return isMonospaced(fontOf(style));
}
