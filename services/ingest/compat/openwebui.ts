/** Open WebUI's external document loader: PUT /process with the document as the body returns its text as Markdown. */
import type { FastifyInstance } from 'fastify';
import { readPlain } from '../document-bodies.ts';
import { type Conversion, fileNameOf, sendRendered } from './conversion.ts';

export function openWebUiRoutes(server: FastifyInstance, conversion: Conversion): void {
  server.put('/process', (request, reply) =>
    conversion.attend(request, reply, async exchange => {
      const end = await conversion.convert(exchange, inTurn => readPlain(exchange.reader, inTurn));
      if (end.kind === 'unread') {
        const { code, message, status } = end;
        return reply.code(status).send({ status: 'error', error: { code, message } });
      }
      return sendRendered(reply, end, { as: 'openwebui', source: fileNameOf(request) });
    }),
  );
}
