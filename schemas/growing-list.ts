/**
 * A list that is built item by item, in any format. Only this module decides whether a list numbers its own items, and
 * where a marker has to stay in the text (`ListItem` in document.ts).
 */
import type { List, ListItem, PageNumber } from './document.ts';

export interface Marker {
  /** As shown before the item; empty for levels that show nothing, and for bullets that are not tick boxes. */
  text: string;
  bullet: boolean;
  /** The number, if the marker is nothing but a decimal number (`3.`, `(3)`), without those of higher levels (`2.3`). */
  count: number | null;
  /** What separates the marker from the text. */
  gap: ' ' | '';
}

export const BULLET: Readonly<Marker> = { text: '', bullet: true, count: null, gap: ' ' };

/** Whether a bullet is a tick box. It is kept in the text, because it says whether the item is done. */
export const isTickBox = (bullet: string): boolean => /^[☐☑☒]$/u.test(bullet);

/** `counted`: numbers its items from 1; `marked`: each item keeps its marker. */
export type ListStyle = 'bullet' | 'counted' | 'marked';

/**
 * The style of a list that begins with this marker. One that starts at 1 numbers its own items; any other number has to
 * stay in the text.
 */
export function styleFrom({ bullet, count }: Marker): ListStyle {
  if (bullet) return 'bullet';
  return count === 1 ? 'counted' : 'marked';
}

/** The style of a list whose markers are all known: it numbers its own items only if each has the number of its place. */
export const styleOfAll = (markers: readonly Marker[]): ListStyle =>
  markers.every(({ count }, at) => count === at + 1) ? 'counted' : 'marked';

export class GrowingList {
  readonly list: List;
  readonly style: ListStyle;

  constructor(style: ListStyle, page: PageNumber) {
    this.style = style;
    this.list = { kind: 'list', ordered: style === 'counted', items: [], page };
  }

  /** Whether an item with this marker belongs to the list; if not, it begins another. */
  goesOn(marker: Marker): boolean {
    if (marker.bullet || this.style === 'bullet') return marker.bullet && this.style === 'bullet';
    return this.style === 'counted' ? marker.count === this.list.items.length + 1 : marker.count !== 1;
  }

  add(marker: Marker, text: string): ListItem {
    const item = { text: this.textOf(marker, text), lists: [] };
    this.list.items.push(item);
    return item;
  }

  /** An item's text, with its marker if numbering the items could not reproduce it. */
  textOf(marker: Marker, text: string): string {
    return this.style === 'marked' || isTickBox(marker.text) ? markedText(marker, text) : text;
  }
}

/** The text with its marker in front, as shown. */
export const markedText = ({ text: marker, gap }: Marker, text: string): string =>
  marker === '' ? text : `${marker}${gap}${text}`.trimEnd();
