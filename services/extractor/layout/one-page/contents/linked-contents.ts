/**
 * Recognises tables of contents by the links of their entries: short tables, tables without page numbers, or tables
 * whose title is in the outline like the headings they link to. Everything on an entry's row is in the link, including
 * its number and its page.
 */

import type { PageContent, Rectangle, TextItem } from '../../page/content.ts';
import { holdsPoint } from '../../page/geometry.ts';
import type { Line } from '../../page/line.ts';
import { isPageNumber } from '../../text/leaders.ts';
import { ROW_EM } from './contents.ts';

/** A line is an entry where at least this share of its words is in a link; entries count where there are at least so many. */
const LINKED_SHARE = 0.8;
const LINKED_MIN = 3;
/** Height above the baseline of the middle of a word's letters, where a link must cover it. */
const LINK_HEIGHT_EM = 0.3;
/** Pages with more links than this are indexes or maps. */
const LINKS_MAX = 500;

/** Returns the lines that are entries, and the page numbers on their rows; an empty set where too few stand together. */
export function linkedEntries(lines: readonly Line[], links: readonly Rectangle[]): Set<Line> {
  if (!isCountOfEntries(links)) return new Set();
  const linked = new Set(lines.filter(line => isLinked(line, links)));
  const entries = new Set<Line>();
  let rows = 0;
  for (const line of linked) {
    const row = lines.filter(other => isOnRow(line, other));
    if (!row.every(other => linked.has(other) || isPageNumber(other.text))) continue;
    rows++;
    for (const piece of row) entries.add(piece);
  }
  return rows >= LINKED_MIN ? entries : new Set();
}

const isCountOfEntries = ({ length }: readonly Rectangle[]): boolean =>
  length >= LINKED_MIN && length <= LINKS_MAX;

/** A quick check without lines, which take time to build: on most pages links stand in the text. */
export function mayHaveLinkedEntries({ items, links = [] }: Pick<PageContent, 'items' | 'links'>): boolean {
  if (!isCountOfEntries(links)) return false;
  let linked = 0;
  for (const item of items) if (isOn(item, links)) linked++;
  return linked >= LINKED_MIN;
}

const isOn = ({ left, width, baseline, size }: TextItem, links: readonly Rectangle[]): boolean =>
  links.some(link => holdsPoint(link, left + width / 2, baseline - LINK_HEIGHT_EM * size));

const isOnRow = (line: Line, other: Line): boolean =>
  Math.abs(other.baseline - line.baseline) < ROW_EM * line.size;

/** Whether nearly all of a line but leaders and numbers is linked. Items of a list that contain links are still items. */
function isLinked(line: Line, links: readonly Rectangle[]): boolean {
  const words = line.items.filter(({ text }) => /\p{L}{2}/u.test(text));
  if (words.length === 0 || !/^[\p{L}\p{N}"“«(¿¡]/u.test(line.text)) return false;
  const on = words.filter(word => isOn(word, links));
  return on.length >= LINKED_SHARE * words.length;
}
