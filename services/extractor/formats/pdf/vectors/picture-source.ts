/** Pictures inside a PDF whose own file shows what the page shows of them, and what it takes to read that file. */
import type { PictureSource } from '../../../layout/page/content.ts';

/** The part of pdf.js' image streams that is read; the operator list carries them (patches/, 01-pictures). */
interface ImageStream {
  dict: Dictionary;
  /** What this one unpacks. */
  stream: { reset(): void; getBytes(): Uint8Array };
}

interface JpegStream extends ImageStream {
  /** JPEG streams alone have it. */
  jpegOptions: object;
  /** The file, as it was put into the PDF. */
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
  /** With the references in an array resolved. */
  getArray(key: string, abbreviation?: string): unknown;
  xref: { fetchIfRef(value: unknown): unknown } | null;
}

/** Masks of one bit, ranges of colours that are not painted, and a picture that is itself a mask. */
const OTHER_PICTURE = ['Mask', 'ImageMask', 'IM'];

/** Null where it takes the PDF to know what the picture looks like. */
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

/** Bytes that each codec takes for a pixel of one shade at most. PDFium gives one shade where it cannot read them. */
const BLANK_BYTES_A_PIXEL: Record<string, number> = {
  DCTDecode: 1 / 60,
  DCT: 1 / 60,
  CCITTFaxDecode: 1 / 250,
  CCF: 1 / 250,
  JPXDecode: 1 / 2_000,
  JBIG2Decode: 1 / 2_000,
};
/** Heads, tables and profiles. */
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

/** Pixels of the largest of its masks: each is drawn in its own size, whatever the picture's is. Zero where it has none. */
export function maskPixels(stream: unknown): number {
  if (!hasEntries(stream)) return 0;
  const masks = ['SMask', 'Mask'].map(key => stream.dict.get(key)).filter(hasEntries);
  const sizes = masks.map(({ dict }) => sizeOf(dict));
  // A damaged size is none.
  return Math.max(0, ...sizes.map(({ width, height }) => width * height || 0));
}

/** Packed or not. */
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
  // Behind a predictor stands the stream that it undoes.
  const packed = packing === 'deflate' ? image.stream : (image as unknown as PredictorStream).stream.stream;
  if (packing === null) return null;
  const bytes = () => {
    packed.reset();
    return packed.getBytes();
  };
  return { width, height, packing, bytes, channels, palette, ...OPAQUE };
}

const OPAQUE = { mask: null, matte: null };

/** Predictors from 10 on are PNG's, 2 is TIFF's. */
function packingOf(image: object, width: number, channels: number): PictureSource['packing'] | null {
  if (!('predictor' in image)) return 'deflate';
  const { predictor, bits, colors, columns } = image as PredictorStream;
  if (bits !== 8 || colors !== channels || columns !== width) return null;
  return predictor === 2 ? 'tiff' : 'png';
}

function sizeOf(dict: Dictionary): { width: number; height: number } {
  return { width: Number(dict.get('W', 'Width')), height: Number(dict.get('H', 'Height')) };
}

/** Whether samples mean what they mean without a Decode array. */
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

/** Samples a pixel, of colours that can be seen without the PDF. */
function channelsOf(colours: unknown, dict: Dictionary): 1 | 3 | 4 | null {
  const [family, profile] = Array.isArray(colours) ? colours : [colours];
  const name = nameOf(family);
  if (name !== 'ICCBased') return CHANNELS[name] ?? null;
  const stream = dict.xref?.fetchIfRef(profile) ?? profile;
  const count = (stream as { dict?: Dictionary } | null)?.dict?.get('N');
  return count === 1 || count === 3 || count === 4 ? count : null;
}

/** Brightness of each entry of an Indexed colour space (ISO 32000-1, 8.6.6.3); null for other colours. */
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

/** The green of RGB, which is nearly what grey would be; of inks what magenta and black leave of it. */
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
