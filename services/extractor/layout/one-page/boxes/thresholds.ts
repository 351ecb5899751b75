/** Boxes drawn around text. */
export const BOXES = {
  /** Points; less is a button, a swatch or a cell. */
  widthMin: 50,
  heightMin: 14,
  /** Points; edges this close are one. */
  tolerance: 3,
  /** Points; radius of a rounded corner at most. */
  cornerMax: 14,
  /** Maps and forms draw more shapes than this: nothing is looked for among them. */
  shapesMax: 600,
  /** Upright lines of a page with boxes; tables and plans have more. */
  sidesMax: 60,
  /** Boxes of one page that are looked at, the largest first. */
  candidatesMax: 60,
  /** What covers more of the page, or holds more of its text, is its background. */
  pageShareMax: 0.7,
  textShareMax: 0.7,
  linesMin: 1,
  /** Room above and below the text together, and before it: marked passages have none. */
  paddingEm: 0.5,
  sidePaddingEm: 0.1,
  /** Text that runs around a box stands this close to it, with so many lines. */
  besideEm: 4,
  besideMin: 2,
  /** A line may stick out of its box by this much. */
  crossingEm: 0.5,
} as const;
