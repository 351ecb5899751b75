/**
 * One list while its items come, whatever the format tells of them: the one place that decides whether a list counts by
 * itself, and where a marker has to stay in the text (`ListItem` in document.ts).
 */
import type { List, ListItem, PageNumber } from './document.ts';

export interface Marker {
  /** As shown before the item; empty for levels that show nothing, and for bullets that are no boxes. */
  text: string;
  bullet: boolean;
  /** The number, where the marker is nothing but it in decimal (`3.`, `(3)`), behind those of the levels above (`2.3`). */
  count: number | null;
  /** What stands between it and the text. */
  gap: ' ' | '';
}

export const BULLET: Readonly<Marker> = { text: '', bullet: true, count: null, gap: ' ' };

/** A box says whether its item is done: it is told although it is a bullet. */
export const isTickBox = (bullet: string): boolean => /^[☐☑☒]$/u.test(bullet);

/** `counted`: by itself from 1; `marked`: each item keeps its marker. */
export type ListStyle = 'bullet' | 'counted' | 'marked';

/** The style of a list that begins with this marker: one that starts at 1 counts by itself, any other number has to be told. */
export function styleFrom({ bullet, count }: Marker): ListStyle {
  if (bullet) return 'bullet';
  return count === 1 ? 'counted' : 'marked';
}

/** The style of a list all of whose markers are known: it counts by itself only where each item has the number of its place. */
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

  /** The text of an item, behind its marker where counting the items could not reproduce it. */
  textOf(marker: Marker, text: string): string {
    return this.style === 'marked' || isTickBox(marker.text) ? markedText(marker, text) : text;
  }
}

/** The text with its marker before it, as it is shown. */
export const markedText = ({ text: marker, gap }: Marker, text: string): string =>
  marker === '' ? text : `${marker}${gap}${text}`.trimEnd();
