import type { AddressInfo } from 'node:net';
import { listen } from '../../platform/listen.ts';
import type { Readiness } from '../../platform/operations-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RunningService } from '../../platform/running-service.ts';
import { KnownKeys } from './known-keys.ts';
import { createServer } from './server.ts';

/** Starts the HTTP interface; ready once it listens and knows the keys. */
export async function startIngest(
  platform: Platform,
  readiness: Readiness,
): Promise<RunningService & { port: number }> {
  const { log, settings } = platform;
  const cacheSeconds = settings.AUTH_CACHE_SECONDS;
  const keys = new KnownKeys({ log, cacheSeconds, begin: platform.foldedKeys });
  const { server, drain } = await createServer({ ...platform, readiness, keys });
  await listen(server, settings);
  return {
    name: 'ingest',
    port: (server.server.address() as AddressInfo).port,
    ready: keys.ready,
    problems: () => [],
    consumers: [{ name: 'keys', consumer: keys.consumer }],
    stop: async deadlineMs => {
      await drain.begin(settings.DRAIN_ACCEPT_MS, deadlineMs);
      await keys.stop();
    },
    close: () => drain.close(),
  };
}
