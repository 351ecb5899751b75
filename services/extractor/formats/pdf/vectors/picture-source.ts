/** Finds pictures inside a PDF whose own file shows what the page shows of them, and what is needed to read that file. */
import type { PictureSource } from '../../../layout/page/content.ts';

/** The part of pdf.js' image streams that is read; the operator list carries them (patches/, 01-pictures). */
interface ImageStream {
  dict: Dictionary;
  /** The stream that this one unpacks. */
  stream: { reset(): void; getBytes(): Uint8Array };
}

interface JpegStream extends ImageStream {
  /** Only JPEG streams have it. */
  jpegOptions: object;
  /** The file as it is in the PDF. */
  bytes: Uint8Array;
}

interface PredictorStream {
  dict: Dictionary;
  predictor: number;
  bits: number;
  colors: number;
  columns: number;
  stream: ImageStream;
}

interface Dictionary {
  has(key: string): boolean;
  get(key: string, abbreviation?: string): unknown;
  /** Like `get`, with the references in an array resolved. */
  getArray(key: string, abbreviation?: string): unknown;
  xref: { fetchIfRef(value: unknown): unknown } | null;
}

/** Entries of one-bit masks, of colour ranges that are not painted, and of a picture that is itself a mask. */
const OTHER_PICTURE = ['Mask', 'ImageMask', 'IM'];

/** Returns null where the look of the picture depends on the PDF. */
export function pictureSource(stream: unknown): PictureSource | null {
  if (!isImage(stream)) return null;
  const { dict } = stream;
  if (OTHER_PICTURE.some(key => dict.has(key))) return null;
  const source = 'jpegOptions' in stream ? jpegSource(stream as JpegStream) : samplesSource(stream);
  const soft = dict.get('SMask') ?? null;
  if (source === null || soft === null) return source;
  const mask = pictureSource(soft);
  if (mask?.channels !== 1 || mask.palette !== null || mask.mask !== null) return null;
  const matte = (soft as ImageStream).dict.getArray('Matte');
  if (!Array.isArray(matte)) return { ...source, mask };
  const isPlain = source.palette === null && matte.length === source.channels && source.channels < 4;
  return isPlain ? { ...source, mask, matte: 255 * Number(matte[matte.length >> 1]) } : null;
}

/**
 * Most bytes that each codec needs for a pixel of a single shade. Where PDFium cannot read a picture, it shows a single
 * shade.
 */
const BLANK_BYTES_A_PIXEL: Record<string, number> = {
  DCTDecode: 1 / 60,
  DCT: 1 / 60,
  CCITTFaxDecode: 1 / 250,
  CCF: 1 / 250,
  JPXDecode: 1 / 2_000,
  JBIG2Decode: 1 / 2_000,
};
/** Size of headers, tables and profiles. */
const HEAD_BYTES = 2_000;

/** Whether the picture's file is longer than one of a single shade would be. */
export function isMoreThanShade(stream: unknown): boolean {
  if (!isImage(stream)) return false;
  const { dict } = stream;
  const codec = [dict.getArray('F', 'Filter')].flat().map(nameOf).at(-1) ?? '';
  const { width, height } = sizeOf(dict);
  const most = HEAD_BYTES + width * height * (BLANK_BYTES_A_PIXEL[codec] ?? Number.POSITIVE_INFINITY);
  return Number(dict.get('Length')) > most;
}

/**
 * Returns the number of pixels of the largest of its masks, 0 without one: each is drawn at its own size, whatever the
 * picture's is.
 */
export function maskPixels(stream: unknown): number {
  if (!hasEntries(stream)) return 0;
  const masks = ['SMask', 'Mask'].map(key => stream.dict.get(key)).filter(hasEntries);
  const sizes = masks.map(({ dict }) => sizeOf(dict));
  // A damaged size counts as 0.
  return Math.max(0, ...sizes.map(({ width, height }) => width * height || 0));
}

/** Whether a stream has a dictionary, packed or not. */
const hasEntries = (stream: unknown): stream is Pick<ImageStream, 'dict'> =>
  typeof stream === 'object' && stream !== null && 'dict' in stream;

function isImage(stream: unknown): stream is ImageStream {
  return typeof stream === 'object' && stream !== null && 'dict' in stream && 'stream' in stream;
}

function jpegSource(image: JpegStream): PictureSource | null {
  const { dict } = image;
  const channels = channelsOf(dict.getArray('CS', 'ColorSpace'), dict);
  if (channels === null || dict.has('Decode') || dict.has('D')) return null;
  return { ...sizeOf(dict), packing: 'jpeg', bytes: () => image.bytes, channels, palette: null, ...OPAQUE };
}

