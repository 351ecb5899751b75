/** Which way up PDFium reads a page, whose words it gives as the page lies. */
import type { TextItem } from '../../../layout/page/content.ts';

/** Share of the characters from which a page stands as they do. */
const UPRIGHT_SHARE = 0.6;

export function areUpright(words: readonly TextItem[]): boolean {
  const upright = charactersOf(words.filter(word => word.angle === 0));
  return upright > 0 && upright > UPRIGHT_SHARE * charactersOf(words);
}

const charactersOf = (words: readonly TextItem[]): number =>
  words.reduce((sum, { text }) => sum + text.length, 0);
