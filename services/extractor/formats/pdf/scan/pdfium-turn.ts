/** Tells which way up PDFium reads a page, whose words it returns as the page lies. */
import type { TextItem } from '../../../layout/page/content.ts';

/** A page is upright if at least this share of its characters is. */
const UPRIGHT_SHARE = 0.6;

export function areUpright(words: readonly TextItem[]): boolean {
  const upright = charactersOf(words.filter(word => word.angle === 0));
  return upright > 0 && upright > UPRIGHT_SHARE * charactersOf(words);
}

const charactersOf = (words: readonly TextItem[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0);
