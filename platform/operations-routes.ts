/** The routes of every role for its operators: /healthz, /readyz, /metrics. None needs a key. */
import type { FastifyInstance } from 'fastify';
import { AskedAfter } from './asked-after.ts';
import type { Telemetry } from './telemetry.ts';

/**
 * The shortest time between two checks of the servers, and between two renderings of the metrics. Neither route needs a
 * key, and sixty concurrent callers of either delayed small pages of other callers by a second.
 */
export const LOOKED_EVERY_MS = 100;

export interface Readiness {
  /** The reasons why the role is not ready; empty if it can serve. */
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
