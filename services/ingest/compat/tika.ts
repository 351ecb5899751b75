/**
 * Apache Tika Server's addresses, as tika-python, tika-client and Open WebUI use them. Failures have Tika's statuses and no body,
 * since its clients read every body as a result; `X-Service-Error` names the code.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { renderHtml } from '../../../core/render/html.ts';
import { renderMarkdown } from '../../../core/render/markdown.ts';
import type { Element, JsonSuccess } from '../../../schemas/api.ts';
import { readForm, readPlain } from '../document-bodies.ts';
import type { InTurn, Upload } from '../upload.ts';
import type { JobEnd } from '../waited-job.ts';
import type { Conversion, Exchange } from './conversion.ts';

type Handler = 'text' | 'html' | 'md' | 'ignore';
type Body = 'plain' | 'form';

const GREETING = 'This is Textrail, answering as Apache Tika Server. See docs/compat.md.\n';
/** Its clients look whether a version is there, not which. */
const VERSION = 'Textrail (compatible with Apache Tika 3)';

const HANDLERS: ReadonlyMap<string, Handler> = new Map([
  ['text', 'text'],
  ['body', 'text'],
  ['html', 'html'],
  ['xml', 'html'],
  ['md', 'md'],
  ['ignore', 'ignore'],
]);
const UNKNOWN_TYPE = 'application/octet-stream';

export function tikaRoutes(server: FastifyInstance, conversion: Conversion): void {
  server.get('/tika', async (_request, reply) => reply.type('text/plain').send(GREETING));
  server.get('/version', async (_request, reply) => reply.type('text/plain').send(VERSION));

  const attended =
    (body: Body, work: (end: JobEnd, reply: FastifyReply, request: FastifyRequest) => FastifyReply) =>
    (request: FastifyRequest, reply: FastifyReply) =>
      conversion.attend(request, reply, async exchange =>
        work(
          await conversion.convert(exchange, inTurn => documentOf(body, exchange, inTurn)),
          reply,
          request,
        ),
      );
  const one = (body: Body, handler?: Handler) =>
    attended(body, (end, reply, request) => {
      if (end.kind === 'unread') return failed(reply, end);
      const accepted = request.headers.accept ?? '*/*';
      const asked = handler ?? (/html|xml|json/.test(accepted) ? 'html' : 'text');
      const isJson = /json/.test(accepted) || (handler !== undefined && !/^text\//.test(accepted));
      if (isJson) return reply.send(metadataOf(end.result, asked));
      return reply
        .type(`text/${asked === 'html' ? 'html' : 'plain'}; charset=utf-8`)
        .send(content(end.result, asked));
    });
  const recursive = (body: Body, handler: Handler) =>
    attended(body, (end, reply) =>
      end.kind === 'unread' ? failed(reply, end) : reply.send([metadataOf(end.result, handler)]),
    );

  server.put('/tika', one('plain'));
  server.post('/tika/form', one('form'));
  server.put('/rmeta', recursive('plain', 'html'));
  server.post('/rmeta/form', recursive('form', 'html'));
  for (const [name, handler] of HANDLERS) {
    server.put(`/tika/${name}`, one('plain', handler));
    // Tika 4's.
    server.put(
      `/tika/json/${name}`,
      attended('plain', (end, reply) => {
        if (end.kind === 'unread') return failed(reply, end);
        const { 'X-TIKA:content': text, ...metadata } = metadataOf(end.result, handler);
        return reply.send({ ...metadata, 'tk:content': text });
      }),
    );
    server.post(`/tika/form/${name}`, one('form', handler));
    server.put(`/rmeta/${name}`, recursive('plain', handler));
    server.post(`/rmeta/form/${name}`, recursive('form', handler));
  }
  const meta = (body: Body) =>
    attended(body, (end, reply) =>
      end.kind === 'unread' ? failed(reply, end) : reply.send(metadataOf(end.result, 'ignore')),
    );
  server.put('/meta', meta('plain'));
  server.post('/meta/form', meta('form'));
  server.put(
    '/detect/stream',
    attended('plain', (end, reply) => {
      // Tika knows no document whose type it does not tell.
      if (end.kind === 'unread' && end.code !== 'unsupported_format') return failed(reply, end);
      const type = end.kind === 'read' ? end.result.metadata.content_type : UNKNOWN_TYPE;
      return reply.type('text/plain').send(type);
    }),
  );
}

async function documentOf(body: Body, { reader }: Exchange, inTurn: InTurn): Promise<Upload> {
  return body === 'plain' ? readPlain(reader, inTurn) : (await readForm(reader, inTurn)).upload;
}

function failed(reply: FastifyReply, { code, status, message }: Extract<JobEnd, { kind: 'unread' }>) {
  return reply.code(status).send({ status: 'error', error: { code, message } });
}

/** Tika's names for what the answer says. */
function metadataOf(result: JsonSuccess, handler: Handler): Record<string, unknown> {
  const { content_type: type, bytes, pages, chars } = result.metadata;
  const text = handler === 'ignore' ? null : content(result, handler);
  return {
    'Content-Type': type,
    'Content-Length': String(bytes),
    'X-TIKA:Parsed-By': ['textrail'],
    'X-TIKA:Parsed-By-Full-Set': ['textrail'],
    'meta:character-count': String(chars),
    ...(pages === null ? {} : { 'xmpTPg:NPages': String(pages) }),
    ...(text === null ? {} : { 'X-TIKA:content': text }),
  };
}

function content({ elements, metadata }: JsonSuccess, handler: Handler): string {
  if (handler === 'md') return renderMarkdown(elements);
  if (handler === 'text') return `${plainText(elements)}\n`;
  return renderHtml(elements, { metadata: { 'Content-Type': metadata.content_type }, pages: true });
}

/** The text that `format=text` has: the elements' own, parted by a blank line. */
export function plainText(elements: readonly Element[]): string {
  return elements
    .map(({ text }) => text)
    .filter(text => text !== '')
    .join('\n\n');
}
