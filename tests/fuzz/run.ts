/** Reads damaged documents in this process and reports those that end neither in an answer nor in a typed error. */
import { renderElements } from '../../core/render/elements.ts';
import { renderPlainText } from '../../core/render/plain-text.ts';
import { storable } from '../../core/render/storable.ts';
import { ceilingsFor } from '../../services/extractor/budget.ts';
import { detect } from '../../services/extractor/detection/detect.ts';
import { EmbeddedDocuments } from '../../services/extractor/embedded.ts';
import { ExtractionError, type Format } from '../../services/extractor/format.ts';
import { PdfRasterizer } from '../../services/extractor/formats/pdf/scan/raster.ts';
import { chanceOf, mutated } from './mutate.ts';

export interface FuzzOptions {
  seed: number;
  /** Number of the first document. */
  first: number;
  count: number;
}

export interface FuzzReport {
  answered: number;
  refused: number;
  slowestMs: number;
  /** Number of the slowest document. */
  slowest: number;
  failures: string[];
}

/**
 * Errors that are faults of ours. Any other error that a library throws at a broken document is reported as
 * `extraction_failed` by the worker.
 */
const FAULTS = [TypeError, ReferenceError];
/** Most CPU time of one document in ms; the documents have a few kilobytes. */
const SLOW_MS = 5_000;

/**
 * Documents to be damaged, or a function that makes one at random. PDFium, which has no budget of its own, does not get
 * the latter.
 */
export type Documents = readonly Buffer[] | ((chance: () => number) => Buffer);

export async function fuzzFormat(
  formats: readonly Format[],
  documents: Documents,
  { seed, first, count }: FuzzOptions,
): Promise<FuzzReport> {
  if (typeof documents === 'function') PdfRasterizer.open = async () => null;
  const report: FuzzReport = { answered: 0, refused: 0, slowestMs: 0, slowest: -1, failures: [] };
  for (let number = first; number < first + count; number++) {
    const chance = chanceOf(seed * 1_000_003 + number);
    const document = made(documents, number, chance);
    const before = process.cpuUsage();
    const outcome = await read(formats, document);
    const { user, system } = process.cpuUsage(before);
    const ms = (user + system) / 1000;
    if (outcome === 'answered') report.answered++;
    else if (outcome === 'refused') report.refused++;
    else report.failures.push(`number ${number}: ${outcome}`);
    if (ms > report.slowestMs) [report.slowestMs, report.slowest] = [ms, number];
    if (ms > SLOW_MS) report.failures.push(`number ${number}: took ${ms.toFixed(0)} ms of CPU`);
  }
  return report;
}

function made(documents: Documents, number: number, chance: () => number): Buffer {
  if (typeof documents === 'function') return documents(chance);
  return mutated(documents[number % documents.length] ?? Buffer.alloc(0), chance);
}

async function read(formats: readonly Format[], bytes: Buffer): Promise<string> {
  const ocr = {
    recognize: () => Promise.reject(new ExtractionError('extraction_failed', 'no picture is read here')),
  };
  const reading = { ocr, ceilings: ceilingsFor(bytes.length) };
  try {
    const plain = new Uint8Array(bytes);
    const { format, contentType } = await detect(plain, formats);
    const embedded = EmbeddedDocuments.within(reading, formats);
    const document = await format.parse({ bytes: plain, contentType }, { ...reading, embedded });
    renderElements(renderPlainText(storable(document)));
    return 'answered';
  } catch (error) {
    if (error instanceof ExtractionError) return 'refused';
    const isOurs =
      error instanceof Error && FAULTS.some(fault => error instanceof fault) && isInProduct(error);
    return isOurs ? `${error.stack?.split('\n').slice(0, 4).join(' | ')}` : 'refused';
  }
}

/** True if a line of this project threw the error, and not a library that was given a broken document. */
const isInProduct = ({ stack = '' }: Error): boolean => {
  const [, frame = ''] = stack.split('\n');
  return !frame.includes('node_modules') && !frame.includes('node:');
};
