/** What every role answers to its operators: /healthz, /readyz, /metrics. None needs a key. */
import type { FastifyInstance } from 'fastify';
import { AskedAfter } from './asked-after.ts';
import type { Telemetry } from './telemetry.ts';

/**
 * The least time between two checks of the servers, and between two renderings of the metrics. Neither address needs a key, and
 * sixty callers of either made everybody's small page wait for a second.
 */
export const LOOKED_EVERY_MS = 100;

export interface Readiness {
  /** Names what is not ready; empty when the role can serve. */
  problems: () => Promise<string[]>;
}

export function operationsRoutes(
  server: FastifyInstance,
  { telemetry, readiness }: { telemetry: Telemetry; readiness: Readiness },
): void {
  server.get('/healthz', async (_request, reply) => reply.send({ status: 'ok' }));
  server.get('/readyz', async (_request, reply) => {
    const problems = await readiness.problems();
    return reply.code(problems.length === 0 ? 200 : 503).send({ ready: problems.length === 0, problems });
  });
  const metrics = new AskedAfter(() => telemetry.registry.metrics(), LOOKED_EVERY_MS);
  server.get('/metrics', async (_request, reply) =>
    reply.type(telemetry.registry.contentType).send(await metrics.ask()),
  );
}
