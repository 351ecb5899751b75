/**
 * Reads documents in this process's own workers, confined as in the service: no server, no log, nothing left behind.
 * The settings for documents (WORKER_MEMORY_MB, OCR_LANGUAGES, JOB_TIMEOUT_MS, …) are those of the service.
 */
import { Egress, EgressError, type Fetched } from '../../platform/egress/egress.ts';
import { readSettings, type Settings } from '../../platform/settings.ts';
import { ERRORS, type ErrorCode } from '../../schemas/errors.ts';
import { findLanguages } from '../../services/extractor/ocr/languages.ts';
import { WorkerPool } from '../../services/extractor/worker/pool.ts';
import type { WorkOutcome } from '../../services/extractor/worker/worker.ts';
import type { Loaded } from './inputs.ts';
import { type Answer, type DocumentReader, Stopped, Unread } from './reader.ts';

export class OwnReader implements DocumentReader {
  private readonly settings: Settings;
  private readonly pool: WorkerPool;
  private readonly egress: Egress;

  /** Throws `InvalidSetting`. `workers`: number of documents at a time. */
  constructor(environment: Record<string, string | undefined>, workers: number) {
    const settings = readSettings(environment, false);
    findLanguages(settings.OCR_LANGUAGES, null);
    this.settings = settings;
    this.egress = new Egress(settings.EGRESS_ALLOW);
    this.pool = new WorkerPool({
      memoryMb: settings.WORKER_MEMORY_MB,
      lowPriority: false,
      ocrLanguages: settings.OCR_LANGUAGES,
      standing: workers,
      most: workers,
      documentsPerWorker: settings.WORKER_DOCUMENTS,
      reserve: 0,
    });
  }

  async read(document: Loaded, format: 'text' | 'json', signal: AbortSignal): Promise<Answer> {
    const ceiling = this.settings.MAX_URL_BYTES;
    if ('object' in document && document.object.bytes > ceiling) throw unread('too_large');
    const { bytes, charset } = await this.contentOf(document, signal);
    if (bytes.length > ceiling) throw unread('too_large');
    if (bytes.length === 0) throw new Unread('unsupported_format', 'The document is empty: it has no bytes.');
    const outcome = await this.pool.run(
      { format, charset },
      bytes,
      performance.now() + this.settings.JOB_TIMEOUT_MS,
    );
    return answerOf(outcome);
  }

  private async contentOf(document: Loaded, signal: AbortSignal): Promise<Fetched> {
    if ('url' in document) return this.fetched(document.url, signal);
    const bytes = 'object' in document ? await document.object.read() : document.bytes;
    return { bytes, charset: undefined };
  }

  async close(): Promise<void> {
    await Promise.all([this.pool.close(), this.egress.close()]);
  }

  private async fetched(url: string, signal: AbortSignal): Promise<Fetched> {
    const { MAX_URL_BYTES: ceilingBytes, FETCH_TIMEOUT_MS: timeoutMs } = this.settings;
    try {
      return await this.egress.fetchDocument(url, { ceilingBytes, timeoutMs, signal });
    } catch (error) {
      if (!(error instanceof EgressError) || signal.aborted) throw error;
      throw unread(error.reason === 'too_large' ? 'too_large' : 'fetch_failed');
    }
  }
}

function answerOf(outcome: WorkOutcome): Answer {
  if (outcome.kind === 'refused') throw new Stopped('the workers were stopped');
  if (outcome.kind === 'deadline') throw unread('timeout');
  if (outcome.kind !== 'answered') throw unread('extraction_failed');
  const { answer, response } = outcome;
  if (answer.kind === 'failed') throw unread(answer.code);
  return JSON.parse(response.toString()) as Answer;
}

const unread = (code: ErrorCode): Unread => new Unread(code, ERRORS[code].message);
