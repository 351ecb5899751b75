/**
 * What a document may cost, in proportion to its size. A ceiling alone is the same for a letter and for a workbook of
 * 100 MB; a file of 4 KB that asks for half of it is no letter. Every number is many times what the heaviest honest
 * document of our measuring sets needed (docs/notebook/).
 */
import { CEILINGS, type Ceilings } from './format.ts';

/** For a document of any size, and more for each of its bytes. */
export interface Scale {
  least: number;
  perByte: number;
}

const MEBIBYTE = 1024 * 1024;

/** Of the ceilings that grow with the document; the others are the same for all. `CEILINGS` is the most of each. */
export const SCALES: Partial<Record<keyof Ceilings, Scale>> = {
  /** Deflate makes a thousand bytes of one at the most; workbooks of equal rows come to a hundred. */
  inflatedBytes: { least: 32 * MEBIBYTE, perByte: 200 },
  /** An element of HTML takes four bytes, one of a zipped part half a byte. */
  elements: { least: 250_000, perByte: 10 },
  /** A table's cell takes nine bytes of HTML, and half a byte of a workbook. */
  cells: { least: 100_000, perByte: 5 },
  textCharacters: { least: 2_000_000, perByte: 100 },
  /** A drawing of equal shapes deflates to two bytes an operator; each page brings more of its own. */
  operators: { least: 200_000, perByte: 10 },
  /** A page takes eleven bytes in the densest file we met; one that is listed again and again takes six. */
  pages: { least: 100, perByte: 0.1 },
};

const SCALED = Object.entries(SCALES) as [keyof Ceilings, Scale][];

/** The ceilings of a document of so many bytes. */
export function ceilingsFor(bytes: number): Ceilings {
  const ceilings = { ...CEILINGS };
  for (const [name, { least, perByte }] of SCALED)
    ceilings[name] = Math.min(ceilings[name], Math.round(least + perByte * bytes));
  return ceilings;
}

/** CPU time of a document without OCR, ms: user and system time of its worker, watched from outside. */
export const PARSING_CPU_MS: Scale = { least: 5_000, perByte: 0.05 };

/**
 * CPU time of OCR beside it, ms: for each picture that is begun, and for all of them together. A dense page takes 1 to
 * 5 s; a scanned page is 20 KB or more.
 */
export const OCR_PICTURE_CPU_MS = 30_000;
export const OCR_CPU_MS: Scale = { least: 30_000, perByte: 0.5 };

/** CPU time that a document of so many bytes may take, ms, once OCR of so many pictures has begun. */
export function cpuAllowanceMs(bytes: number, pictures: number): number {
  const parsing = PARSING_CPU_MS.least + PARSING_CPU_MS.perByte * bytes;
  const ocr = Math.min(pictures * OCR_PICTURE_CPU_MS, OCR_CPU_MS.least + OCR_CPU_MS.perByte * bytes);
  return parsing + ocr;
}

/**
 * Memory of a worker that documents of any size may take, and more for each of their bytes. Of 243 documents of our measuring sets none
 * took more than 240 MB beside what the worker held; what needs a gigabyte of 100 KB was made for it.
 */
const MEMORY_BYTES: Scale = { least: 512 * MEBIBYTE, perByte: 500 };

/** Whether a document of so many bytes that took a worker's whole memory took more than any honest one of its size. */
export function isOutOfProportion(bytes: number, memoryMb: number): boolean {
  return memoryMb * MEBIBYTE > MEMORY_BYTES.least + MEMORY_BYTES.perByte * bytes;
}
