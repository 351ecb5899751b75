/**
 * `npm run bench -- ocr [PICTURE …]`: CPU time of OCR on one thread and of native Tesseract (`tesseract` in the PATH,
 * psm 3, its English), in turns. Without pictures it reads a page of prose built in code, A4 at 200 dpi. Also measures
 * a blank page, and memory.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { CEILINGS } from '../services/extractor/format.ts';
import { openPictures } from '../services/extractor/formats/image/decode.ts';
import { builtPdf, paragraph } from '../services/extractor/formats/pdf/built-pdf.fixture.ts';
import { PdfRasterizer } from '../services/extractor/formats/pdf/scan/raster.ts';
import { createOcrEngine } from '../services/extractor/ocr/create.ts';
import type { GreyImage } from '../services/extractor/ocr/engine.ts';
import { pgm } from '../services/extractor/ocr/pixels/pgm.ts';

const ROUNDS = 5;
const LINES = 46;
const A4_200_DPI = { width: 1654, height: 2339 };
const MEBIBYTE = 1024;

const WORDS =
  'the board met on Monday and agreed that a plan for every quarter of this year must name its costs, the people who pay them and what happens when prices rise by more than 7 percent; nobody was against it'.split(
    ' ',
  );

export async function ocr(): Promise<void> {
  const files = process.argv.slice(3);
  const engine = await createOcrEngine({ languages: ['eng'] });
  const pages = files.length === 0 ? [await prose()] : await Promise.all(files.map(read));
  for (const { image } of pages) await engine.recognize(image);
  const folder = mkdtempSync(join(tmpdir(), 'textrail-bench-'));
  try {
    for (const { name, image } of pages) {
      const file = join(folder, 'page.pgm');
      writeFileSync(file, pgm(image));
      let [own, native] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
      for (let round = 0; round < ROUNDS; round++) {
        native = Math.min(native, nativeMs(file));
        own = Math.min(own, await cpuMs(() => engine.recognize(image)));
      }
      const ratio = (own / native).toFixed(2);
      console.log(`${name}: ${own.toFixed(0)} ms, native ${native.toFixed(0)} ms, ratio ${ratio} (bar: 1.5)`);
    }
    const { width, height } = A4_200_DPI;
    const blank = { width, height, pixels: new Uint8Array(width * height).fill(255) };
    console.log(
      `a blank page: ${(await cpuMs(() => engine.recognize(blank))).toFixed(0)} ms of CPU (bar: 50)`,
    );
    console.log(
      `most resident memory: ${(process.resourceUsage().maxRSS / MEBIBYTE).toFixed(0)} MB (bar: 700)`,
    );
  } finally {
    rmSync(folder, { recursive: true });
  }
}

interface Page {
  name: string;
  image: GreyImage;
}

async function prose(): Promise<Page> {
  const words = Array.from({ length: LINES * 14 }, (_, at) => WORDS[(at * 7) % WORDS.length]);
  const lines = Array.from({ length: LINES }, (_, line) => words.slice(line * 14, line * 14 + 14).join(' '));
  const rasterizer = await PdfRasterizer.open(builtPdf([paragraph(72, 730, lines, { size: 12 })]));
  const raster = rasterizer?.render(1, { width: 612, height: 792 });
  rasterizer?.close();
  if (!raster) throw new Error('PDFium cannot render a page of prose.');
  return { name: `${LINES} lines of prose`, image: raster.image };
}

async function read(file: string): Promise<Page> {
  const bytes = new Uint8Array(await readFile(file));
  const pictures = await openPictures(bytes, '', CEILINGS);
  return { name: basename(file), image: (await pictures.decode(0)).image };
}

async function cpuMs(work: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage();
  await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000;
}

/**
 * CPU time of native Tesseract in ms. The shell's `times` prints its own times and then those of its children:
 * `0m1.234s 0m0.056s`.
 */
function nativeMs(file: string): number {
  const script = 'tesseract "$0" - --psm 3 -l eng > /dev/null 2>&1 || exit 1; times';
  const environment = { ...process.env, OMP_THREAD_LIMIT: '1' };
  const printed = execFileSync('sh', ['-c', script, file], { env: environment, encoding: 'utf8' });
  const children = printed.trim().split('\n').at(-1) ?? '';
  return [...children.matchAll(/(\d+)m([\d.]+)s/g)].reduce(
    (sum, [, minutes, seconds]) => sum + 60_000 * Number(minutes) + 1000 * Number(seconds),
    0,
  );
}
