/** The document workers of both lanes. */
import type { Settings } from '../../platform/settings.ts';
import type { Lane } from '../../schemas/events.ts';
import { findLanguages } from './ocr/languages.ts';
import type { Precision } from './ocr/networks/runtime.ts';
import { WorkerPool } from './worker/pool.ts';
import { NOTHING, USUAL } from './worker/warmth.ts';

/**
 * Bulk workers kept ready while no job is there: one. They run below everything else, so that on a busy machine one that is begun with the
 * first job may not be ready for a minute.
 */
const STANDING_BULK_WORKERS = 1;

/** For callers of whose key nothing is under way; jobs wait anyway. */
const RESERVE: Record<Lane, number> = { interactive: 1, bulk: 0 };

/**
 * How long a worker goes on at least for each document of `WORKER_DOCUMENTS`: 2,000 are read within seconds where small ones come by
 * the hundred a second, and new workers would cost a third of the CPU; each slows callers down for a second or two. Small numbers are
 * obeyed as they stand.
 */
const LEAST_AGE_PER_DOCUMENT_MS = 150;

/** So long after a caller's document jobs leave a core to the next one. */
const CALLERS_MS = 1_000;

export class Pools {
  readonly interactive: WorkerPool;
  readonly bulk: WorkerPool;
  /** In which OCR is faster here, as far as anybody knows. */
  ocrPrecision: () => Precision | undefined = () => undefined;

  /** Starts the standing workers. Throws where a language has no model, before the first scan asks for it. */
  constructor(settings: Settings) {
    findLanguages(settings.OCR_LANGUAGES, null);
    const pool = (lane: Lane) =>
      new WorkerPool({
        memoryMb: settings.WORKER_MEMORY_MB,
        lowPriority: lane === 'bulk',
        ocrLanguages: settings.OCR_LANGUAGES,
        ocrPrecision: () => this.ocrPrecision(),
        standing: lane === 'bulk' ? STANDING_BULK_WORKERS : settings.EXTRACT_WORKERS,
        most: settings.EXTRACT_WORKERS,
        ...(lane === 'bulk' && { atOnce: () => this.jobsAtOnce(settings.EXTRACT_WORKERS) }),
        documentsPerWorker: settings.WORKER_DOCUMENTS,
        leastAgeMs: LEAST_AGE_PER_DOCUMENT_MS * settings.WORKER_DOCUMENTS,
        reserve: RESERVE[lane],
        // Jobs wait anyway.
        expected: lane === 'bulk' ? NOTHING : USUAL,
      });
    this.interactive = pool('interactive');
    this.bulk = pool('bulk');
  }

  private jobsAtOnce(most: number): number {
    return this.interactive.underWay.hasBegunWithin(CALLERS_MS) ? Math.max(1, most - 1) : most;
  }
}
