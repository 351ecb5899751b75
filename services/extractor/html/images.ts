/** Decides which pictures stand for a character in the line, which are pictures, and which mean nothing to a reader. */
import { attribute, type HtmlElement } from './tree.ts';

/** In CSS pixels: pictures up to this size are part of a line of text, such as icons, smileys and symbols of formulas. */
const INLINE_SIDE_PIXELS = 32;
/** Pictures of at most this size are counters or spacers. */
const UNSEEN_SIDE_PIXELS = 2;
/** Classes of pictures that stand for text: emoji and formulas. */
const TEXT_CLASS = /\b(?:emoji|emoticon|smiley|tex|latex|math|mwe-math\S*)\b/i;

export interface Picture {
  alt: string;
  /** Whether it belongs in the line of text where it stands. */
  isInline: boolean;
}

/** Returns null for pictures that show nothing: spacers, and those that the author marks as decoration with an empty `alt`. */
export function pictureOf(element: HtmlElement): Picture | null {
  const alt = attribute(element, 'alt')?.replace(/\s+/g, ' ').trim();
  const width = side(element, 'width');
  const height = Math.min(side(element, 'height'), lineHeights(element));
  const isSpacer = width <= UNSEEN_SIDE_PIXELS && height <= UNSEEN_SIDE_PIXELS;
  if (alt === '' || (isSpacer && !alt)) return null;
  const isSmall = Math.min(width, height) <= INLINE_SIDE_PIXELS;
  return { alt: alt ?? '', isInline: isSmall || TEXT_CLASS.test(attribute(element, 'class') ?? '') };
}

/**
 * A height in units of the type, together with a position on the line, as LaTeX2HTML gives its formulas; converted to
 * CSS pixels for usual type.
 */
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
