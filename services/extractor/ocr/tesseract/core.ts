/**
 * Loads the core of tesseract.js (Tesseract compiled to WebAssembly) into this process. tesseract.js' own
 * `createWorker` would start a thread without limits, for which V8 reserves 525 MB of data segment (measured as VmData:
 * 574 -> 1,112 MB; the core in this process: +60 MB). Under a worker's RLIMIT_DATA of 1.5 GB, such a process died after
 * some twenty pictures. Recognition blocks the event loop; a document worker has nothing else to do, and its parent
 * ends it by signal.
 */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { ResultIterator } from './results.ts';

/** The part of the core's interface that is used (Tesseract's C++ `TessBaseAPI`). */
export interface TesseractApi {
  /** Returns 0 if the languages were loaded. */
  Init(dataPath: null, languages: string, engineMode: number): number;
  SetVariable(name: string, value: string): boolean;
  /** Reads the file `/input`; returns 0 if it could be decoded. `exif` 1 means no rotation. */
  SetImageFile(exif: number, angle: number): number;
  Recognize(monitor: null): number;
  /** Finds lines without reading them. */
  FindLines(): number;
  /** The angle, in radians, by which the lines found fall to the left. */
  GetGradient(): number;
  GetIterator(): ResultIterator;
  Clear(): void;
}

export interface TesseractCore {
  FS: { writeFile(path: string, data: Uint8Array): void };
  TessBaseAPI: new () => TesseractApi;
  /** Frees the memory of an object that the API returned. */
  destroy(object: ResultIterator): void;
}

type LoadCore = (options: {
  wasmBinary: Uint8Array;
  print: (line: string) => void;
  printErr: (line: string) => void;
}) => Promise<TesseractCore>;

/** Node's types leave this to those of browsers. */
declare const WebAssembly: { validate(bytes: Uint8Array): boolean };

/** Fastest first: relaxed SIMD is missing before V8 11.4 and on some processors; plain code costs five times as much. */
const VARIANTS = ['relaxedsimd-lstm', 'simd-lstm', 'lstm'] as const;

export async function loadCore(): Promise<TesseractCore> {
  const here = createRequire(import.meta.url);
  // The core is a dependency of tesseract.js, which selects the matching version.
  const require = createRequire(here.resolve('tesseract.js/package.json'));
  const { variant, wasmBinary } = await fastestVariant(require);
  const load: LoadCore = require(`tesseract.js-core/tesseract-core-${variant}`);
  // The core's remarks on pictures ("image too small to scale") add nothing to the result.
  return load({ wasmBinary, print: () => {}, printErr: () => {} });
}

async function fastestVariant(require: NodeJS.Require): Promise<{ variant: string; wasmBinary: Uint8Array }> {
  for (const variant of VARIANTS) {
    const wasmBinary = await readFile(require.resolve(`tesseract.js-core/tesseract-core-${variant}.wasm`));
    if (WebAssembly.validate(wasmBinary)) return { variant, wasmBinary };
  }
  throw new Error('No variant of the Tesseract core can run here.');
}
