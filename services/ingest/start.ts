import type { AddressInfo } from 'node:net';
import { ToldRefusals } from '../../platform/blob-store/told-refusals.ts';
import { UnreadableBlobs } from '../../platform/blob-store/unreadable-blobs.ts';
import { listen } from '../../platform/listen.ts';
import type { Readiness } from '../../platform/operations-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RunningService } from '../../platform/running-service.ts';
import { watchReadModel } from '../../platform/telemetry.ts';
import { READ_MODEL_LIMIT_MS } from './admission.ts';
import { FoldAge } from './fold-age.ts';
import { KnownKeys } from './known-keys.ts';
import { createServer } from './server.ts';

const ANSWERS_REST_ON = ['requests-interactive', 'requests-bulk', 'outcomes'] as const;

/**
 * Starts the HTTP interface. It is ready once it listens, knows the keys, and the read model has caught up with the
 * log. `beforeListening` is called to free the port.
 */
export async function startIngest(
  platform: Platform,
  readiness: Readiness,
  beforeListening: () => void = () => undefined,
): Promise<RunningService & { port: number }> {
  const { log, views, settings } = platform;
  const cacheSeconds = settings.AUTH_CACHE_SECONDS;
  const keys = new KnownKeys({ log, cacheSeconds, begin: platform.foldedKeys });
  const stopping = new AbortController();
  const readModelAge = new FoldAge({
    name: 'the jobs',
    ends: () => log.ends(ANSWERS_REST_ON),
    positions: () => views.positions(),
  });
  watchReadModel(platform.telemetry, readModelAge);
  const blobs = new ToldRefusals(platform.blobs, new UnreadableBlobs(platform.telemetry));
  const { server, drain } = await createServer({ ...platform, blobs, readiness, keys, readModelAge });
  beforeListening();
  await listen(server, settings);
  return {
    name: 'ingest',
    port: (server.server.address() as AddressInfo).port,
    ready: Promise.all([keys.ready, readModelAge.begin(stopping.signal)]).then(() => undefined),
    problems: () => (readModelAge.ageMs() > READ_MODEL_LIMIT_MS ? ['the read model is behind the log'] : []),
    consumers: [{ name: 'keys', consumer: keys.consumer }],
    stop: async deadlineMs => {
      await drain.begin(settings.DRAIN_ACCEPT_MS, deadlineMs);
      stopping.abort();
      await keys.stop();
    },
    close: () => drain.close(),
  };
}
