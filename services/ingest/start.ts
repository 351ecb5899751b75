import type { AddressInfo } from 'node:net';
import { listen } from '../../platform/listen.ts';
import type { Readiness } from '../../platform/operations-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RunningService } from '../../platform/running-service.ts';
import { createServer } from './server.ts';

/** Starts the HTTP interface; ready once it listens. */
export async function startIngest(
  platform: Platform,
  readiness: Readiness,
): Promise<RunningService & { port: number }> {
  const { server, drain } = await createServer({ ...platform, readiness });
  await listen(server, platform.settings);
  return {
    name: 'ingest',
    port: (server.server.address() as AddressInfo).port,
    ready: Promise.resolve(),
    problems: () => [],
    consumers: [],
    stop: deadlineMs => drain.begin(platform.settings.DRAIN_ACCEPT_MS, deadlineMs),
    close: () => drain.close(),
  };
}
