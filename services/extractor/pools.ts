/** The document workers of both lanes. */
import type { Settings } from '../../platform/settings.ts';
import type { Lane } from '../../schemas/events.ts';
import { findLanguages } from './ocr/languages.ts';
import type { Precision } from './ocr/networks/runtime.ts';
import { WorkerPool } from './worker/pool.ts';
import { NOTHING, USUAL } from './worker/warmth.ts';

/**
 * Bulk workers that are kept ready while there is no job. Their priority is below everything else, so on a busy machine
 * one that is started with the first job may not be ready for a minute.
 */
const STANDING_BULK_WORKERS = 1;

/** Workers reserved for callers whose key has no document in progress; jobs can wait. */
const RESERVE: Record<Lane, number> = { interactive: 1, bulk: 0 };

/**
 * Minimum life of a worker for each document of `WORKER_DOCUMENTS`: with hundreds of small documents a second, 2,000
 * are read within seconds, and new workers would cost a third of the CPU; each slows callers down for a second or two.
 * Small settings are obeyed exactly.
 */
const LEAST_AGE_PER_DOCUMENT_MS = 150;

/** How long after a caller's document jobs leave a core free for the next one. */
const CALLERS_MS = 1_000;

export class Pools {
  readonly interactive: WorkerPool;
  readonly bulk: WorkerPool;
  /** The precision in which OCR is faster on this machine, if known. */
  ocrPrecision: () => Precision | undefined = () => undefined;

  /** Starts the standing workers. Throws if a language has no model, before the first scan needs it. */
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
        // Jobs can wait for what they need to be loaded.
        expected: lane === 'bulk' ? NOTHING : USUAL,
      });
    this.interactive = pool('interactive');
    this.bulk = pool('bulk');
  }

  private jobsAtOnce(most: number): number {
    return this.interactive.underWay.hasBegunWithin(CALLERS_MS) ? Math.max(1, most - 1) : most;
  }
}
