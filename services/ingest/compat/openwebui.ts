/** Open WebUI's external document loader: PUT /process with the document as the body; its text comes back as Markdown. */
import type { FastifyInstance } from 'fastify';
import { byPage } from '../../../core/render/html.ts';
import { renderMarkdown } from '../../../core/render/markdown.ts';
import type { JsonSuccess } from '../../../schemas/api.ts';
import { readPlain } from '../document-bodies.ts';
import { type Conversion, fileNameOf } from './conversion.ts';

export function openWebUiRoutes(server: FastifyInstance, conversion: Conversion): void {
  server.put('/process', (request, reply) =>
    conversion.attend(request, reply, async exchange => {
      const end = await conversion.convert(exchange, inTurn => readPlain(exchange.reader, inTurn));
      if (end.kind === 'unread') {
        const { code, message, status } = end;
        return reply.code(status).send({ status: 'error', error: { code, message } });
      }
      return reply.send(documentsOf(end.result, fileNameOf(request)));
    }),
  );
}

/** A document for each page, so that what Open WebUI cites has its page, as its own loaders have it: counted from 0. */
function documentsOf({ elements, metadata }: JsonSuccess, source: string) {
  const common = { source, content_type: metadata.content_type, ocr: metadata.ocr };
  const runs = byPage(elements);
  const pages = [...new Set(runs.map(({ page }) => page))];
  return pages.map(page => ({
    page_content: renderMarkdown(elements.filter(element => element.page === page)),
    metadata: page === null ? common : { ...common, page: page - 1, page_label: String(page) },
  }));
}
