/** Recognises built-in paragraph styles by their names, which programs write in English or in the user's language. */
import type { HeadingLevel } from '../../../schemas/document.ts';

const HEADING =
  /^(?:heading|überschrift|titre|título|titulo|titolo|kop|rubrik|overskrift|otsikko|nagłówek|nadpis|címsor|başlık|заголовок|επικεφαλίδα|標題|标题|見出し|제목) ?([1-9])$/i;
/** `toc heading` gets no outline level in Word, so that a table of contents does not list itself; here it is a heading. */
const FIRST_LEVEL = /^(?:title|toc heading)$/i;

/** The heading level of a style with this name; null for body text. */
export function headingByStyleName(name: string): HeadingLevel | null {
  if (FIRST_LEVEL.test(name)) return 1;
  const level = HEADING.exec(name)?.[1];
  return level === undefined ? null : headingLevel(Number(level));
}

/** Levels count from 1; deeper ones than an answer can express become the deepest. */
export const headingLevel = (level: number): HeadingLevel => Math.min(6, Math.max(1, level)) as HeadingLevel;
