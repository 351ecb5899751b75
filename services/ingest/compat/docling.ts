/** docling-serve's conversions of one document: an upload, or a source in JSON; Markdown, text, HTML and DoclingDocument come out. */
import type { FastifyInstance } from 'fastify';
import { byPage, renderHtml } from '../../../core/render/html.ts';
import { renderMarkdown } from '../../../core/render/markdown.ts';
import type { JsonSuccess } from '../../../schemas/api.ts';
import { type Form, readBase64, readForm, readJson } from '../document-bodies.ts';
import { Refusal } from '../refusal.ts';
import type { JobEnd } from '../waited-job.ts';
import type { Conversion } from './conversion.ts';
import { doclingDocument } from './docling-document.ts';
import { plainText } from './tika.ts';

const FORMATS = ['md', 'text', 'html', 'json'];
/** Of an answer, beside its document. */
const ENVELOPE = { errors: [], timings: {} };

interface Asked {
  formats: string[];
  /** Stands between pages in Markdown. */
  pageBreak: string | null;
  fileName: string;
}

export function doclingRoutes(server: FastifyInstance, conversion: Conversion): void {
  server.get('/health', async (_request, reply) => reply.send({ status: 'ok' }));
  server.get('/version', async (_request, reply) => reply.send({ 'docling-serve': 'textrail' }));

  server.post('/v1/convert/file', (request, reply) =>
    conversion.attend(request, reply, async exchange => {
      const startedAt = performance.now();
      let form: Form | null = null;
      const end = await conversion.convert(exchange, async inTurn => {
        form = await readForm(exchange.reader, inTurn);
        // Before it is a job: what is asked for cannot be had otherwise.
        askedInForm(form);
        return form.upload;
      });
      if (form === null) throw new Refusal('bad_request');
      return reply.send(answerOf(end, askedInForm(form), startedAt));
    }),
  );

  server.post('/v1/convert/source', (request, reply) =>
    conversion.attend(request, reply, async exchange => {
      const startedAt = performance.now();
      let order: SourceOrder | null = null;
      const end = await conversion.convert(
        exchange,
        inTurn => readBase64(order?.base64 ?? '', exchange.reader, inTurn),
        async () => {
          order = sourceOrder(await readJson(exchange.reader));
          return order.url;
        },
      );
      if (order === null) throw new Refusal('bad_request');
      return reply.send(answerOf(end, order, startedAt));
    }),
  );
}

/** A document that cannot be converted is a conversion that failed, and no failed request. */
function answerOf(end: JobEnd, asked: Asked, startedAt: number): object {
  const processing_time = Math.round(performance.now() - startedAt) / 1000;
  if (end.kind === 'read')
    return { document: documentOf(end.result, asked), status: 'success', ...ENVELOPE, processing_time };
  const error = { component_type: 'document_backend', module_name: end.code, error_message: end.message };
  const document = contentOf(asked.fileName, {});
  return { document, status: 'failure', ...ENVELOPE, errors: [error], processing_time };
}

function documentOf(result: JsonSuccess, { formats, pageBreak, fileName }: Asked): object {
  const { elements } = result;
  const made: Record<string, () => unknown> = {
    md: () => markdownOf(result, pageBreak),
    text: () => plainText(elements),
    html: () => renderHtml(elements),
    json: () => doclingDocument(result, fileName),
  };
  const contents = Object.fromEntries(formats.map(format => [`${format}_content`, made[format]?.()]));
  return contentOf(fileName, contents);
}

function contentOf(filename: string, contents: Record<string, unknown>): object {
  const none = { md_content: null, json_content: null, html_content: null, text_content: null };
  return { filename, ...none, doctags_content: null, ...contents };
}

function markdownOf({ elements }: JsonSuccess, pageBreak: string | null): string {
  if (pageBreak === null || pageBreak === '') return renderMarkdown(elements);
  return byPage(elements)
    .map(run => renderMarkdown(run.elements))
    .join(`\n${pageBreak}\n\n`);
}

function askedInForm({ fields, fileName }: Form): Asked {
  const first = (name: string) => fields.get(name)?.[0] ?? null;
  checkTarget(first('target_type'));
  const formats = checkedFormats(fields.get('to_formats') ?? ['md']);
  return { formats, pageBreak: first('md_page_break_placeholder'), fileName: fileName || 'document' };
}

interface SourceOrder extends Asked {
  url: string | null;
  base64: string | null;
}

/** Throws a `Refusal` for what is no order of one document. */
function sourceOrder(body: unknown): SourceOrder {
  const { sources, options, target } = fieldsOf(body);
  if (!Array.isArray(sources) || sources.length !== 1)
    throw new Refusal('bad_request', 'Give one source; several are several requests here.');
  const { kind, url, base64_string: base64, filename } = fieldsOf(sources[0]);
  const { to_formats: formats = ['md'], md_page_break_placeholder: pageBreak } = fieldsOf(options ?? {});
  checkTarget(fieldsOf(target ?? {}).kind);
  if (!Array.isArray(formats)) throw new Refusal('bad_request', 'to_formats must be a list.');
  const common = {
    formats: checkedFormats(formats),
    pageBreak: typeof pageBreak === 'string' ? pageBreak : null,
  };
  if (kind === 'http' && typeof url === 'string') {
    const fileName = URL.canParse(url) ? (new URL(url).pathname.split('/').at(-1) ?? '') : '';
    return { ...common, url, base64: null, fileName: fileName || 'document' };
  }
  if (kind === 'file' && typeof base64 === 'string')
    return { ...common, url: null, base64, fileName: typeof filename === 'string' ? filename : 'document' };
  throw new Refusal(
    'bad_request',
    'A source is of kind http with a url, or of kind file with base64_string.',
  );
}

function checkTarget(kind: unknown): void {
  if (kind !== undefined && kind !== null && kind !== 'inbody')
    throw new Refusal('not_implemented', 'The only target is inbody.');
}

function checkedFormats(formats: readonly unknown[]): string[] {
  const unknown = formats.find(format => !FORMATS.includes(String(format)));
  if (unknown !== undefined)
    throw new Refusal('not_implemented', `to_formats may have ${FORMATS.join(', ')}.`);
  return formats.map(String);
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('bad_request', 'The body is no conversion request.');
  return { ...value };
}
