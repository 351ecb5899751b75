/**
 * docling-serve's conversions of one document: an upload, or a source in JSON, converted to Markdown, text, HTML or a
 * DoclingDocument.
 */
import type { FastifyInstance } from 'fastify';
import { type Form, readBase64, readForm, readJson } from '../document-bodies.ts';
import { Refusal } from '../refusal.ts';
import type { InTurn, Upload } from '../upload.ts';
import type { Conversion, Exchange } from './conversion.ts';
import { type Asked, FORMATS } from './docling-answers.ts';
import { answer, taskIdOf, taskRoutes, taskStatus } from './docling-tasks.ts';

const PAGE_BREAK = 'md_page_break_placeholder';
/** Written once per page: one of a megabyte turned a document of 300 pages into 300 MB. */
const PAGE_BREAK_CEILING_CHARACTERS = 256;

export function doclingRoutes(server: FastifyInstance, conversion: Conversion): void {
  server.get('/health', async (_request, reply) => reply.send({ status: 'ok' }));
  server.get('/version', async (_request, reply) => reply.send({ 'docling-serve': 'textrail' }));

  for (const [kind, orderOf] of Object.entries({ file: formOrder, source: jsonOrder })) {
    server.post(`/v1/convert/${kind}`, (request, reply) =>
      conversion.attend(request, reply, async exchange => {
        const startedAt = performance.now();
        const { document, url, asked } = orderOf(exchange);
        const end = await conversion.convert(exchange, document, url);
        const seconds = Math.round(performance.now() - startedAt) / 1000;
        return answer(reply, end, { asked: asked(), processing_time: seconds });
      }),
    );
    server.post(`/v1/convert/${kind}/async`, (request, reply) =>
      conversion.attend(request, reply, async exchange => {
        const { document, url, asked } = orderOf(exchange);
        const jobId = await conversion.submit(exchange, document, url);
        return reply.send(taskStatus(taskIdOf(jobId, asked().formats), 'pending'));
      }),
    );
  }
  taskRoutes(server, conversion);
}

/** A requested conversion: its document, and the formats. */
interface Order {
  document: (inTurn: InTurn) => Promise<Upload>;
  url: () => Promise<string | null>;
  /** What was asked for; known once the body has been read. All functions here throw a `Refusal`. */
  asked: () => Asked;
}

function formOrder({ reader }: Exchange): Order {
  let asked: Asked | null = null;
  // Check fields wherever they stand in the form: the document is stored before the form has been read to its end.
  const checkField = (name: string, value: string) => {
    if (name === 'target_type') checkTarget(value);
    if (name === 'to_formats') checkedFormats([value]);
    if (name === PAGE_BREAK) checkPageBreak(value);
  };
  return {
    url: async () => null,
    document: async inTurn => {
      const form = await readForm(reader, inTurn, checkField);
      asked = askedInForm(form);
      return form.upload;
    },
    asked: () => known(asked),
  };
}

function jsonOrder({ reader }: Exchange): Order {
  let order: SourceOrder | null = null;
  return {
    url: async () => {
      order = sourceOrder(await readJson(reader));
      return order.url;
    },
    document: inTurn => readBase64(order?.base64 ?? '', reader, inTurn),
    asked: () => known(order),
  };
}

function known<T>(asked: T | null): T {
  if (asked === null) throw new Refusal('bad_request');
  return asked;
}

function askedInForm({ fields, fileName }: Form): Asked {
  const first = (name: string) => fields.get(name)?.[0] ?? null;
  const formats = checkedFormats(fields.get('to_formats') ?? ['md']);
  return { formats, pageBreak: first(PAGE_BREAK), fileName: fileName || 'document' };
}

interface SourceOrder extends Asked {
  url: string | null;
  base64: string | null;
}

/** The order in a JSON body. Throws a `Refusal` unless it asks for exactly one document. */
function sourceOrder(body: unknown): SourceOrder {
  const { sources, options, target } = fieldsOf(body);
  if (!Array.isArray(sources) || sources.length !== 1)
    throw new Refusal('bad_request', 'Give one source; several are several requests here.');
  const { kind, url, base64_string: base64, filename } = fieldsOf(sources[0]);
  const { to_formats: formats = ['md'], [PAGE_BREAK]: pageBreak } = fieldsOf(options ?? {});
  checkTarget(fieldsOf(target ?? {}).kind);
  if (!Array.isArray(formats) || formats.length === 0)
    throw new Refusal('bad_request', 'to_formats must be a list with a form or more.');
  const common = {
    formats: checkedFormats(formats),
    pageBreak: typeof pageBreak === 'string' ? checkPageBreak(pageBreak) : null,
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
  // docling's own client tries this target first, and recognises by this message that it has to use the other one.
  if (kind === 'presigned_url')
    throw new Refusal(
      'bad_request',
      'presigned_url needs artifact storage to be configured; ask for inbody.',
    );
  if (kind !== undefined && kind !== null && kind !== 'inbody')
    throw new Refusal('not_implemented', 'The only target is inbody.');
}

function checkPageBreak(text: string): string {
  if (text.length > PAGE_BREAK_CEILING_CHARACTERS)
    throw new Refusal(
      'bad_request',
      `${PAGE_BREAK} has at most ${PAGE_BREAK_CEILING_CHARACTERS} characters.`,
    );
  return text;
}

/** The formats asked for, each once, because each is rendered. */
function checkedFormats(formats: readonly unknown[]): string[] {
  const known = formats.filter(
    (format): format is string => typeof format === 'string' && FORMATS.includes(format),
  );
  if (known.length < formats.length)
    throw new Refusal('not_implemented', `to_formats may have ${FORMATS.join(', ')}.`);
  return [...new Set(known)];
}

function fieldsOf(value: unknown): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new Refusal('bad_request', 'The body is no conversion request.');
  return { ...value };
}
