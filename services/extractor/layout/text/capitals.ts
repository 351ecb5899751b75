/** Texts set in capitals. */

/** Text is in capitals from so many letters on and from this share of them. */
const CAPITALS_MIN = 4;
const CAPITALS_SHARE = 0.9;

/** Nothing but capitals, and enough of them to tell. */
export function isCapitals(text: string): boolean {
  let letters = 0;
  let capitals = 0;
  for (const character of text) {
    const code = character.charCodeAt(0);
    // Latin letters by their codes: this is asked of every block several times.
    const isAscii = code < 0x80;
    const isCapital = isAscii ? code >= 0x41 && code <= 0x5a : /\p{Lu}/u.test(character);
    const isSmall = isAscii && code >= 0x61 && code <= 0x7a;
    if (isCapital) capitals++;
    if (isCapital || isSmall || (!isAscii && /\p{L}/u.test(character))) letters++;
  }
  return letters >= CAPITALS_MIN && capitals >= CAPITALS_SHARE * letters;
}
