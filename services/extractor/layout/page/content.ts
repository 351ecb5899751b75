/**
 * One PDF page as the reader hands it to the structure rules: text runs, vectors, pictures. All lengths are points
 * (1/72 inch) in view space: origin top left, y downwards, after /Rotate and the crop box.
 */

import type { PageTags } from './hints.ts';

export interface FontStyle {
  /** PostScript name without the subset prefix; empty where the file has none. */
  name: string;
  bold: boolean;
  italic: boolean;
  monospace: boolean;
}

/** Identifier for content that the file marks as an artifact: furniture, no part of its structure. */
export const ARTIFACT = -2;

/**
 * One word: text drawn without a space in it, at most a line's worth where the script has no spaces. Words are divided
 * at drawn spaces, at gaps as wide as a space, and where the pen or the font jumps.
 * Words that a PDF draws, and values of its fields, have every field, even if undefined: the layout reads the fields in
 * hundreds of places, each of which takes several times as long once it has met more than four object shapes.
 */
export interface TextItem {
  /** Never empty, no white space. */
  text: string;
  /** Whether a space, drawn or left open, stands between this word and the one before it in the stream. */
  spaceBefore: boolean;
  /** Whether that space was left open, with nothing drawn. */
  isSpaceLeftOpen?: boolean | undefined;
  left: number;
  baseline: number;
  /** Advance along the writing direction. */
  width: number;
  /** Font size as drawn: one em. */
  size: number;
  /** Degrees, counter-clockwise; 0 for upright text. */
  angle: number;
  font: FontStyle;
  /** 0xRRGGBB of the fill, or null where unknown (patterns). */
  color: number | null;
  /** Whether it is drawn with an invisible rendering mode: an OCR layer, or hidden on purpose. */
  invisible: boolean;
  /** Position in the content stream, from 0. */
  index: number;
  /** Index of its drawing in the operator list, which shows what lies below and above it. */
  operator?: number | undefined;
  /** Marked-content identifier (MCID), by which the structure tree refers to this text. */
  markedContent?: number | undefined;
  /** The number of the structure element that it belongs to (`isBlock`), from 1 on its page. */
  element?: number | undefined;
  /** Whether it was recognised as a word of its own: spaces separate it from its neighbours, however close they are. */
  isWhole?: boolean | undefined;
  /** Whether the text before it in the stream is read elsewhere, so that it continues no line that ends beside it. */
  opensColumn?: boolean | undefined;
  /** Whether it is the value of a form field, typed beside a label. */
  field?: boolean | undefined;
}

/** A word, or part of one, whose glyphs have no known meaning. */
export interface Gap extends Pick<TextItem, 'left' | 'baseline' | 'width' | 'size' | 'font'> {
  glyphs: number;
}

/** A straight line parallel to an axis: a stroke, a thin filled rectangle or an edge of a drawn box. */
export interface Rule {
  orientation: 'horizontal' | 'vertical';
  /** The middle of the line: y of a horizontal rule, x of a vertical one. */
  position: number;
  /** From x (or y) … */
  start: number;
  /** … to x (or y); start < end. */
  end: number;
  thickness: number;
  color: number | null;
  /** Where the pieces of this line meet: a border drawn cell by cell shows where its cells end. */
  joints?: number[] | undefined;
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
  /** Name of the image object within the file, where it has one: equal names are the same picture. */
  name: string | null;
  /** The picture without the clip that may hide parts of it. */
  whole?: Rectangle;
  /** The picture's own file, where it is upright and shows what the page shows; available while the document is open. */
  source?: PictureSource;
  /** Whether it has more pixels than a page that PDFium renders may have. */
  isGiant?: boolean;
  /** Whether its file is too long for a picture of a single shade. */
  isMoreThanShade?: boolean;
}

export interface PageVectors {
  rules: Rule[];
  shadings: Shading[];
  /** Bounding boxes of curves and slanted strokes, of which charts and drawings consist. */
  curves: Rectangle[];
  pictures: PictureBox[];
  /**
   * Filled spots about as thick as a line, and white ones on a coloured ground, without another one beside them:
   * bullets may be such.
   */
  dots?: Rectangle[] | undefined;
  /** White lines, if anything is shaded: they separate coloured cells, and are invisible elsewhere. */
  whites?: Rule[] | undefined;
}

export interface PageContent extends PageVectors {
  /** From 1. */
  number: number;
  width: number;
  height: number;
  items: TextItem[];
  /** Clockwise turns by which the view differs from the page, because most of its text is sideways or upside down. */
  quarterTurns?: 0 | 1 | 2 | 3 | undefined;
  /** Number of drawn glyphs without a known character, in fonts without a mapping to Unicode. */
  unreadable?: number;
  /** Where glyphs of broken fonts stand whose meaning is unknown or was guessed wrongly. */
  gaps?: Gap[];
  /** Where glyphs without a letter stand in fonts whose other glyphs have letters. */
  holes?: Gap[];
  /** Number of strings drawn in fonts that could not be loaded; not even their places are known. */
  refused?: number;
  /** What the structure tree says of the text, by marked-content identifiers. */
  tags?: PageTags;
  /** Places of links within the document. */
  links?: Rectangle[];
}

/** A picture that can be read while the document is open. */
export interface PictureSource {
  /** Pixels according to the PDF; a JPEG file may say something else. */
  width: number;
  height: number;
  /**
   * `jpeg`: a file; `deflate`: rows of samples in a zlib stream; `png` and `tiff`: the same with their predictors (ISO
   * 32000-1, 7.4.4.4). Samples have 8 bits.
   */
  packing: 'jpeg' | 'deflate' | 'png' | 'tiff';
  bytes: () => Uint8Array;
  /** Samples for each pixel: grey, RGB or CMYK. */
  channels: 1 | 3 | 4;
  /** Brightness for each sample, where samples are indexes of colours. */
  palette: Uint8Array | null;
  /** How much of the picture is visible, pixel by pixel; null where all of it is (ISO 32000-1, 11.6.5.3). */
  mask: PictureSource | null;
  /** Brightness with which the picture was mixed where the mask lets other things through; null where it was not. */
  matte: number | null;
}
