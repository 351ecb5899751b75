/**
 * The console at `/`: a page of our own files, and the build of pdf.js for browsers, which the page loads when it first shows a
 * PDF. Nothing here needs a key or touches a document: the page calls the API as every client does.
 */
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PageFiles, packageFolder } from '../pages/page-files.ts';
import { contentPolicy, PAGE_HEADERS } from '../pages/page-headers.ts';

const HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': contentPolicy({
    // A picture that was sent is shown from the browser's own memory.
    'img-src': "'self' blob:",
    'worker-src': "'self'",
  }),
};

/** Of pdf.js, by where the page asks for them. */
const PDF_FOLDERS: Readonly<Record<string, string>> = {
  '/console/pdf/': 'build',
  '/console/pdf/cmaps/': 'cmaps',
  '/console/pdf/standard_fonts/': 'standard_fonts',
  '/console/pdf/wasm/': 'wasm',
};
/** Of its build nothing else is asked for. */
const isPublic = (name: string): boolean => !/\.map$|sandbox/.test(name);

export function consoleRoutes(server: FastifyInstance): void {
  const page = new PageFiles(() => join(import.meta.dirname, 'page'), HEADERS);
  server.get('/', (request, reply) => page.answer('index.html', request, reply));
  server.get('/console/:name', (request, reply) => page.answer(nameOf(request), request, reply));
  for (const [prefix, folder] of Object.entries(PDF_FOLDERS)) {
    const files = new PageFiles(() => join(packageFolder('pdfjs-dist'), folder), HEADERS, isPublic);
    server.get(`${prefix}:name`, (request, reply) => files.answer(nameOf(request), request, reply));
  }
}

const nameOf = ({ params }: FastifyRequest): string => (params as { name: string }).name;
