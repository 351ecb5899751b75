/** CPU a page of reading PDFs with structure, as a ratio to pdf.js alone, and the memory of a long document. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { CEILINGS, type ParseContext } from '../services/extractor/format.ts';
import { builtPdf, paragraph, text } from '../services/extractor/formats/pdf/built-pdf.fixture.ts';
import { format } from '../services/extractor/formats/pdf/format.ts';
import { openPdf } from '../services/extractor/formats/pdf/read/open.ts';
import { SEMI_SPACE_MB } from '../services/extractor/worker/confinement.ts';
import { percentiles } from './load.ts';

/** The first rounds warm the compiler; the last one counts. */
const ROUNDS = 4;
const LONG_DOCUMENT_PAGES = 500;
const BUILT_DOCUMENTS = 20;
const BUILT_PAGES = 10;
/** A child with a worker's heap settings that parses one long document and prints its peak. */
const MEMORY_CHILD = '--long-document';

/** `npm run bench -- pdf [FOLDER]`: documents built in code, or the PDFs of a folder. */
export async function pdf(): Promise<void> {
  const [, folder] = process.argv.slice(2);
  const documents = folder === undefined ? built() : fromFolder(folder);
  for (let round = 1; round < ROUNDS; round++) for (const bytes of documents) await costOf(bytes);
  const costs: Cost[] = [];
  for (const bytes of documents) {
    const cost = await costOf(bytes);
    if (cost !== null) costs.push(cost);
  }
  report(costs);
  const command = [`--max-semi-space-size=${SEMI_SPACE_MB}`, fileURLToPath(import.meta.url), MEMORY_CHILD];
  const child = spawnSync(process.execPath, command, { stdio: 'inherit' });
  if (child.status !== 0) throw new Error('the long document was not read');
}

interface Cost {
  /** Milliseconds of CPU a page. */
  alone: number;
  structure: number;
  /** Pictures handed to OCR, which is not run. */
  ocrCalls: number;
}

/** Null for a document that nobody can open. */
async function costOf(bytes: Uint8Array): Promise<Cost | null> {
  try {
    const alone = await cpuOf(() => pdfJsAlone(bytes));
    const reader = countingOcr();
    const structure = await cpuOf(async () => {
      const document = await format.parse({ bytes, contentType: 'application/pdf' }, reader.context);
      return document.pages ?? 1;
    });
    return { alone, structure, ocrCalls: reader.calls() };
  } catch {
    return null;
  }
}

/** `work` answers its pages. */
async function cpuOf(work: () => Promise<number>): Promise<number> {
  const before = process.cpuUsage();
  const pages = await work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1000 / pages;
}

/** What a reader of plain text pays: pdf.js as this service loads it, text only. */
async function pdfJsAlone(bytes: Uint8Array): Promise<number> {
  const { document, close } = await openPdf(bytes);
  const pages = document.numPages;
  for (let number = 1; number <= pages; number++) {
    const page = await document.getPage(number);
    await page.getTextContent();
    page.cleanup();
  }
  await close();
  return pages;
}

function countingOcr(): { context: ParseContext; calls: () => number } {
  let calls = 0;
  const recognize: ParseContext['ocr']['recognize'] = async ({ width, height }) => {
    calls++;
    return {
      width,
      height,
      quarterTurns: 0,
      lines: [],
      rules: { horizontal: [], vertical: [] },
      confidence: 0,
    };
  };
  return { context: { ocr: { recognize }, ceilings: CEILINGS }, calls: () => calls };
}

function report(costs: readonly Cost[]): void {
  const digital = costs.filter(cost => cost.ocrCalls === 0);
  const structure = digital.map(cost => cost.structure).sort((a, b) => a - b);
  const alone = digital.map(cost => cost.alone).sort((a, b) => a - b);
  const [ours, theirs] = [percentiles(structure), percentiles(alone)];
  console.log(`${costs.length} documents, ${digital.length} of them without work for OCR`);
  console.log(`pdf.js alone, text only: p50 ${theirs.p50.toFixed(1)} ms of CPU a page`);
  console.log(
    `with structure: p50 ${ours.p50.toFixed(1)} (bar: 9), p95 ${ours.p95.toFixed(1)}, max ${structure.at(-1)?.toFixed(1)} (bar: 36); ${(ours.p50 / theirs.p50).toFixed(2)} x pdf.js alone (bar: 1.8)`,
  );
}

function fromFolder(folder: string): Uint8Array[] {
  const names = readdirSync(folder).filter(name => name.endsWith('.pdf'));
  return names.map(name => new Uint8Array(readFileSync(join(folder, name))));
}

function built(): Uint8Array[] {
  return Array.from({ length: BUILT_DOCUMENTS }, () => documentOf(BUILT_PAGES));
}

const SENTENCE = 'Quiet authors count the words of every page while the river carries their boats to the sea';

/** Text, a ruled table and a list on every page: some 600 words. */
function documentOf(pages: number): Uint8Array {
  return builtPdf(Array.from({ length: pages }, (_, page) => pageOf(page)));
}

function pageOf(page: number): string {
  const lines = Array.from({ length: 32 }, (_, line) => `${SENTENCE} ${page}.${line}`);
  const cells = Array.from({ length: 24 }, (_, cell) => {
    const [row, column] = [Math.floor(cell / 4), cell % 4];
    return text(76 + column * 110, 260 - row * 14, `cell ${page} ${row} ${column}`);
  });
  const rules = Array.from({ length: 7 }, (_, row) => `72 ${270 - row * 14} m 512 ${270 - row * 14} l S\n`);
  const sides = Array.from(
    { length: 5 },
    (_, side) => `${72 + side * 110} 270 m ${72 + side * 110} 186 l S\n`,
  );
  const heading = text(72, 720, `${page + 1} A chapter of its own`, { font: 'bold', size: 16 });
  return [heading, paragraph(72, 690, lines), ...cells, ...rules, ...sides].join('');
}

async function longDocument(): Promise<void> {
  const bytes = documentOf(LONG_DOCUMENT_PAGES);
  await format.parse({ bytes, contentType: 'application/pdf' }, countingOcr().context);
  const peakMb = process.resourceUsage().maxRSS / 1024;
  console.log(`${LONG_DOCUMENT_PAGES} pages in a fresh process: peak ${peakMb.toFixed(0)} MB (bar: 400)`);
}

if (process.argv[2] === MEMORY_CHILD) await longDocument();
