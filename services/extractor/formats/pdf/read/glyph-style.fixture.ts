/** The style of glyphs in tests: ten points, level, from left to right. */
export const GLYPH_STYLE = {
  font: { name: 'Times', bold: false, italic: false, monospace: false },
  size: 10,
  color: 0,
  invisible: false,
  directionX: 1,
  directionY: 0,
  tracking: 0,
  letterSpacing: 0,
  markedContent: null,
};
