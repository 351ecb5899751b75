/**
 * The OCR port: picture in, words with boxes and confidence out. Formats never know which engine answers.
 */

/** 8-bit grey pixels, row by row, no padding; 0 is black. */
export interface GreyImage {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** Pixels, origin top left, of the picture as the engine turned it upright (see `RecognizedPage`). */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface RecognizedWord extends Box {
  text: string;
  /** 0…100, the engine's own. */
  confidence: number;
  /** The text without accents that are doubted, until the whole page has been read and tells which is meant (`accents.ts`). */
  withoutDoubted?: string;
}

/** One text line, words left to right. */
export interface RecognizedLine extends Box {
  /** Whether its strokes are clearly wider than most of the page's. */
  bold?: boolean;
  words: RecognizedWord[];
}

/** A line that runs up or down a page that is held upright. */
export interface UpendedLine {
  runsUp: boolean;
  /** Where it stands on the page. */
  frame: Box;
  /** In the frame once that is turned so that they lie. */
  words: RecognizedWord[];
}

export interface RecognizedPage {
  /** Size of the picture after it was turned upright. */
  width: number;
  height: number;
  /** Clockwise quarter turns that brought the picture upright. */
  quarterTurns: 0 | 1 | 2 | 3;
  /** In the engine's reading order; empty for a blank page or a photograph. */
  lines: RecognizedLine[];
  /** Lines on end, where the engine looks for them; not among `lines`. */
  upended?: UpendedLine[];
  /** Long straight lines: borders of tables, underlines. */
  rules: { horizontal: Box[]; vertical: Box[] };
  /** Rectangles of another shade than their paper, where the engine looks for them; 0 is black. */
  shaded?: (Box & { shade: number })[];
  /** Mean over words, weighted by length; 0 where there are none. */
  confidence: number;
  /** Whether most of the page's print is in no language that the engine has, where it looks for that; `lines` is the rest. */
  isMostlyUnread?: boolean;
}

export interface OcrEngine {
  /** Pictures that are worth handing over before the first is read; 1 where that is not said. */
  readonly atOnce?: number;
  /**
   * Reads one picture, whatever its orientation (quarter turns) and small skew. `more`: others follow at once, so that
   * it may be read beside them.
   * Throws `OutOfTime`, or because the engine is broken; a picture without text gives no lines.
   */
  recognize(image: GreyImage, more?: boolean): Promise<RecognizedPage>;
}

/** The picture was not begun: the time left for its document cannot hold it. The document ends: it is not read as if it had fewer pages. */
export class OutOfTime extends Error {
  constructor() {
    super('no time is left for another page');
    this.name = 'OutOfTime';
  }
}
