/** A glyph as a content stream shows it. All positions are in view space, lengths in points. */
import type { FontStyle } from '../../../layout/page/content.ts';

/** What pdf.js returns for a glyph of a string; numbers between glyphs are adjustments in thousandths of an em. */
export interface ShownGlyph {
  unicode: string;
  originalCharCode?: number;
  width: number;
  isSpace: boolean;
  vmetric?: [number, number, number] | null;
}

/** One glyph's place: its origin, and where the pen is after its own width, without spacing. */
export interface GlyphPlace {
  x: number;
  y: number;
  endX: number;
  endY: number;
}

/** What all glyphs of one showing operator share. */
export interface GlyphStyle {
  font: FontStyle;
  /** In points; one em. */
  size: number;
  color: number | null;
  invisible: boolean;
  /** Unit vector of the writing direction. */
  directionX: number;
  directionY: number;
  /** Points that the operator adds after every glyph: letter-spacing is no word gap. */
  tracking: number;
  /** The part of it that is certainly letter-spacing: nothing else moves the operator's glyphs. */
  letterSpacing: number;
  markedContent: number | null;
  /** Whether the font has no widths, so that its letters take at most the distance to the next. */
  isUnmeasured?: boolean;
}

/** A glyph that was drawn. */
export interface DrawnGlyph {
  text: string;
  place: GlyphPlace;
  style: GlyphStyle;
}
