/** Recognises fixed-pitch fonts by their names; newer ones contain `Mono` or `Code`. */
const MONOSPACED =
  /\b(?:courier|consolas|menlo|monaco|lucida (?:console|sans typewriter)|typewriter|inconsolata|fixedsys|letter gothic|andale mono|cascadia|fira code|source code|jetbrains)\b|\bmono(?:space)?\b/i;

export const isMonospaced = (font: string | undefined): boolean =>
  font !== undefined && MONOSPACED.test(font);

/** Text fonts that every office program knows; what an unknown font is for cannot be said. */
const FOR_TEXT =
  /^(?:times|arial|helvetica|calibri|cambria|verdana|tahoma|georgia|garamond|aptos|segoe ui|trebuchet|palatino|book antiqua|century|(?:liberation|pt|open|noto) (?:serif|sans))\b/i;

export const isForText = (font: string): boolean => FOR_TEXT.test(font) && !isMonospaced(font);
