/** Fonts of one width by their names; new ones say `Mono` or `Code`. */
const MONOSPACED =
  /\b(?:courier|consolas|menlo|monaco|lucida (?:console|sans typewriter)|typewriter|inconsolata|fixedsys|letter gothic|andale mono|cascadia|fira code|source code|jetbrains)\b|\bmono(?:space)?\b/i;

export const isMonospaced = (font: string | undefined): boolean =>
  font !== undefined && MONOSPACED.test(font);
