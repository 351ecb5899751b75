/** What every role answers to its operators: /healthz, /readyz, /metrics. None needs a key. */
import type { FastifyInstance } from 'fastify';
import type { Telemetry } from './telemetry.ts';

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
  server.get('/metrics', async (_request, reply) =>
    reply.type(telemetry.registry.contentType).send(await telemetry.registry.metrics()),
  );
}
