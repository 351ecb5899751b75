/** Builds a scan: a PDF of noisy JPEG pages of prose at 200 dpi. */
import sharp from 'sharp';
import { builtPdf, paragraph } from '../services/extractor/formats/pdf/built-pdf.fixture.ts';
import { PdfRasterizer } from '../services/extractor/formats/pdf/scan/raster.ts';
import type { GreyImage } from '../services/extractor/ocr/engine.ts';

const LINES = 12;
const WORDS =
  'the board met on Monday and agreed that a plan for every quarter of this year must name its costs'.split(
    ' ',
  );
/** Number of different pages; further ones repeat them. */
const PICTURES = 8;
const PAGE = { width: 612, height: 792 };
/** Largest change of a pixel's grey value, because scanned paper is not a clean white. */
const NOISE = 8;

async function picture(at: number): Promise<Buffer> {
  const words = (line: number) =>
    Array.from({ length: 12 }, (_, word) => WORDS[(at + line * 5 + word) % WORDS.length]);
  const lines = Array.from({ length: LINES }, (_, line) => words(line).join(' '));
  const rasterizer = await PdfRasterizer.open(builtPdf([paragraph(72, 730, lines, { size: 12 })]));
  const raster = rasterizer?.render(1, PAGE);
  rasterizer?.close();
  if (!raster) throw new Error('PDFium cannot render a page of prose.');
  const { width, height, pixels } = raster.image;
  // A generator with a fixed seed makes the same pages in every run.
  let seed = at + 1;
  const grain = () => {
    seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
    return (seed / 2 ** 31 - 0.5) * 2 * NOISE;
  };
  const grey = pixels.map(value => Math.max(0, Math.min(255, value - NOISE + grain())));
  return sharp(grey, { raw: { width, height, channels: 1 } })
    .toColourspace('b-w')
    .jpeg({ quality: 60 })
    .toBuffer();
}

/** The first page as the OCR engine gets it. */
export async function scannedPage(): Promise<GreyImage> {
  const rasterizer = await PdfRasterizer.open(await scannedPdf(1));
  const raster = rasterizer?.render(1, PAGE);
  rasterizer?.close();
  if (!raster) throw new Error('PDFium cannot render a scanned page.');
  return raster.image;
}

/** A PDF whose pages consist of one picture each. */
export async function scannedPdf(pages: number): Promise<Buffer> {
  const pictures = await Promise.all(Array.from({ length: PICTURES }, (_, at) => picture(at)));
  const objects: Buffer[] = [];
  const add = (text: string, stream?: Buffer) => {
    const parts = stream === undefined ? [] : ['\nstream\n', stream, '\nendstream'];
    objects.push(Buffer.concat([text, ...parts].map(part => Buffer.from(part as string))));
    return objects.length;
  };
  const [width, height] = [1700, 2200];
  const content = `q ${PAGE.width} 0 0 ${PAGE.height} 0 0 cm /P Do Q`;
  const firstPage = 3 + pictures.length + 1;
  const kids = Array.from({ length: pages }, (_, at) => `${firstPage + at} 0 R`).join(' ');
  add('<</Type /Catalog /Pages 2 0 R>>');
  add(`<</Type /Pages /Count ${pages} /Kids [${kids}] /MediaBox [0 0 ${PAGE.width} ${PAGE.height}]>>`);
  const contents = add(`<</Length ${content.length}>>`, Buffer.from(content));
  const images = pictures.map(jpeg =>
    add(
      `<</Type /XObject /Subtype /Image /Width ${width} /Height ${height} /ColorSpace /DeviceGray /BitsPerComponent 8 /Filter /DCTDecode /Length ${jpeg.length}>>`,
      jpeg,
    ),
  );
  for (let at = 0; at < pages; at++)
    add(
      `<</Type /Page /Parent 2 0 R /Contents ${contents} 0 R /Resources <</XObject <</P ${images[at % images.length]} 0 R>>>>>>`,
    );
  return file(objects);
}

function file(objects: readonly Buffer[]): Buffer {
  const parts: Buffer[] = [Buffer.from('%PDF-1.7\n')];
  let length = parts[0]?.length ?? 0;
  const push = (part: Buffer) => {
    parts.push(part);
    length += part.length;
  };
  const offsets = objects.map((object, at) => {
    const offset = length;
    for (const part of [`${at + 1} 0 obj\n`, object, '\nendobj\n']) push(Buffer.from(part as string));
    return offset;
  });
  const startXref = length;
  const rows = offsets.map(offset => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  const size = objects.length + 1;
  push(
    Buffer.from(
      `xref\n0 ${size}\n0000000000 65535 f \n${rows}trailer\n<</Size ${size} /Root 1 0 R>>\nstartxref\n${startXref}\n%%EOF\n`,
    ),
  );
  return Buffer.concat(parts);
}
