import { Egress } from '../../platform/egress/egress.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RunningService } from '../../platform/running-service.ts';
import { watchPagesForOthers, watchPools, watchWalls } from '../../platform/telemetry.ts';
import { Extractor } from './extractor.ts';
import { PageExchange } from './lent-pages/page-exchange.ts';
import { sayWhatReads } from './ocr-start.ts';
import { Pools } from './pools.ts';
import { SourceLoader } from './source-loader.ts';
import { confinement } from './worker/confinement.ts';
import type { Worker } from './worker/worker.ts';

/** Time limit for deleting pages at a stop, which takes milliseconds. */
const PAGES_FORGOTTEN_WITHIN_MS = 2_000;

/** Starts the extractor. `pools`: worker pools that were started earlier. Ready once the standing workers are. */
export function startExtractor(platform: Platform, pools = new Pools(platform.settings)): RunningService {
  const { settings, telemetry } = platform;
  pools.ocrPrecision = sayWhatReads(telemetry);
  for (const [lane, { failedStarts }] of Object.entries({
    interactive: pools.interactive,
    bulk: pools.bulk,
  })) {
    failedStarts.onReason = why => telemetry.logger.warn({ lane, why }, 'document workers do not start');
    // Pools may be started before there is a logger.
    if (failedStarts.why !== undefined) failedStarts.onReason(failedStarts.why);
  }
  const egress = new Egress(settings.EGRESS_ALLOW);
  watchPools(telemetry, { interactive: pools.interactive, bulk: pools.bulk });
  const exchange = exchangeOf(platform, pools);
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
    problems: () => {
      const why = pools.interactive.failedStarts.why ?? pools.bulk.failedStarts.why;
      return why === undefined ? [] : [`document workers do not start: ${why}`];
    },
    consumers,
    stop: async deadlineMs => {
      for (const lane of [pools.interactive, pools.bulk]) lane.refuse();
      const stops = consumers.map(({ consumer }) => consumer.stop(deadlineMs));
      await Promise.all([...stops, exchange?.stop(deadlineMs)]);
      await Promise.all([
        pools.interactive.close(),
        pools.bulk.close(),
        egress.close(),
        exchange?.forgotten(PAGES_FORGOTTEN_WITHIN_MS),
      ]);
    },
  };
}

/** Undefined if one process is the whole service. */
function exchangeOf(
  { peers, blobs, settings, telemetry }: Platform,
  pools: Pools,
): PageExchange<Worker> | undefined {
  if (peers === undefined) return undefined;
  const precision = () => pools.ocrPrecision();
  const exchange = new PageExchange({ peers, blobs, settings, telemetry, pools, precision });
  const { interactive, bulk } = exchange.lanes;
  watchPagesForOthers(telemetry, { interactive: interactive.reader, bulk: bulk.reader });
  return exchange;
}
