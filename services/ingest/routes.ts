/** What ingest answers beside POST and GET /v1/extract: a folder each, loaded only where its setting turns it on. */
import type { FastifyInstance } from 'fastify';
import type { Intake } from './intake.ts';
import type { ServerPorts } from './ports.ts';

export async function addRoutes(
  _server: FastifyInstance,
  _ports: ServerPorts,
  _intake: Intake,
): Promise<void> {}
