/** Built-in paragraph styles by their names, which programs write in English or in their user's language. */
import type { HeadingLevel } from '../../../schemas/document.ts';

const HEADING =
  /^(?:heading|überschrift|titre|título|titulo|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor|başlık|заголовок|επικεφαλίδα|標題|标题|見出し|제목) ?([1-9])$/i;
/** `toc heading` has no outline level, so that a contents page does not list itself. */
const FIRST_LEVEL = /^(?:title|toc heading)$/i;

/** The level of the heading that a style of this name makes; null for text. */
export function headingByStyleName(name: string): HeadingLevel | null {
  if (FIRST_LEVEL.test(name)) return 1;
  const level = HEADING.exec(name)?.[1];
  return level === undefined ? null : headingLevel(Number(level));
}

/** From 1; what is deeper than an answer can say is as deep as it can. */
export const headingLevel = (level: number): HeadingLevel => Math.min(6, Math.max(1, level)) as HeadingLevel;
