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

/** Colours that a decoder of JPEG files knows without the PDF: one or three components of light. */
const PLAIN_COLOURS = new Set(['DeviceRGB', 'RGB', 'DeviceGray', 'G', 'CalRGB', 'CalGray']);

/** Null where the stream is no JPEG, or masks, inks or inverted values make another picture of it. */
export function plainJpeg(stream: unknown): (() => Uint8Array) | null {
  if (typeof stream !== 'object' || stream === null || !('jpegOptions' in stream)) return null;
  const image = stream as ImageStream;
  const isAltered = ['SMask', 'Mask', 'Decode', 'D'].some(key => image.dict.has(key));
  const colours = image.dict.getArray('CS', 'ColorSpace');
  return !isAltered && arePlain(colours) ? () => image.bytes : null;
}

function arePlain(colours: unknown): boolean {
  const [family, profile] = Array.isArray(colours) ? colours : [colours];
  const name = nameOf(family);
  if (name !== 'ICCBased') return PLAIN_COLOURS.has(name);
  const components = (profile as { dict?: ImageDictionary } | undefined)?.dict?.get('N');
  return components === 1 || components === 3;
}

const nameOf = (value: unknown): string => String((value as { name?: unknown } | null)?.name ?? '');
