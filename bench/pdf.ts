/** CPU time a page for reading PDFs with structure, beside pdf.js alone, and the memory that long documents take. */
import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { HEAP_FLAGS } from '../services/extractor/worker/confinement.ts';
import { percentiles } from './load.ts';
import { costsOf, leastOf, type PageCost, pdfJsAlone } from './pdf-costs.ts';
import { documentOf, photographs } from './pdf-documents.ts';

/** The first rounds warm the compiler. Of the others the lowest counts, because other work on the machine only adds. */
const WARMING_ROUNDS = 2;
const MEASURED_ROUNDS = 4;
const BUILT_DOCUMENTS = 20;
const BUILT_PAGES = 10;
const PHOTOGRAPHS = 5;
/** Pages, and lines of 20 words on each, of the documents for measuring memory. */
const LONG_DOCUMENTS = [
  [500, 32],
  [500, 46],
  [2_000, 46],
] as const;
const MEMORY_CHILD = fileURLToPath(new URL('pdf-memory.ts', import.meta.url));
const SLOWEST_SHOWN = 10;
/** Targets: milliseconds of CPU a page, and megabytes. */
const BARS = { median: 9, slowest: 36, memory: 400 };

/** `npm run bench -- pdf [FOLDER]`: measures documents built in code, or all PDFs in a folder and its subfolders. */
export async function pdf(): Promise<void> {
  const [, folder] = process.argv.slice(2);
  const documents = folder === undefined ? await built() : fromFolder(folder);
  for (let round = 0; round < WARMING_ROUNDS; round++)
    for (const bytes of documents.values()) await costsOf(bytes);
  const least = new Map<string, PageCost[]>();
  for (let round = 0; round < MEASURED_ROUNDS; round++)
    for (const [name, bytes] of documents) {
      const costs = await costsOf(bytes);
      if (costs !== null) least.set(name, leastOf(costs, least.get(name)));
    }
  report(least, await aloneOf(documents, least));
  for (const [pages, lines] of LONG_DOCUMENTS) memoryOf(pages, lines);
}

/**
 * CPU time of pdf.js's own text extraction, for documents that need no OCR. Measured after all pages: no worker uses
 * that code path, and code that has served both runs a tenth slower for each.
 */
async function aloneOf(
  documents: ReadonlyMap<string, Uint8Array>,
  costs: ReadonlyMap<string, readonly PageCost[]>,
): Promise<number[]> {
  const least = new Map<string, number>();
  for (let round = 0; round < WARMING_ROUNDS + MEASURED_ROUNDS; round++)
    for (const [name, bytes] of documents) {
      if (costs.get(name)?.every(page => !page.ocr) !== true) continue;
      // pdf.js alone may fail where we read the document, such as on a circular page tree.
      const alone = await pdfJsAlone(bytes).catch(() => undefined);
      if (alone === undefined) continue;
      if (round >= WARMING_ROUNDS) least.set(name, Math.min(alone, least.get(name) ?? alone));
    }
  return [...least.values()];
}

function report(documents: ReadonlyMap<string, readonly PageCost[]>, alone: readonly number[]): void {
  const named = [...documents].flatMap(([name, pages]) =>
    pages.map((page, at) => ({ ...page, name: `${name}, page ${at + 1}` })),
  );
  const digital = named.filter(page => !page.ocr);
  console.log(`${documents.size} documents, ${named.length} pages, ${digital.length} without work for OCR`);
  const theirs = percentiles([...alone].sort((a, b) => a - b));
  const total = digital.map(totalOf).sort((a, b) => a - b);
  const ours = percentiles(total);
  console.log(`pdf.js alone, text only, by document: p50 ${theirs.p50.toFixed(1)} ms of CPU a page`);
  console.log(
    `with structure, by page: p50 ${ours.p50.toFixed(1)} (bar: ${BARS.median}), p95 ${ours.p95.toFixed(1)}, max ${total.at(-1)?.toFixed(1)} (bar: ${BARS.slowest}); ${(ours.p50 / theirs.p50).toFixed(2)} x pdf.js alone`,
  );
  const slow = digital.filter(page => totalOf(page) > BARS.slowest).sort((a, b) => totalOf(b) - totalOf(a));
  console.log(`${slow.length} pages above ${BARS.slowest} ms`);
  for (const page of slow.slice(0, SLOWEST_SHOWN))
    console.log(`  ${totalOf(page).toFixed(0)} ms, of it pictures ${page.pictures.toFixed(0)}: ${page.name}`);
}

const totalOf = ({ reading, pictures, shared }: PageCost): number => reading + pictures + shared;

function memoryOf(pages: number, lines: number): void {
  const command = [...HEAP_FLAGS, MEMORY_CHILD, String(pages), String(lines)];
  const child = spawnSync(process.execPath, command, { stdio: ['ignore', 'pipe', 'inherit'] });
  if (child.status !== 0) throw new Error('the long document was not read');
  const bar = pages === LONG_DOCUMENTS[0][0] ? ` (bar: ${BARS.memory})` : '';
  console.log(`${pages} pages of ${lines * 20} words in a fresh process: peak ${child.stdout} MB${bar}`);
}

function fromFolder(folder: string): Map<string, Uint8Array> {
  const names = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter(name =>
    name.endsWith('.pdf'),
  );
  return new Map(names.map(name => [name, new Uint8Array(readFileSync(join(folder, name)))]));
}

async function built(): Promise<Map<string, Uint8Array>> {
  const documents = new Map<string, Uint8Array>();
  for (let at = 1; at <= BUILT_DOCUMENTS; at++) documents.set(`text ${at}`, documentOf(BUILT_PAGES));
  documents.set('photographs', await photographs(PHOTOGRAPHS));
  return documents;
}
