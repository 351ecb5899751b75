/** Reads documents with this version's workers, confined as in the service. Nothing is stored, metered or sent. */
import type { Settings } from '../../platform/settings.ts';
import { findLanguages } from '../../services/extractor/ocr/languages.ts';
import { WorkerPool } from '../../services/extractor/worker/pool.ts';
import type { WorkOutcome } from '../../services/extractor/worker/worker.ts';
import { sha256Of } from './documents.ts';
import type { Answer, Reading } from './reading.ts';

export class Readers {
  readonly count: number;
  private readonly pool: WorkerPool;
  private readonly settings: Settings;

  constructor(settings: Settings) {
    findLanguages(settings.OCR_LANGUAGES, null);
    this.settings = settings;
    this.count = settings.EXTRACT_WORKERS;
    this.pool = new WorkerPool({
      memoryMb: settings.WORKER_MEMORY_MB,
      // A service may be running on the same machine.
      lowPriority: true,
      ocrLanguages: settings.OCR_LANGUAGES,
      standing: settings.EXTRACT_WORKERS,
      most: settings.EXTRACT_WORKERS,
      documentsPerWorker: settings.WORKER_DOCUMENTS,
      reserve: 0,
    });
  }

  ready(): Promise<void> {
    return this.pool.ready();
  }

  /** Reads a document with the same time limit as a job in the service. Rejects only if the readers are closed meanwhile. */
  async read(name: string, format: Reading['format'], bytes: Buffer): Promise<Reading> {
    const startedAt = performance.now();
    const outcome = await this.pool.run({ format }, bytes, performance.now() + this.settings.JOB_TIMEOUT_MS);
    const milliseconds = Math.round(performance.now() - startedAt);
    return { sha256: sha256Of(bytes), name, format, milliseconds, ...resultOf(outcome) };
  }

  close(): Promise<void> {
    return this.pool.close();
  }
}

/** Maps an outcome to the same result as the extractor does when it ends a job. */
function resultOf(outcome: WorkOutcome): Pick<Reading, 'contentType' | 'code' | 'body'> {
  if (outcome.kind === 'refused') throw new Error('stopped before the document was read');
  if (outcome.kind !== 'answered')
    return {
      contentType: null,
      code: outcome.kind === 'deadline' ? 'timeout' : 'extraction_failed',
      body: null,
    };
  const { answer, response } = outcome;
  if (answer.kind === 'failed') return { contentType: answer.contentType, code: answer.code, body: null };
  const body = JSON.parse(response.toString('utf8')) as Answer;
  return { contentType: answer.contentType, code: null, body };
}
