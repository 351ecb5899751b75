/**
 * Decodes Windows bitmaps to grey, which sharp cannot read: 1 to 32 bits for each pixel, palettes, bit fields, run
 * lengths, bottom-up and top-down, the header of OS/2 and all of Windows.
 */

import { ExtractionError } from '../../format.ts';
import type { GreyImage } from '../../ocr/engine.ts';
import { unpackRunLengths } from './bmp-run-lengths.ts';

const FILE_HEADER_BYTES = 14;
const OS2_HEADER_BYTES = 12;
/** The header of OS/2 2 may end after the bits for each pixel. */
const SHORTEST_HEADER_BYTES = 16;
const INFO_HEADER_BYTES = 40;
const COMPRESSION = { none: 0, runs8: 1, runs4: 2, bitFields: 3, alphaBitFields: 6 } as const;
const DEFAULT_MASKS = { 16: [0x7c00, 0x03e0, 0x001f], 32: [0xff0000, 0x00ff00, 0x0000ff] } as const;

interface Header {
  width: number;
  height: number;
  topDown: boolean;
  bits: number;
  compression: number;
  /** Grey of each palette entry; empty above 8 bits. */
  palette: Uint8Array;
  masks: readonly number[];
  /** Offset of the first byte of the pixels. */
  start: number;
}

export interface Bitmap extends GreyImage {
  /** Whether rows are missing at the end of the file; they are white. */
  isCutOff: boolean;
}

/** Throws `ExtractionError` for a damaged file and for one of more than `mostPixels`. */
export function decodeBmp(bytes: Uint8Array, mostPixels: number): Bitmap {
  const header = readHeader(bytes);
  const { width, height, topDown } = header;
  if (width * height > mostPixels)
    throw new ExtractionError('extraction_failed', 'The picture has too many pixels.', { bomb: true });
  const pixels = new Uint8Array(width * height).fill(255);
  const greyAt = pixelReader(bytes, header);
  const rows = Math.min(height, storedRows(bytes, header));
  for (let y = 0; y < height; y++) {
    const row = topDown ? y : height - 1 - y;
    if (row >= rows) continue;
    for (let x = 0; x < width; x++) pixels[y * width + x] = greyAt(x, row);
  }
  return { width, height, pixels, isCutOff: rows < height };
}

const strideOf = ({ width, bits }: Header): number => Math.ceil((width * bits) / 32) * 4;

const areRuns = ({ compression }: Header): boolean =>
  compression === COMPRESSION.runs8 || compression === COMPRESSION.runs4;

/**
 * Returns the number of rows present. With run lengths it is all of them, since missing rows look like empty ones. The
 * last row may lack its padding.
 */
function storedRows(bytes: Uint8Array, header: Header): number {
  if (areRuns(header)) return header.height;
  const left = bytes.length - header.start;
  const rowBytes = Math.ceil((header.width * header.bits) / 8);
  return Math.floor((left + strideOf(header) - rowBytes) / strideOf(header));
}

function readHeader(bytes: Uint8Array): Header {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (bytes.length < FILE_HEADER_BYTES + INFO_HEADER_BYTES) throw damaged();
  const size = view.getUint32(FILE_HEADER_BYTES, true);
  const old = size === OS2_HEADER_BYTES;
  if (!old && size < SHORTEST_HEADER_BYTES) throw damaged();
  const width = old ? view.getUint16(18, true) : view.getInt32(18, true);
  const signedHeight = old ? view.getInt16(20, true) : view.getInt32(22, true);
  const bits = view.getUint16(old ? 24 : 28, true);
  const compression = size < INFO_HEADER_BYTES ? COMPRESSION.none : view.getUint32(30, true);
  if (width <= 0 || signedHeight === 0 || ![1, 4, 8, 16, 24, 32].includes(bits)) throw damaged();
  return {
    width,
    height: Math.abs(signedHeight),
    topDown: signedHeight < 0,
    bits,
    compression,
    palette:
      bits <= 8 ? readPalette(bytes, FILE_HEADER_BYTES + size, old ? 3 : 4, 1 << bits) : new Uint8Array(),
    masks: readMasks(view, bits, compression),
    start: view.getUint32(10, true),
  };
}

function readPalette(bytes: Uint8Array, start: number, entryBytes: number, entries: number): Uint8Array {
  return Uint8Array.from({ length: entries }, (_, index) => {
    const at = start + index * entryBytes;
    return grey(bytes[at + 2] ?? 0, bytes[at + 1] ?? 0, bytes[at] ?? 0);
  });
}

/** Returns the masks for red, green and blue; after the first 40 bytes of the header where the file has them. */
function readMasks(view: DataView, bits: number, compression: number): readonly number[] {
  const given = compression === COMPRESSION.bitFields || compression === COMPRESSION.alphaBitFields;
  const start = FILE_HEADER_BYTES + INFO_HEADER_BYTES;
  if (given && view.byteLength >= start + 12)
    return [start, start + 4, start + 8].map(at => view.getUint32(at, true));
  return bits === 16 ? DEFAULT_MASKS[16] : DEFAULT_MASKS[32];
}

type PixelReader = (x: number, row: number) => number;

function pixelReader(bytes: Uint8Array, header: Header): PixelReader {
  const { compression, bits, width, palette } = header;
  if (areRuns(header)) {
    const entries = unpackRunLengths(bytes.subarray(header.start), header, bits === 4);
    return (x, row) => palette[entries[row * width + x] ?? 0] ?? 0;
  }
  const known: number[] = [COMPRESSION.none, COMPRESSION.bitFields, COMPRESSION.alphaBitFields];
  if (!known.includes(compression)) throw damaged();
  const stride = strideOf(header);
  if (storedRows(bytes, header) < 1) throw damaged();
  const data = bytes.subarray(header.start);
  if (bits <= 8) return paletteReader(data, stride, bits, palette);
  return bits === 24 ? trueColourReader(data, stride) : maskedReader(data, stride, bits / 8, header.masks);
}

function paletteReader(data: Uint8Array, stride: number, bits: number, palette: Uint8Array): PixelReader {
  const perByte = 8 / bits;
  return (x, row) => {
    const byte = data[row * stride + Math.floor(x / perByte)] ?? 0;
    const shift = 8 - bits * ((x % perByte) + 1);
    return palette[(byte >> shift) & ((1 << bits) - 1)] ?? 0;
  };
}

function trueColourReader(data: Uint8Array, stride: number): PixelReader {
  return (x, row) => {
    const at = row * stride + x * 3;
    return grey(data[at + 2] ?? 0, data[at + 1] ?? 0, data[at] ?? 0);
  };
}

function maskedReader(data: Uint8Array, stride: number, size: number, masks: readonly number[]): PixelReader {
  const channels = masks.map(mask => {
    const shift = mask === 0 ? 0 : 31 - Math.clz32(mask & -mask);
    return { mask, shift, greatest: Math.max(1, mask >>> shift) };
  });
  return (x, row) => {
    const at = row * stride + x * size;
    let value = 0;
    for (let byte = size - 1; byte >= 0; byte--) value = value * 256 + (data[at + byte] ?? 0);
    const [red = 0, green = 0, blue = 0] = channels.map(
      ({ mask, shift, greatest }) => (((value & mask) >>> shift) * 255) / greatest,
    );
    return grey(red, green, blue);
  };
}

/** Luma of ITU-R BT.601. */
const grey = (red: number, green: number, blue: number): number =>
  Math.round(0.299 * red + 0.587 * green + 0.114 * blue);

const damaged = (): ExtractionError =>
  new ExtractionError('extraction_failed', 'The bitmap is damaged or of an unknown kind.');
