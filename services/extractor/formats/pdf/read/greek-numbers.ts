/**
 * Greek letters by their glyph numbers in Microsoft's core fonts, which have them in two places: some among the
 * characters of code page 437, the others in their own order. Word 2007 maps ranges of numbers even where those letters
 * leave gaps.
 */
const BY_NUMBER = new Map([
  ...placed(0x12b, 'ΓΘΦαδεστφ'),
  ...placed(0x1f2, 'ΈΉΊΌΎΏΐΑΒΔΕΖΗΙΚΛΜΝΞΟΠΡΣΤΥΧΨΩΪΫάέήίΰβγζηθικλμνξορςυχψωϊϋόύώ'),
  [0x28c, 'π'],
]);
/** A font has this order if at least this many of its correct mappings agree, among them the first letters of ranges. */
const AGREED_MIN = 4;

export const greekOfGlyph = (number: number): string | undefined => BY_NUMBER.get(number);

/** Whether some of the letters are where a font's map has them. */
export function isGreekOrder(characterOf: (number: number) => string | undefined): boolean {
  let agreed = 0;
  for (const [number, letter] of BY_NUMBER) if (characterOf(number) === letter) agreed++;
  return agreed >= AGREED_MIN;
}

function placed(first: number, letters: string): [number, string][] {
  return [...letters].map((letter, at) => [first + at, letter]);
}
