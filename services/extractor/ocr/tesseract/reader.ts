/** One loaded Tesseract: grey pixels in, lines out, nothing done to the picture before. */
import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Worker as Thread } from 'node:worker_threads';
import { gunzipSync } from 'node:zlib';
import { createWorker, PSM, type Worker } from 'tesseract.js';
import type { GreyImage, RecognizedLine } from '../engine.ts';
import { pgm } from '../pixels/pgm.ts';
import type { Reader, Shape } from '../reader.ts';
import { linesOfTsv } from './tsv.ts';

const SEGMENTATION = { page: PSM.AUTO, line: PSM.SINGLE_LINE } as const;
const LSTM_ONLY = 1;
/** Below this the core refuses ("image too small to scale") and says so only on its console. */
const LEAST_SIDE_PX = 8;

export interface Language {
  /** As in `eng.traineddata`. */
  code: string;
  /** Path of the model, plain or with `.gz`. */
  file: string;
}

/** tesseract.js runs the core in a thread, which it leaves out of its types. */
type WorkerWithThread = Worker & { worker: Thread };

export class TesseractReader implements Reader {
  private readonly worker: WorkerWithThread;
  /** Rejects when the thread ends by itself: its open calls would wait for ever. */
  private readonly ended: Promise<never>;

  private segmentation: PSM | null = null;

  private constructor(worker: WorkerWithThread) {
    this.worker = worker;
    // The core's remarks about pictures ("image too small to scale") say nothing the result does not.
    worker.worker.stdout.unpipe().resume();
    worker.worker.stderr.unpipe().resume();
    this.ended = new Promise((_, reject) => {
      worker.worker.once('error', reject);
      worker.worker.once('exit', () => reject(new Error('The thread of the OCR engine ended.')));
    });
    this.ended.catch(() => {});
    worker.worker.unref();
  }

  /** Throws when a model cannot be used. */
  static async load(languages: readonly Language[]): Promise<TesseractReader> {
    const [first, ...others] = languages;
    if (!first) throw new Error('OCR needs at least one language.');
    const codes = [first.code];
    const worker = await started(codes, first.file);
    const reader = new TesseractReader(worker as WorkerWithThread);
    for (const { code, file } of others) {
      await worker.FS('writeFile', [`./${code}.traineddata`, await model(file)]);
      // The worker keeps this very array as the languages it has; the others would be looked for beside the first.
      codes.push(code);
    }
    if (others.length > 0) await worker.reinitialize(codes.join('+'), LSTM_ONLY);
    return reader;
  }

  /** Words of lines in the engine's order, boxes in the picture's pixels. */
  async read(image: GreyImage, shape: Shape): Promise<RecognizedLine[]> {
    if (image.width < LEAST_SIDE_PX || image.height < LEAST_SIDE_PX) return [];
    // The thread keeps the process alive only while something is awaited from it.
    this.worker.worker.ref();
    try {
      return await Promise.race([this.recognize(image, SEGMENTATION[shape]), this.ended]);
    } finally {
      this.worker.worker.unref();
    }
  }

  private async recognize(image: GreyImage, segmentation: PSM): Promise<RecognizedLine[]> {
    if (segmentation !== this.segmentation) {
      await this.worker.setParameters({ tessedit_pageseg_mode: segmentation });
      this.segmentation = segmentation;
    }
    const { data } = await this.worker.recognize(Buffer.from(pgm(image)), {}, { text: false, tsv: true });
    return linesOfTsv(data.tsv ?? '');
  }

  /** Gives the thread and all its memory back. */
  async close(): Promise<void> {
    await this.worker.terminate();
  }
}

/** tesseract.js tells of a failed start only through its error handler and never settles its promise. */
function started(codes: string[], file: string): Promise<Worker> {
  return new Promise((resolve, reject) => {
    createWorker(codes, LSTM_ONLY, {
      langPath: dirname(file),
      gzip: file.endsWith('.gz'),
      cacheMethod: 'none',
      errorHandler: message => reject(new Error(`The OCR engine did not start: ${message}`)),
    }).then(resolve, reject);
  });
}

async function model(file: string): Promise<Uint8Array> {
  const bytes = await readFile(file);
  return file.endsWith('.gz') ? gunzipSync(bytes) : bytes;
}
