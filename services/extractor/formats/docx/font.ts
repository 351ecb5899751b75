/** The font that `w:rFonts` gives to Latin text (ECMA-376 part 1, 17.3.2.26). */
import { isForText } from '../../story/monospaced.ts';

/**
 * A font of the theme takes precedence over one named beside it. Themes are for prose and headings, so their fonts'
 * names are not needed.
 */
const OF_THEME = '';

export function latinFont(attribute: (name: string) => string | undefined): string | undefined {
  if (attribute('w:asciiTheme') !== undefined) return OF_THEME;
  return attribute('w:ascii') ?? attribute('w:hAnsi');
}

/** Whether a run asks for a font in which no program is set. */
export const isSetAsText = (font: string | undefined): boolean =>
  font !== undefined && (font === OF_THEME || isForText(font));
