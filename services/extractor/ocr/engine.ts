/** The OCR interface: a picture in, words with boxes and confidence out. Formats never know which engine is behind it. */

/** 8-bit grey pixels, row by row, without padding; 0 is black. */
export interface GreyImage {
  width: number;
  height: number;
  pixels: Uint8Array;
}

/** In pixels of the picture as the engine turned it upright (see `RecognizedPage`), from the top left. */
export interface Box {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

export interface RecognizedWord extends Box {
  text: string;
  /** The engine's own figure, 0…100. */
  confidence: number;
  /** The text without doubtful accents, kept until the whole page has been read and tells which is right (`accents.ts`). */
  withoutDoubted?: string;
}

/** One line of text, words from left to right. */
export interface RecognizedLine extends Box {
  /** Whether its strokes are clearly wider than those of most of the page. */
  bold?: boolean;
  words: RecognizedWord[];
}

/** A line that runs up or down on an upright page. */
export interface UpendedLine {
  runsUp: boolean;
  /** Its position on the page. */
  frame: Box;
  /** In the frame after that was turned so that the words are horizontal. */
  words: RecognizedWord[];
}

export interface RecognizedPage {
  /** The size of the picture after it was turned upright. */
  width: number;
  height: number;
  /** The clockwise quarter turns that made the picture upright. */
  quarterTurns: 0 | 1 | 2 | 3;
  /** In the engine's reading order; empty for a blank page or a photograph. */
  lines: RecognizedLine[];
  /** Lines that run up or down, if the engine looks for them; they are not among `lines`. */
  upended?: UpendedLine[];
  /** Long straight strokes: table borders, underlines. */
  rules: { horizontal: Box[]; vertical: Box[] };
  /** Rectangles of another shade than the paper around them, if the engine looks for them; 0 is black. */
  shaded?: (Box & { shade: number })[];
  /** The mean over words, weighted by length; 0 without words. */
  confidence: number;
  /**
   * Whether most of the page's print is in no available language, if the engine checks that; `lines` holds what could
   * be read.
   */
  isMostlyUnread?: boolean;
}

export interface OcrEngine {
  /** How many pictures are worth handing over before the first result; 1 if undefined. */
  readonly atOnce?: number;
  /**
   * Reads one picture, whatever its orientation (quarter turns) and with a small skew. `more`: further pictures follow
   * at once and may be read at the same time.
   * Throws `OutOfTime`, or another error if the engine is broken; a picture without text gives no lines.
   */
  recognize(image: GreyImage, more?: boolean): Promise<RecognizedPage>;
}

/**
 * The picture was not begun, because it would not finish in the time left for its document. The whole document fails
 * then; an answer with fewer pages would look complete.
 */
export class OutOfTime extends Error {
  constructor() {
    super('no time is left for another page');
    this.name = 'OutOfTime';
  }
}
