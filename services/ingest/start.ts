import type { AddressInfo } from 'node:net';
import type { Readiness } from '../../platform/operations-routes.ts';
import type { Platform } from '../../platform/platform.ts';
import type { RunningService } from '../../platform/running-service.ts';
import { createServer } from './server.ts';

/** Starts the HTTP interface; ready once it listens. */
export async function startIngest(
  platform: Platform,
  readiness: Readiness,
): Promise<RunningService & { port: number }> {
  const { HOST, PORT, DRAIN_ACCEPT_MS } = platform.settings;
  const { server, drain } = await createServer({ ...platform, readiness });
  await server.listen({ host: HOST, port: PORT });
  return {
    name: 'ingest',
    port: (server.server.address() as AddressInfo).port,
    ready: Promise.resolve(),
    problems: () => [],
    consumers: [],
    stop: deadlineMs => drain.begin(DRAIN_ACCEPT_MS, deadlineMs),
    close: () => drain.close(),
  };
}
