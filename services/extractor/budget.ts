/**
 * What a document may cost in proportion to its size. A plain ceiling is the same for a letter and for a workbook of
 * 100 MB, but a 4 KB file that needs half of it is no letter. Every number is many times what the heaviest honest
 * document in our measurements needed (docs/notebook/).
 */
import { CEILINGS, type Ceilings } from './format.ts';

/** An amount for a document of any size, plus more for each of its bytes. */
export interface Scale {
  least: number;
  perByte: number;
}

const MEBIBYTE = 1024 * 1024;

/** The ceilings that grow with the document; the others are the same for all. `CEILINGS` limits each. */
export const SCALES: Partial<Record<keyof Ceilings, Scale>> = {
  /** Deflate expands a byte to a thousand at most; workbooks of equal rows reach a hundred. */
  inflatedBytes: { least: 32 * MEBIBYTE, perByte: 200 },
  /** An HTML element takes four bytes, an element of a zipped part half a byte. */
  elements: { least: 250_000, perByte: 10 },
  /** A table cell takes nine bytes of HTML, or half a byte of a workbook. */
  cells: { least: 100_000, perByte: 5 },
  textCharacters: { least: 2_000_000, perByte: 100 },
  /** A drawing of equal shapes deflates to two bytes an operator; each page also has its own. */
  operators: { least: 200_000, perByte: 10 },
  /** A page takes eleven bytes in the densest file we met; one that is listed repeatedly takes six. */
  pages: { least: 100, perByte: 0.1 },
};

const SCALED = Object.entries(SCALES) as [keyof Ceilings, Scale][];

/** The ceilings of a document of `bytes` bytes. */
export function ceilingsFor(bytes: number): Ceilings {
  const ceilings = { ...CEILINGS };
  for (const [name, { least, perByte }] of SCALED)
    ceilings[name] = Math.min(ceilings[name], Math.round(least + perByte * bytes));
  return ceilings;
}

/** CPU time of a document without OCR, in ms: user and system time of its worker, watched from outside. */
export const PARSING_CPU_MS: Scale = { least: 5_000, perByte: 0.05 };

/**
 * Additional CPU time for OCR, in ms: for each picture that is begun, and at most for all of them. A dense page takes 1
 * to 5 s; a scanned page has 20 KB or more.
 */
export const OCR_PICTURE_CPU_MS = 30_000;
export const OCR_CPU_MS: Scale = { least: 30_000, perByte: 0.5 };

/** CPU time that a document of `bytes` bytes may take, in ms, once OCR of `pictures` pictures has begun. */
export function cpuAllowanceMs(bytes: number, pictures: number): number {
  const parsing = PARSING_CPU_MS.least + PARSING_CPU_MS.perByte * bytes;
  const ocr = Math.min(pictures * OCR_PICTURE_CPU_MS, OCR_CPU_MS.least + OCR_CPU_MS.perByte * bytes);
  return parsing + ocr;
}

/**
 * Worker memory that a document of any size may take, plus more for each of its bytes. Of 243 documents in our
 * measurements none took more than 240 MB beside what the worker held already; one that needs a gigabyte for 100 KB was
 * made to do so.
 */
const MEMORY_BYTES: Scale = { least: 512 * MEBIBYTE, perByte: 500 };

/** Whether a document of `bytes` bytes that exhausted a worker's memory took more than any honest one of its size. */
export function isOutOfProportion(bytes: number, memoryMb: number): boolean {
  return memoryMb * MEBIBYTE > MEMORY_BYTES.least + MEMORY_BYTES.perByte * bytes;
}