function samplesSource(image: ImageStream): PictureSource | null {
  const { dict } = image;
  const filters = [dict.getArray('F', 'Filter')].flat().map(nameOf);
  if (filters.length !== 1 || !/^(?:Fl|FlateDecode)$/.test(filters[0] ?? '')) return null;
  if (dict.get('BPC', 'BitsPerComponent') !== 8) return null;
  const colours = dict.getArray('CS', 'ColorSpace');
  const palette = paletteOf(colours, dict);
  const channels = palette === null ? channelsOf(colours, dict) : 1;
  if (channels === null || !isUsualDecode(dict, palette !== null)) return null;
  const { width, height } = sizeOf(dict);
  const packing = packingOf(image, width, channels);
  // Behind a predictor is the stream whose prediction it undoes.
  const packed = packing === 'deflate' ? image.stream : (image as unknown as PredictorStream).stream.stream;
  if (packing === null) return null;
  const bytes = () => {
    packed.reset();
    return packed.getBytes();
  };
  return { width, height, packing, bytes, channels, palette, ...OPAQUE };
}

const OPAQUE = { mask: null, matte: null };

/** Returns how samples are packed, or null. Predictors from 10 on are PNG's, 2 is TIFF's. */
function packingOf(image: object, width: number, channels: number): PictureSource['packing'] | null {
  if (!('predictor' in image)) return 'deflate';
  const { predictor, bits, colors, columns } = image as PredictorStream;
  if (bits !== 8 || colors !== channels || columns !== width) return null;
  return predictor === 2 ? 'tiff' : 'png';
}

function sizeOf(dict: Dictionary): { width: number; height: number } {
  return { width: Number(dict.get('W', 'Width')), height: Number(dict.get('H', 'Height')) };
}

/** Whether samples have the meaning that they have without a Decode array. */
function isUsualDecode(dict: Dictionary, isIndexed: boolean): boolean {
  const decode = dict.getArray('D', 'Decode');
  if (!Array.isArray(decode)) return true;
  const most = isIndexed ? 255 : 1;
  return decode.every((value, at) => value === (at % 2 === 0 ? 0 : most));
}

const CHANNELS: Record<string, 1 | 3 | 4> = {
  DeviceGray: 1,
  G: 1,
  CalGray: 1,
  DeviceRGB: 3,
  RGB: 3,
  CalRGB: 3,
  DeviceCMYK: 4,
  CMYK: 4,
};

/** Returns the number of samples for each pixel, for colours that need no further information from the PDF; otherwise null. */
function channelsOf(colours: unknown, dict: Dictionary): 1 | 3 | 4 | null {
  const [family, profile] = Array.isArray(colours) ? colours : [colours];
  const name = nameOf(family);
  if (name !== 'ICCBased') return CHANNELS[name] ?? null;
  const stream = dict.xref?.fetchIfRef(profile) ?? profile;
  const count = (stream as { dict?: Dictionary } | null)?.dict?.get('N');
  return count === 1 || count === 3 || count === 4 ? count : null;
}

/** Returns the brightness of each entry of an Indexed colour space (ISO 32000-1, 8.6.6.3); null for other colours. */
function paletteOf(colours: unknown, dict: Dictionary): Uint8Array | null {
  if (!Array.isArray(colours) || !/^(?:I|Indexed)$/.test(nameOf(colours[0]))) return null;
  const [, base, , lookup] = colours.map(value => dict.xref?.fetchIfRef(value) ?? value);
  const channels = channelsOf(base, dict);
  const bytes = lookupOf(lookup);
  return channels === null || bytes === null ? null : brightnessOf(bytes, channels);
}

function lookupOf(lookup: unknown): Uint8Array | null {
  if (typeof lookup === 'string') return Buffer.from(lookup, 'latin1');
  return isImage(lookup) || (typeof lookup === 'object' && lookup !== null && 'getBytes' in lookup)
    ? (lookup as { getBytes(): Uint8Array }).getBytes()
    : null;
}

/** Returns the green of RGB, which is close to grey; for inks, how much green light magenta and black let through. */
export function brightnessOf(samples: Uint8Array, channels: 1 | 3 | 4): Uint8Array {
  if (channels === 1) return samples;
  const pixels = new Uint8Array(Math.floor(samples.length / channels));
  for (let at = 0, from = 1; at < pixels.length; at++, from += channels) {
    const second = samples[from] ?? 0;
    pixels[at] = channels === 3 ? second : ((255 - second) * (255 - (samples[from + 2] ?? 0))) / 255;
  }
  return pixels;
}

const nameOf = (value: unknown): string => String((value as { name?: unknown } | null)?.name ?? '');
