/** Pictures: which stand for a character in the line, which are pictures, which are nothing to a reader. */
import { attribute, type HtmlElement } from './tree.ts';

/** Side in CSS pixels up to which a picture sits in a line of text: icons, smileys, formulas' symbols. */
const INLINE_SIDE_PIXELS = 32;
/** Both sides at most this: a counter or a spacer. */
const UNSEEN_SIDE_PIXELS = 2;
/** Classes of pictures that stand for text: emoji and formulas. */
const TEXT_CLASS = /\b(?:emoji|emoticon|smiley|tex|latex|math|mwe-math\S*)\b/i;

export interface Picture {
  alt: string;
  /** Belongs into the line of text it stands in. */
  isInline: boolean;
}

/** Null for what shows nothing: spacers, and pictures that the author marks as decoration with an empty `alt`. */
export function pictureOf(element: HtmlElement): Picture | null {
  const alt = attribute(element, 'alt')?.replace(/\s+/g, ' ').trim();
  const width = side(element, 'width');
  const height = Math.min(side(element, 'height'), lineHeights(element));
  const isSpacer = width <= UNSEEN_SIDE_PIXELS && height <= UNSEEN_SIDE_PIXELS;
  if (alt === '' || (isSpacer && !alt)) return null;
  const isSmall = Math.min(width, height) <= INLINE_SIDE_PIXELS;
  return { alt: alt ?? '', isInline: isSmall || TEXT_CLASS.test(attribute(element, 'class') ?? '') };
}

/** A height in units of the type beside a place on the line, as LaTeX2HTML gives its formulas; CSS pixels of usual type. */
const TYPE_HEIGHT = /(?:^|[;\s])height\s*:\s*(\d+(?:\.\d+)?)(ex|em)/i;
const PIXELS: Record<string, number> = { ex: 8, em: 16 };

function lineHeights(element: HtmlElement): number {
  const style = attribute(element, 'style');
  if (style?.includes('vertical-align') !== true) return Number.POSITIVE_INFINITY;
  const [, count, unit = ''] = TYPE_HEIGHT.exec(style) ?? [];
  return count === undefined ? Number.POSITIVE_INFINITY : Number(count) * (PIXELS[unit.toLowerCase()] ?? 0);
}

function side(element: HtmlElement, name: 'width' | 'height'): number {
  const value = attribute(element, name) ?? '';
  return /^\s*\d+(?:\.\d+)?(?:px)?\s*$/.test(value) ? Number.parseFloat(value) : Number.POSITIVE_INFINITY;
}
