/** Returns how many times higher than wide a picture's pixels are: a fax has half as many lines per inch as columns. */
import type { TiffDirectory } from './tiff-directories.ts';

/** The networks read pixels nearer to a square equally well; a stated shape farther off is wrong. */
const LEAST_SHAPE = 1.2;
const MOST_SHAPE = 4;

const JFIF = { at: 6, name: 'JFIF\0', across: 14, down: 16, end: 18 } as const;
const PNG = { name: 'pHYs', end: 4_096, across: 4, down: 8, bytes: 12 } as const;

/** Returns 1 where pixels are square or nothing plausible is stated. `directory` is that of a TIFF's page. */
export function pixelShape(bytes: Uint8Array, contentType: string, directory?: TiffDirectory): number {
  const shape = directory?.pixelShape ?? statedShape(bytes, contentType);
  const distance = Math.max(shape, 1 / shape);
  return distance >= LEAST_SHAPE && distance <= MOST_SHAPE ? shape : 1;
}

function statedShape(bytes: Uint8Array, contentType: string): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const head = Buffer.from(bytes.buffer, bytes.byteOffset, Math.min(bytes.length, PNG.end));
  if (contentType === 'image/jpeg' && head.length >= JFIF.end && head.indexOf(JFIF.name) === JFIF.at)
    return view.getUint16(JFIF.across) / view.getUint16(JFIF.down);
  const at = contentType === 'image/png' ? head.indexOf(PNG.name) : -1;
  if (at < 0 || at + PNG.bytes > head.length) return 1;
  return view.getUint32(at + PNG.across) / view.getUint32(at + PNG.down);
}
