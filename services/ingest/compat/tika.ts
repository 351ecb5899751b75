/**
 * Apache Tika Server's routes as tika-python, tika-client and Open WebUI use them. Failures have Tika's statuses and no
 * body, because its clients take every body for a result; `X-Service-Error` names the code.
 */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { readForm, readPlain } from '../document-bodies.ts';
import type { InTurn, Upload } from '../upload.ts';
import type { JobEnd } from '../waited-job.ts';
import { type Conversion, type Exchange, sendRendered } from './conversion.ts';
import type { Handler, TikaOrder } from './tika-answers.ts';

type Body = 'plain' | 'form';
type Work = (
  end: JobEnd,
  reply: FastifyReply,
  request: FastifyRequest,
) => FastifyReply | Promise<FastifyReply>;

const GREETING = 'This is Textrail, answering as Apache Tika Server. See docs/compat.md.\n';
/** Its clients check only that there is a version. */
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

  const attended = (body: Body, work: Work) => (request: FastifyRequest, reply: FastifyReply) =>
    conversion.attend(request, reply, async exchange =>
      work(await conversion.convert(exchange, inTurn => documentOf(body, exchange, inTurn)), reply, request),
    );
  const read = (reply: FastifyReply, end: JobEnd, order: TikaOrder, type?: string) =>
    end.kind === 'unread' ? failed(reply, end) : sendRendered(reply, end, { as: 'tika', ...order }, type);
  const one = (body: Body, asked?: Handler) =>
    attended(body, (end, reply, request) => {
      const accepted = request.headers.accept ?? '*/*';
      const handler = asked ?? (/html|xml|json/.test(accepted) ? 'html' : 'text');
      const isJson = /json/.test(accepted) || (asked !== undefined && !/^text\//.test(accepted));
      if (isJson) return read(reply, end, { handler, shape: 'json' });
      const type = `text/${handler === 'html' ? 'html' : 'plain'}; charset=utf-8`;
      return read(reply, end, { handler, shape: 'content' }, type);
    });
  const recursive = (body: Body, handler: Handler) =>
    attended(body, (end, reply) => read(reply, end, { handler, shape: 'list' }));

  server.put('/tika', one('plain'));
  server.post('/tika/form', one('form'));
  server.put('/rmeta', recursive('plain', 'html'));
  server.post('/rmeta/form', recursive('form', 'html'));
  for (const [name, handler] of HANDLERS) {
    server.put(`/tika/${name}`, one('plain', handler));
    // Tika 4's routes.
    server.put(
      `/tika/json/${name}`,
      attended('plain', (end, reply) => read(reply, end, { handler, shape: 'json-4' })),
    );
    server.post(`/tika/form/${name}`, one('form', handler));
    server.put(`/rmeta/${name}`, recursive('plain', handler));
    server.post(`/rmeta/form/${name}`, recursive('form', handler));
  }
  const meta = (body: Body) =>
    attended(body, (end, reply) => read(reply, end, { handler: 'ignore', shape: 'json' }));
  server.put('/meta', meta('plain'));
  server.post('/meta/form', meta('form'));
  server.put(
    '/detect/stream',
    attended('plain', (end, reply) => {
      // Tika names a type for every document, so an unsupported one gets the generic type.
      if (end.kind === 'unread' && end.code === 'unsupported_format')
        return reply.type('text/plain').send(UNKNOWN_TYPE);
      return read(reply, end, { handler: 'ignore', shape: 'type' }, 'text/plain');
    }),
  );
}

async function documentOf(body: Body, { reader }: Exchange, inTurn: InTurn): Promise<Upload> {
  return body === 'plain' ? readPlain(reader, inTurn) : (await readForm(reader, inTurn)).upload;
}

function failed(reply: FastifyReply, { code, status, message }: Extract<JobEnd, { kind: 'unread' }>) {
  return reply.code(status).send({ status: 'error', error: { code, message } });
}
