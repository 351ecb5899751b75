/** Pictures of words, drawn in code without any font: capital letters as strokes. */
import sharp from 'sharp';

/** Strokes on a grid of 6 x 10. */
const LETTERS: Readonly<Record<string, string>> = {
  A: 'M0 10L3 0L6 10M1.2 6.6H4.8',
  E: 'M6 0H0V10H6M0 5H5',
  H: 'M0 0V10M6 0V10M0 5H6',
  I: 'M3 0V10',
  L: 'M0 0V10H6',
  M: 'M0 10V0L3 6L6 0V10',
  N: 'M0 10V0L6 10V0',
  O: 'M3 0A3 5 0 0 0 3 10A3 5 0 0 0 3 0',
  T: 'M0 0H6M3 0V10',
  V: 'M0 0L3 10L6 0',
};
const ADVANCE = 9;
const SCALE = 4;
const LINE = 18;
const MARGIN = 60;

/** What `words` reads as: only letters of the table above. */
export const PICTURE_WORDS = ['THE LION MET TEN MEN', 'ON THE LITTLE HILL', 'THEN HE ATE THEM ALL'];

export type PictureKind = 'png' | 'jpeg' | 'tiff' | 'webp' | 'gif';

export async function picture(kind: PictureKind, lines: readonly string[] = PICTURE_WORDS): Promise<Buffer> {
  return sharp(Buffer.from(svg(lines)))
    .flatten({ background: 'white' })
    .toFormat(kind)
    .toBuffer();
}

export function blankPicture(): Promise<Buffer> {
  return sharp({ create: { width: 800, height: 600, channels: 3, background: 'white' } })
    .png()
    .toBuffer();
}

/** An uncompressed 24-bit bitmap (BITMAPINFOHEADER), rows from the bottom up. */
export async function bitmap(lines: readonly string[] = PICTURE_WORDS): Promise<Buffer> {
  const { data, info } = await sharp(Buffer.from(svg(lines)))
    .flatten({ background: 'white' })
    .removeAlpha()
    .raw()
    .toBuffer({ resolveWithObject: true });
  const stride = Math.ceil((info.width * 3) / 4) * 4;
  const header = Buffer.alloc(54);
  header.write('BM');
  header.writeUInt32LE(54 + stride * info.height, 2);
  header.writeUInt32LE(54, 10);
  header.writeUInt32LE(40, 14);
  header.writeInt32LE(info.width, 18);
  header.writeInt32LE(info.height, 22);
  header.writeUInt16LE(1, 26);
  header.writeUInt16LE(24, 28);
  const rows = Array.from({ length: info.height }, (_, at) => {
    const row = Buffer.alloc(stride);
    data.copy(row, 0, (info.height - 1 - at) * info.width * 3, (info.height - at) * info.width * 3);
    return row;
  });
  return Buffer.concat([header, ...rows]);
}

function svg(lines: readonly string[]): string {
  const width = Math.max(...lines.map(line => line.length)) * ADVANCE * SCALE + 2 * MARGIN;
  const height = lines.length * LINE * SCALE + 2 * MARGIN;
  const letters = lines.flatMap((line, row) =>
    [...line].flatMap((letter, column) => {
      const strokes = LETTERS[letter];
      const at = `translate(${MARGIN + column * ADVANCE * SCALE} ${MARGIN + row * LINE * SCALE}) scale(${SCALE})`;
      return strokes === undefined ? [] : [`<path transform="${at}" d="${strokes}"/>`];
    }),
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" fill="none" stroke="black" stroke-width="1.3">${letters.join('')}</svg>`;
}
