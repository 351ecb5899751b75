/** Builds the PDFs that are measured if no folder is given: pages of text with a table, and pages with a photograph. */
import { builtPdf, paragraph, text } from '../services/extractor/formats/pdf/built-pdf.fixture.ts';

const SENTENCE =
  'Quiet authors count the words of every page while the river carries their boats to the sea, and';

/** A document with text, a ruled table and a heading on every page. `lines`: lines a page, of 20 words each. */
export function documentOf(pages: number, lines = 32): Uint8Array {
  return builtPdf(Array.from({ length: pages }, (_, page) => pageOf(page, lines)));
}

function pageOf(page: number, count: number): string {
  const lines = Array.from({ length: count }, (_, line) => `${SENTENCE} ${page}.${line} more`);
  const size = count > 32 ? 8 : 10;
  const cells = Array.from({ length: 24 }, (_, cell) => {
    const [row, column] = [Math.floor(cell / 4), cell % 4];
    return text(76 + column * 110, 160 - row * 14, `cell ${page} ${row} ${column}`);
  });
  const rules = Array.from({ length: 7 }, (_, row) => `72 ${170 - row * 14} m 512 ${170 - row * 14} l S\n`);
  const sides = Array.from(
    { length: 5 },
    (_, side) => `${72 + side * 110} 170 m ${72 + side * 110} 86 l S\n`,
  );
  const heading = text(72, 720, `${page + 1} A chapter of its own`, { font: 'bold', size: 16 });
  return [heading, paragraph(72, 690, lines, { size }), ...cells, ...rules, ...sides].join('');
}

/** Pixels of a photograph, about those of a screen. */
const PHOTOGRAPH = { width: 1600, height: 900 };

/** Pages of text, each with a different JPEG of clouds and specks. */
export async function photographs(pages: number): Promise<Uint8Array> {
  const contents: string[] = [];
  for (let page = 0; page < pages; page++) {
    const jpeg = await jpegOf(page);
    const { width, height } = PHOTOGRAPH;
    const picture = `q 468 0 0 263 72 380 cm BI /W ${width} /H ${height} /CS /G /BPC 8 /F /DCT ID ${jpeg}\nEI Q\n`;
    contents.push(picture + pageOf(page, 12).replaceAll(' 690 Tm', ' 360 Tm'));
  }
  return builtPdf(contents);
}

async function jpegOf(seed: number): Promise<string> {
  const { default: sharp } = await import('sharp');
  const { width, height } = PHOTOGRAPH;
  const pixels = new Uint8Array(width * height);
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      const cloud = 60 * Math.sin((x + 90 * seed) / 47) * Math.cos(y / 31) + 20 * Math.sin((x * y) / 900);
      pixels[y * width + x] = 128 + cloud + ((x * 7919 + y * 104_729 + seed * 31) % 25);
    }
  const picture = sharp(pixels, { raw: { width, height, channels: 1 } }).toColourspace('b-w');
  return (await picture.jpeg({ quality: 85 }).toBuffer()).toString('latin1');
}
