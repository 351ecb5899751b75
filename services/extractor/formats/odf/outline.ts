/**
 * Counts the numbers of chapters, which the document's outline style counts separately from all lists (OpenDocument
 * part 3, 16.34).
 */
import { markerOf } from './list.ts';
import type { Story } from './story.ts';

/** Most levels of an outline; no author uses more. */
const LEVELS_MAX = 10;

/** Counts a heading that was just opened, and returns its number; empty where it shows none. */
export function countHeading({ reader, styles, lists, outline }: Story, level: number): string {
  const numbers = styles.outlineNumbers(level);
  const item = lists.at(-1)?.chapters;
  const isCounted =
    level >= 1 &&
    level <= LEVELS_MAX &&
    // In a list, the list counts it, unless it is the outline's own list, in which LibreOffice wraps some headings.
    (lists.length === 0 || item?.isHeader === false) &&
    reader.attribute('text:is-list-header') !== 'true' &&
    styles.followsOutline(reader.attribute('text:style-name'));
  if (numbers === null || !isCounted) return '';
  while (outline.length < level) {
    const above = styles.outlineNumbers(outline.length + 1);
    // A skipped level is at its first number, as word processors show it.
    outline.push({ numbers: above, value: (above?.start ?? 1) - (outline.length + 1 === level ? 1 : 0) });
  }
  outline.length = level;
  const own = outline[level - 1];
  if (own === undefined) return '';
  const restart = item?.start !== undefined || reader.attribute('text:restart-numbering') === 'true';
  const start = Number(item?.start ?? reader.attribute('text:start-value') ?? numbers.start);
  own.value = restart && start >= 0 ? start : own.value + 1;
  return markerOf(outline).text;
}
