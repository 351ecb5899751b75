/** A glyph as a content stream shows it. All positions are in view space, lengths in points. */
import type { FontStyle } from '../../../layout/page/content.ts';

/** What pdf.js gives for a glyph of a string; numbers between glyphs are adjustments in thousandths of an em. */
export interface ShownGlyph {
  unicode: string;
  originalCharCode?: number;
  width: number;
  isSpace: boolean;
  vmetric?: [number, number, number] | null;
}

/** One glyph's place: its origin and where the pen stands after its own width, without spacing. */
export interface GlyphPlace {
  x: number;
  y: number;
  endX: number;
  endY: number;
}

/** What all glyphs of one showing operator share. */
export interface GlyphStyle {
  font: FontStyle;
  /** Points; one em. */
  size: number;
  color: number | null;
  invisible: boolean;
  /** Unit vector of the writing direction. */
  directionX: number;
  directionY: number;
  /** Points the operator adds after every glyph: letter-spacing is no word gap. */
  tracking: number;
  /** As much of it as is letter-spacing beyond doubt: nothing else moves the operator's glyphs. */
  letterSpacing: number;
  markedContent: number | null;
  /** The font tells no width: its letters take no more than the way to the next. */
  isUnmeasured?: boolean;
}

/** A glyph that was drawn. */
export interface DrawnGlyph {
  text: string;
  place: GlyphPlace;
  style: GlyphStyle;
}
