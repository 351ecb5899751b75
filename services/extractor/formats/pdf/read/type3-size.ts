import { holdsSquares } from '../../../layout/text/scripts.ts';

/**
 * Measures how large letters are that are drawn as procedures. Their font matrix leads from any unit to text space (ISO
 * 32000-1, 9.6.5): TeX's bitmap fonts, as Ghostscript writes them, have a matrix of ones, are set at 72/600 points and
 * draw letters of 80 units. The stated size of such a font says nothing about the em, but the width of its letters
 * does.
 */

const inOrder = (first: string, widths: readonly number[]) =>
  widths.map((width, at) => [String.fromCharCode(first.charCodeAt(0) + at), width] as const);

/** Widths of letters of book type in thousandths of an em: the mean of Times and Computer Modern. */
const USUAL_WIDTHS: ReadonlyMap<string, number> = new Map([
  ...inOrder(
    'a',
    [
      470, 530, 444, 530, 444, 320, 500, 530, 278, 290, 515, 278, 805, 530, 500, 530, 515, 365, 390, 335, 530,
      515, 722, 515, 515, 444,
    ],
  ),
  ...inOrder(
    'A',
    [
      735, 690, 695, 745, 645, 605, 755, 735, 350, 450, 750, 620, 900, 735, 750, 620, 750, 700, 555, 665, 735,
      735, 985, 735, 735, 610,
    ],
  ),
  ...inOrder('0', Array<number>(10).fill(500)),
]);
/** Width of a glyph that is none of these. */
const USUAL_WIDTH = 500;
/** Browsers draw letters of a Chinese or Japanese font one by one: such a font may have no others, each in its square. */
const SQUARE_WIDTH = 1000;

/** Condensed, bold and monospaced letters are narrower or wider by up to this factor; within it a font's stated size is used. */
const SAID_RATIO_MAX = 2;

/**
 * Returns the factor from ems to the size set, from widths in thousandths of that size by what they stand for; 1 where
 * the font's stated size is right.
 */
export function emsToSize(widths: Iterable<readonly [character: string, thousandths: number]>): number {
  const letters = { drawn: 0, usual: 0 };
  const all = { drawn: 0, usual: 0 };
  for (const [character, width] of widths) {
    if (!(width > 0)) continue;
    const usual = USUAL_WIDTHS.get(character);
    for (const sum of usual === undefined ? [all] : [all, letters]) {
      sum.drawn += width;
      sum.usual += usual ?? (holdsSquares(character) ? SQUARE_WIDTH : USUAL_WIDTH);
    }
  }
  const { drawn, usual } = letters.usual > 0 ? letters : all;
  const ratio = usual === 0 ? 1 : drawn / usual;
  return ratio > SAID_RATIO_MAX || ratio < 1 / SAID_RATIO_MAX ? ratio : 1;
}
