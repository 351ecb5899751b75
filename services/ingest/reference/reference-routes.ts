/** The API reference at `/docs`: Swagger UI from its package, showing the same /openapi.json that programs read. */
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PageFiles, packageFolder } from '../pages/page-files.ts';
import { contentPolicy, PAGE_HEADERS } from '../pages/page-headers.ts';

const HEADERS = {
  ...PAGE_HEADERS,
  // Its style sheet has its arrows and marks in data: addresses.
  'Content-Security-Policy': contentPolicy({ 'img-src': "'self' data:" }),
};
const SWAGGER_FILES = ['swagger-ui-bundle.js', 'swagger-ui.css'];

export function referenceRoutes(server: FastifyInstance): void {
  const page = new PageFiles(() => join(import.meta.dirname, 'page'), HEADERS);
  const swagger = new PageFiles(
    () => packageFolder('swagger-ui-dist'),
    HEADERS,
    name => SWAGGER_FILES.includes(name),
  );
  server.get('/docs', (request, reply) => page.answer('index.html', request, reply));
  server.get('/docs/:name', (request, reply) => page.answer(nameOf(request), request, reply));
  server.get('/docs/swagger/:name', (request, reply) => swagger.answer(nameOf(request), request, reply));
}

const nameOf = ({ params }: FastifyRequest): string => (params as { name: string }).name;
