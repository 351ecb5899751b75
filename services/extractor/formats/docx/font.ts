/** The font that `w:rFonts` gives to Latin text (ECMA-376 part 1, 17.3.2.26). */
import { isForText } from '../../story/monospaced.ts';

/** A font of the theme goes before one that is named beside it. Themes are for prose and headings: their names tell nothing. */
const OF_THEME = '';

export function latinFont(attribute: (name: string) => string | undefined): string | undefined {
  if (attribute('w:asciiTheme') !== undefined) return OF_THEME;
  return attribute('w:ascii') ?? attribute('w:hAnsi');
}

/** Whether a run asks for a font that no program is set in. */
export const isSetAsText = (font: string | undefined): boolean =>
  font !== undefined && (font === OF_THEME || isForText(font));
