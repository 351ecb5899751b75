/** Fields whose value changes from slide to slide without saying anything about it: its number, the date (21.1.2.2.4). */
import { paragraphText } from '../../ooxml/drawing-text.ts';
import { onlyCountsPages } from '../../story/page-words.ts';
import { attributeOf, childrenNamed, type XmlNode } from '../../xml/tree.ts';

const COUNTER = /^(?:slidenum|datetime)/;

const counterFields = (paragraph: XmlNode): XmlNode[] =>
  childrenNamed(paragraph, 'a:fld').filter(field => COUNTER.test(attributeOf(field, 'type') ?? ''));

export const holdsCounter = (paragraph: XmlNode): boolean => counterFields(paragraph).length > 0;

/** Whether a paragraph contains nothing else: `3`, `Page 3 / 20`. */
export function onlyCounts(paragraph: XmlNode): boolean {
  return holdsCounter(paragraph) && onlyCountsPages(textBeside(paragraph));
}

function textBeside(paragraph: XmlNode): string {
  const counters = counterFields(paragraph);
  return paragraphText({
    ...paragraph,
    children: paragraph.children.filter(node => !counters.includes(node)),
  });
}

/**
 * Returns what the placeholder of a slide's number says beside the number (`ACME 7`); empty where it only counts, even
 * if typed.
 */
export function wordsBesideNumber(body: XmlNode): string {
  const text = childrenNamed(body, 'a:p').map(textBeside).join(' ').trim();
  return onlyCountsPages(text) ? '' : text;
}
