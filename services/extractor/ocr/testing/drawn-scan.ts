/** Scans for tests: a TIFF of drawn pages. */
import sharp from 'sharp';
import { drawnText } from './drawn-text.ts';

/** `pages`: the lines of each page. */
export async function drawnScan(pages: readonly (readonly string[])[]): Promise<Buffer> {
  const pictures = pages.map(lines => {
    const { width, height, pixels } = drawnText([...lines]);
    return sharp(Buffer.from(pixels), { raw: { width, height, channels: 1 } })
      .png()
      .toBuffer();
  });
  return sharp(await Promise.all(pictures), { join: { animated: true } })
    .tiff()
    .toBuffer();
}
