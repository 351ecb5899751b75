/** JPEG files inside a PDF that show by themselves what the page shows of them. */

/** The part of pdf.js' image streams that is read; the operator list carries them (see `amendments.ts`). */
interface ImageStream {
  dict: ImageDictionary;
  /** JPEG streams alone have it. */
  jpegOptions: object;
  /** The file, as it was put into the PDF. */
  bytes: Uint8Array;
}

interface ImageDictionary {
  has(key: string): boolean;
  get(key: string, abbreviation?: string): unknown;
  /** With the references in an array resolved. */
  getArray(key: string, abbreviation?: string): unknown;
}

/** Colours that a decoder of JPEG files knows without the PDF. */
const PLAIN_COLOURS = new Set([
  'DeviceRGB',
  'RGB',
  'DeviceGray',
  'G',
  'DeviceCMYK',
  'CMYK',
  'CalRGB',
  'CalGray',
  'ICCBased',
]);

/** Null where the stream is no JPEG, or masks, palettes or inverted values make another picture of it. */
export function plainJpeg(stream: unknown): (() => Uint8Array) | null {
  if (typeof stream !== 'object' || stream === null || !('jpegOptions' in stream)) return null;
  const image = stream as ImageStream;
  const isAltered = ['SMask', 'Mask', 'Decode', 'D'].some(key => image.dict.has(key));
  const colours = image.dict.getArray('CS', 'ColorSpace');
  const family = Array.isArray(colours) ? colours[0] : colours;
  return !isAltered && PLAIN_COLOURS.has(nameOf(family)) ? () => image.bytes : null;
}

const nameOf = (value: unknown): string => String((value as { name?: unknown } | null)?.name ?? '');
