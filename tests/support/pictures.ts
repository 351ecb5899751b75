/** Picture files of words that are drawn in code without any font. */
import sharp from 'sharp';
import { drawnText } from '../../services/extractor/ocr/testing/drawn-text.ts';

/** Words of a picture by default. */
export const PICTURE_WORDS = ['THE LION MET TEN MEN', 'ON THE LITTLE HILL', 'THEN HE ATE THEM ALL'];

export type PictureKind = 'png' | 'jpeg' | 'tiff' | 'webp' | 'gif';

export async function picture(kind: PictureKind, lines: readonly string[] = PICTURE_WORDS): Promise<Buffer> {
  const { width, height, pixels } = drawnText(lines);
  return sharp(pixels, { raw: { width, height, channels: 1 } })
    .toFormat(kind)
    .toBuffer();
}

export function blankPicture(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 600, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
}

/** An uncompressed 24-bit bitmap (BITMAPINFOHEADER), with its rows from the bottom up. */
export function bitmap(lines: readonly string[] = PICTURE_WORDS): Buffer {
  const { width, height, pixels } = drawnText(lines);
  const stride = Math.ceil((width * 3) / 4) * 4;
  const file = Buffer.alloc(54 + stride * height);
  file.write('BM');
  file.writeUInt32LE(file.length, 2);
  file.writeUInt32LE(54, 10);
  file.writeUInt32LE(40, 14);
  file.writeInt32LE(width, 18);
  file.writeInt32LE(height, 22);
  file.writeUInt16LE(1, 26);
  file.writeUInt16LE(24, 28);
  for (let y = 0, source = 0; y < height; y++) {
    const row = 54 + (height - 1 - y) * stride;
    for (let x = 0; x < width; x++) file.fill(pixels[source++] ?? 0, row + 3 * x, row + 3 * x + 3);
  }
  return file;
}
