/**
 * How large letters are that are drawn as procedures. Their font matrix leads from any unit to text space (ISO 32000-1,
 * 9.6.5): TeX's bitmap fonts, as Ghostscript writes them, have a matrix of ones, are set at 72/600 points and draw
 * letters of 80 units. What such a font calls its size says nothing of the em; how wide its letters are does.
 */

/** Thousandths of an em that letters of book type take, in the mean of Times and Computer Modern. */
const USUAL_WIDTHS: ReadonlyMap<string, number> = new Map(
  Object.entries({
    ...{
      a: 470,
      b: 530,
      c: 444,
      d: 530,
      e: 444,
      f: 320,
      g: 500,
      h: 530,
      i: 278,
      j: 290,
      k: 515,
      l: 278,
      m: 805,
    },
    ...{
      n: 530,
      o: 500,
      p: 530,
      q: 515,
      r: 365,
      s: 390,
      t: 335,
      u: 530,
      v: 515,
      w: 722,
      x: 515,
      y: 515,
      z: 444,
    },
    ...{
      A: 735,
      B: 690,
      C: 695,
      D: 745,
      E: 645,
      F: 605,
      G: 755,
      H: 735,
      I: 350,
      J: 450,
      K: 750,
      L: 620,
      M: 900,
    },
    ...{
      N: 735,
      O: 750,
      P: 620,
      Q: 750,
      R: 700,
      S: 555,
      T: 665,
      U: 735,
      V: 735,
      W: 985,
      X: 735,
      Y: 735,
      Z: 610,
    },
    ...{ 0: 500, 1: 500, 2: 500, 3: 500, 4: 500, 5: 500, 6: 500, 7: 500, 8: 500, 9: 500 },
  }),
);
/** What a glyph takes that is none of these. */
const USUAL_WIDTH = 500;

/** Condensed, bold and monospaced letters are this much narrower or wider; within it a font is as large as it says. */
const SAID_RATIO_MAX = 2;

/** Ems to the size set, from widths in thousandths of that size by what they stand for; 1 where the font says what it is. */
export function emsToSize(widths: Iterable<readonly [character: string, thousandths: number]>): number {
  const letters = { drawn: 0, usual: 0 };
  const all = { drawn: 0, usual: 0 };
  for (const [character, width] of widths) {
    if (!(width > 0)) continue;
    const usual = USUAL_WIDTHS.get(character);
    for (const sum of usual === undefined ? [all] : [all, letters]) {
      sum.drawn += width;
      sum.usual += usual ?? USUAL_WIDTH;
    }
  }
  const { drawn, usual } = letters.usual > 0 ? letters : all;
  const ratio = usual === 0 ? 1 : drawn / usual;
  return ratio > SAID_RATIO_MAX || ratio < 1 / SAID_RATIO_MAX ? ratio : 1;
}
