/**
 * Adds ingest's routes other than POST and GET /v1/extract. Each optional group has its own folder, which is loaded
 * only if its setting turns it on.
 */
import type { FastifyInstance } from 'fastify';
import type { Intake } from './intake.ts';
import { jobRoutes } from './jobs/job-routes.ts';
import type { ServerPorts } from './ports.ts';

export async function addRoutes(
  server: FastifyInstance,
  ports: ServerPorts,
  intake: Intake,
  /** Aborted when the instance accepts nothing new any more. */
  leaving: AbortSignal,
): Promise<void> {
  const { settings } = ports;
  jobRoutes(server, ports, intake, leaving);
  if (settings.COMPAT.length > 0) {
    const { compatRoutes } = await import('./compat/compat.ts');
    await compatRoutes(server, ports, intake);
  }
  if (settings.CONSOLE === 'on') {
    const { consoleRoutes } = await import('./console/console-routes.ts');
    const { referenceRoutes } = await import('./reference/reference-routes.ts');
    consoleRoutes(server);
    referenceRoutes(server);
  }
  if (settings.MCP === 'on') {
    const { mcpRoute } = await import('./mcp/mcp-route.ts');
    mcpRoute(server, ports, intake);
  }
}
