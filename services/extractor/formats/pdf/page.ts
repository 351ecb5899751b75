/**
 * One PDF page as the reader hands it to the structure rules: text runs, vectors, pictures.
 * All lengths are points (1/72 inch) in view space: origin top left, y downwards, after /Rotate and the crop box.
 */

export interface FontStyle {
  /** PostScript name without the subset prefix; empty where the file has none. */
  name: string;
  bold: boolean;
  italic: boolean;
  monospace: boolean;
}

/** Text that one showing operator drew: a word, a line or a piece of either. */
export interface TextItem {
  text: string;
  left: number;
  baseline: number;
  /** Advance along the writing direction. */
  width: number;
  /** Font size as drawn, i.e. one em. */
  size: number;
  /** Degrees, counter-clockwise; 0 for upright text. */
  angle: number;
  font: FontStyle;
  /** 0xRRGGBB of the fill, or null where unknown (patterns). */
  color: number | null;
  /** Drawn with an invisible rendering mode: an OCR layer, or hidden on purpose. */
  invisible: boolean;
  /** Position in the content stream, from 0. */
  index: number;
}

/** A straight line parallel to an axis: a stroke, a thin filled rectangle or an edge of a drawn box. */
export interface Rule {
  orientation: 'horizontal' | 'vertical';
  /** y of a horizontal rule, x of a vertical one: its middle. */
  position: number;
  /** From x (or y) … */
  start: number;
  /** … to x (or y); start < end. */
  end: number;
  thickness: number;
  color: number | null;
}

export interface Rectangle {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A filled area that is no rule. */
export interface Shading extends Rectangle {
  color: number | null;
}

/** A place where a bitmap was painted. */
export interface PictureBox extends Rectangle {
  /** Name of the image object within the page, where it has one: equal names are the same picture. */
  name: string | null;
}

export interface PageVectors {
  rules: Rule[];
  shadings: Shading[];
  /** Bounding boxes of curves and slanted strokes: what charts and drawings are made of. */
  curves: Rectangle[];
  pictures: PictureBox[];
}

export interface PageContent extends PageVectors {
  /** From 1. */
  number: number;
  width: number;
  height: number;
  items: TextItem[];
}
