/**
 * The console at `/`: a page of our own files, and pdf.js's browser build, which the page loads when it first shows a
 * PDF. Nothing here needs a key or touches a document: the page calls the API like any client.
 */
import { join } from 'node:path';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { PageFiles, packageFolder } from '../pages/page-files.ts';
import { contentPolicy, PAGE_HEADERS } from '../pages/page-headers.ts';

const HEADERS = {
  ...PAGE_HEADERS,
  'Content-Security-Policy': contentPolicy({
    // An uploaded picture is shown from the browser's own memory.
    'img-src': "'self' blob:",
    'worker-src': "'self'",
  }),
};

/** Folders of pdf.js by the path under which the page asks for them. */
const PDF_FOLDERS: Readonly<Record<string, string>> = {
  '/console/pdf/': 'build',
  '/console/pdf/cmaps/': 'cmaps',
  '/console/pdf/standard_fonts/': 'standard_fonts',
  '/console/pdf/wasm/': 'wasm',
};
/** The page needs no other files of the build. */
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
