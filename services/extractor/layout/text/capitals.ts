/** Recognises text in capitals. */

/** Text is in capitals from this many letters on, and from this share of them. */
const CAPITALS_MIN = 4;
const CAPITALS_SHARE = 0.9;

/** Whether a text has only capitals, and enough of them. */
export function isCapitals(text: string): boolean {
  // Most other letters a text in capitals may have, so that prose is recognised after a few words.
  const othersMax = (1 - CAPITALS_SHARE) * text.length + 1;
  let others = 0;
  let capitals = 0;
  for (let at = 0; at < text.length && others <= othersMax; at++) {
    const code = text.charCodeAt(at);
    // Checks Latin letters by their codes, because every block is tested several times.
    if (code >= 0x61 && code <= 0x7a) others++;
    else if (code >= 0x41 && code <= 0x5a) capitals++;
    else if (code >= 0x80) {
      const character = String.fromCodePoint(text.codePointAt(at) ?? code);
      if (character.length > 1) at++;
      if (/\p{Lu}/u.test(character)) capitals++;
      else if (/\p{L}/u.test(character)) others++;
    }
  }
  const letters = capitals + others;
  return letters >= CAPITALS_MIN && capitals >= CAPITALS_SHARE * letters;
}
