import assert from 'node:assert/strict';
import { it, type TestContext } from 'node:test';
import multipart from '@fastify/multipart';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { BlobStore } from '../../../platform/blob-store/blob-store.ts';
import type { Order } from '../renderings/order.ts';
import type { InTurn } from '../upload.ts';
import type { Conversion, Exchange } from './conversion.ts';
import { doclingRoutes } from './docling.ts';

/** Larger than what is held in memory. */
const LARGE = new Blob([Buffer.alloc(400_000, 'a')]);

/** The routes over a store in memory. `onRendered` gets the form in which a conversion is rendered. */
async function served(t: TestContext, onRendered: (order: Order) => void = () => undefined) {
  const stored = new Set<string>();
  const blobs = {
    write: async (key: string, source: AsyncIterable<Buffer>) => {
      for await (const _ of source) stored.add(key);
    },
    delete: async (keys: string[]) => {
      for (const key of keys) stored.delete(key);
    },
  };
  const conversion = {
    attend: async (request: FastifyRequest, reply: FastifyReply, work: (exchange: Exchange) => unknown) => {
      const store = blobs as unknown as BlobStore;
      const reader = { request, reply, blobs: store, ceilingBytes: 1_000_000, keyId: 'key' };
      return work({ request, reply, reader } as unknown as Exchange);
    },
    submit: async (
      _: Exchange,
      document: (inTurn: InTurn) => Promise<unknown>,
      url: () => Promise<string | null>,
    ) => {
      if ((await url()) === null) await document(store => store());
      return '019a0000-0000-7000-8000-000000000000';
    },
    convert: async (
      _: Exchange,
      document: (inTurn: InTurn) => Promise<unknown>,
      url: () => Promise<string | null>,
    ) => {
      if ((await url()) === null) await document(store => store());
      const render = async (order: Order) => {
        onRendered(order);
        return Buffer.from('{}');
      };
      return { kind: 'read', render };
    },
  };
  const server = fastify();
  t.after(() => server.close());
  await server.register(multipart);
  server.addContentTypeParser('application/json', (_request, _body, done) => done(null));
  doclingRoutes(server, conversion as unknown as Conversion);
  const convertFile = async (way: string, fields: Iterable<readonly [string, string]>) => {
    const form = new FormData();
    form.set('files', LARGE, 'a.txt');
    for (const [name, value] of fields) form.append(name, value);
    const { headers, body } = new Response(form) as Response & { body: ReadableStream };
    const payload = Buffer.concat(await Array.fromAsync(body));
    const type = headers.get('content-type') ?? '';
    return server.inject({ method: 'POST', url: way, headers: { 'content-type': type }, payload });
  };
  const convertSource = (options: object | string, url = '/v1/convert/source', target?: object) => {
    const sources = [{ kind: 'file', base64_string: 'YQ==', filename: 'b.txt' }];
    const headers = { 'content-type': 'application/json' };
    const json = typeof options === 'string' ? options : JSON.stringify(options);
    const rest = JSON.stringify({ sources, target }).slice(1);
    const payload = `{"options":${json},${rest}`;
    return server.inject({ method: 'POST', url, headers, payload });
  };
  return { stored, convertFile, convertSource };
}

it('a conversion into what cannot be had is refused, and nothing of its document stays in the store', async t => {
  const { stored, convertFile } = await served(t);
  const convert = (format: string) => convertFile('/v1/convert/file/async', [['to_formats', format]]);
  assert.equal((await convert('md')).statusCode, 200);
  assert.equal(stored.size, 1);
  assert.match((await convert('doctags')).body, /to_formats may have/);
  assert.equal(stored.size, 1);
});

it('a form that is asked for a thousand times is rendered once', async t => {
  const asked: unknown[] = [];
  const { convertFile, convertSource } = await served(t, order => {
    if (order.as === 'docling') asked.push(order.asked.formats);
  });
  const formats = Array.from({ length: 1_000 }, (_, at) => (at % 2 === 0 ? 'md' : 'text'));
  await convertSource({ to_formats: formats });
  await convertFile(
    '/v1/convert/file',
    formats.slice(0, 50).map(format => ['to_formats', format]),
  );
  assert.deepEqual(asked, [
    ['md', 'text'],
    ['md', 'text'],
  ]);
});

it('a result goes into the answer alone, and names its document as the caller did', async t => {
  const names: string[] = [];
  const { convertFile, convertSource } = await served(t, order => {
    if (order.as === 'docling') names.push(order.asked.fileName);
  });
  for (const [target, statusCode] of [
    ['inbody', 200],
    ['presigned_url', 400],
    ['zip', 501],
  ] as const) {
    const form = await convertFile('/v1/convert/file', [['target_type', target]]);
    const source = await convertSource({}, '/v1/convert/source', { kind: target });
    assert.deepEqual([form.statusCode, source.statusCode], [statusCode, statusCode], target);
  }
  assert.deepEqual(names, ['a.txt', 'b.txt']);
});

it('a form that is no text is none that is known, however deep it is', async t => {
  const { convertSource } = await served(t);
  const deep = `${'['.repeat(20_000)}${']'.repeat(20_000)}`;
  for (const form of [deep, '{"toString":1}', '["md"]', 'null', '1']) {
    const { statusCode, body } = await convertSource(`{"to_formats":["md",${form}]}`);
    assert.equal(statusCode, 501);
    assert.match(body, /to_formats may have md, text, html, json/);
  }
});

it('a conversion into no form at all is refused: it would be metered, and its task could not be asked after', async t => {
  const { convertSource } = await served(t);
  for (const way of ['source', 'source/async']) {
    const { statusCode, body } = await convertSource({ to_formats: [] }, `/v1/convert/${way}`);
    assert.equal(statusCode, 400);
    assert.match(body, /to_formats must be a list with a form or more/);
  }
});

it('what stands between pages is no longer than such a mark is: a document may have a hundred thousand', async t => {
  const { stored, convertFile, convertSource } = await served(t);
  const mark = (length: number) => ({ md_page_break_placeholder: '-'.repeat(length) });
  assert.equal((await convertSource(mark(256))).statusCode, 200);
  const refused = /md_page_break_placeholder has at most 256 characters/;
  assert.match((await convertSource(mark(257))).body, refused);
  assert.equal((await convertFile('/v1/convert/file', Object.entries(mark(256)))).statusCode, 200);
  const { size } = stored;
  assert.match((await convertFile('/v1/convert/file', Object.entries(mark(257)))).body, refused);
  assert.equal(stored.size, size);
});
