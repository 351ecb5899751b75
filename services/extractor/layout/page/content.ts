/**
 * One PDF page as the reader hands it to the structure rules: text runs, vectors, pictures.
 * All lengths are points (1/72 inch) in view space: origin top left, y downwards, after /Rotate and the crop box.
 */

import type { PageTags } from './hints.ts';

export interface FontStyle {
  /** PostScript name without the subset prefix; empty where the file has none. */
  name: string;
  bold: boolean;
  italic: boolean;
  monospace: boolean;
}

/** Stands for the identifier of content that the file calls an artifact: furniture, no part of its structure. */
export const ARTIFACT = -2;

/**
 * One word: what was drawn without a space in it, at most a line's worth where the script has no spaces.
 * Words are cut at drawn spaces, at gaps as wide as a space, and where the pen or the font jumps.
 *
 * Words that a PDF draws, and values of its fields, have every field, be it undefined: the layout reads them in hundreds of places,
 * each of which takes several times as long once it has met more than four shapes of object.
 */
export interface TextItem {
  /** Never empty, no white space. */
  text: string;
  /** A space, drawn or left open, stands between this word and the one before it in the stream. */
  spaceBefore: boolean;
  /** … and nothing was drawn there. */
  isSpaceLeftOpen?: boolean | undefined;
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
  /** Place of its drawing in the operator list, which tells what it stands on and what lies over it. */
  operator?: number | undefined;
  /** Marked-content identifier (MCID): what the structure tree calls this text by. */
  markedContent?: number | undefined;
  /** The number of the element of the structure tree that it belongs to (`isBlock`), from 1 on its page. */
  element?: number | undefined;
  /** Recognised as a word of its own: spaces part it from its neighbours, however close they stand. */
  isWhole?: boolean | undefined;
  /** What stands before it in the stream is read elsewhere: it goes on with no line that ends beside it. */
  opensColumn?: boolean | undefined;
  /** Value of a form field: what is typed beside a label. */
  field?: boolean | undefined;
}

/** A word whose letters mean nothing, or a part of one. */
export interface Gap extends Pick<TextItem, 'left' | 'baseline' | 'width' | 'size' | 'font'> {
  glyphs: number;
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
  /** Where the pieces that make this line met: a border drawn cell by cell tells where its cells end. */
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
  /** The picture's own file, where it stands upright and shows what the page shows; to be had while the document is open. */
  source?: PictureSource;
  /** Has more pixels than a page that PDFium renders may have. */
  isGiant?: boolean;
  /** Its file is too long for a picture of a single shade. */
  isMoreThanShade?: boolean;
}

export interface PageVectors {
  rules: Rule[];
  shadings: Shading[];
  /** Bounding boxes of curves and slanted strokes: what charts and drawings are made of. */
  curves: Rectangle[];
  pictures: PictureBox[];
  /** Filled spots of about a line's thickness, and white ones on a ground of colour, with no other beside them: bullets are such. */
  dots?: Rectangle[] | undefined;
  /** White lines, where something is shaded: they part cells of colour, and are not seen elsewhere. */
  whites?: Rule[] | undefined;
}

export interface PageContent extends PageVectors {
  /** From 1. */
  number: number;
  width: number;
  height: number;
  items: TextItem[];
  /** Clockwise, by which the view is the page turned, since most of its text stood on end or upside down. */
  quarterTurns?: 0 | 1 | 2 | 3 | undefined;
  /** Glyphs drawn that stand for no known character: fonts without a way to Unicode. */
  unreadable?: number;
  /** Where glyphs of broken fonts stand, whose meaning is unknown or was guessed wrongly. */
  gaps?: Gap[];
  /** Where fonts whose other glyphs have letters name none. */
  holes?: Gap[];
  /** Strings drawn in fonts that could not be loaded: not even their places are known. */
  refused?: number;
  /** What the structure tree says of the text, by marked-content identifiers. */
  tags?: PageTags;
  /** Places of links within the document. */
  links?: Rectangle[];
}

/** To be read while the document is open. */
export interface PictureSource {
  /** Pixels, as the PDF says; a JPEG file may know better. */
  width: number;
  height: number;
  /**
   * `jpeg`: a file; `deflate`: rows of samples in a zlib stream; `png` and `tiff`: the same behind their predictors
   * (ISO 32000-1, 7.4.4.4). Samples have 8 bits.
   */
  packing: 'jpeg' | 'deflate' | 'png' | 'tiff';
  bytes: () => Uint8Array;
  /** Samples a pixel: grey, RGB or CMYK. */
  channels: 1 | 3 | 4;
  /** Brightness by sample, where samples are numbers of colours. */
  palette: Uint8Array | null;
  /** How much of the picture is seen, pixel by pixel; null where all of it is (ISO 32000-1, 11.6.5.3). */
  mask: PictureSource | null;
  /** Brightness of what the picture was mixed with where the mask lets other things through; null where it was not. */
  matte: number | null;
}
