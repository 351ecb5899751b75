import { Egress } from '../../platform/egress/egress.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RunningService } from '../../platform/running-service.ts';
import { watchPools, watchWalls } from '../../platform/telemetry.ts';
import type { Lane } from '../../schemas/events.ts';
import { Extractor } from './extractor.ts';
import { findLanguages } from './ocr/languages.ts';
import { sayWhatReads } from './ocr-start.ts';
import { SourceLoader } from './source-loader.ts';
import { confinement } from './worker/confinement.ts';
import { WorkerPool } from './worker/pool.ts';

/**
 * Bulk workers kept ready while no job is there: one. They run below everything else, so that on a busy machine one that is begun with the
 * first job may not be ready for a minute.
 */
const STANDING_BULK_WORKERS = 1;

/** For callers of whose key nothing is under way; jobs wait anyway. */
const RESERVE: Record<Lane, number> = { interactive: 1, bulk: 0 };

/** Starts the extractor with a worker pool a lane; ready once the standing workers are. */
export function startExtractor(platform: Platform): RunningService {
  const { settings, telemetry } = platform;
  // A language without its model is found now, not with the first scan.
  findLanguages(settings.OCR_LANGUAGES, null);
  const ocrPrecision = sayWhatReads(telemetry);
  const egress = new Egress(settings.EGRESS_ALLOW);
  const pool = (lane: Lane) =>
    new WorkerPool({
      memoryMb: settings.WORKER_MEMORY_MB,
      lowPriority: lane === 'bulk',
      ocrLanguages: settings.OCR_LANGUAGES,
      ocrPrecision,
      standing: lane === 'bulk' ? STANDING_BULK_WORKERS : settings.EXTRACT_WORKERS,
      most: settings.EXTRACT_WORKERS,
      documentsPerWorker: settings.WORKER_DOCUMENTS,
      reserve: RESERVE[lane],
    });
  const pools: Record<Lane, WorkerPool> = { interactive: pool('interactive'), bulk: pool('bulk') };
  watchPools(telemetry, pools);
  const loader = new SourceLoader({ ...platform, egress });
  const [interactive, bulk] = new Extractor({ ...platform, loader, pools }).start();
  if (interactive === undefined || bulk === undefined) throw new Error('the extractor has a consumer a lane');
  const { walls } = confinement();
  watchWalls(telemetry, walls);
  const missing = Object.entries(walls).flatMap(([wall, isRaised]) => (isRaised ? [] : [wall]));
  telemetry.logger.info({ walls, memoryMb: settings.WORKER_MEMORY_MB }, 'document workers are confined');
  if (missing.length > 0)
    telemetry.logger.warn(
      { missing },
      'walls around document workers that this machine does not let us raise',
    );
  const consumers = [
    {
      name: 'extractor-interactive',
      consumer: interactive,
      waitingInsideMs: () => pools.interactive.longestWaitMs,
    },
    { name: 'extractor-bulk', consumer: bulk, waitingInsideMs: () => pools.bulk.longestWaitMs },
  ];
  return {
    name: 'extractor',
    ready: Promise.all([pools.interactive.ready(), pools.bulk.ready(), interactive.ready, bulk.ready]).then(
      () => undefined,
    ),
    problems: () =>
      pools.interactive.failing + pools.bulk.failing > 0 ? ['document workers do not start'] : [],
    consumers,
    stop: async deadlineMs => {
      for (const lane of [pools.interactive, pools.bulk]) lane.refuse();
      await Promise.all(consumers.map(({ consumer }) => consumer.stop(deadlineMs)));
      await Promise.all([pools.interactive.close(), pools.bulk.close(), egress.close()]);
    },
  };
}
