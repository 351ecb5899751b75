import assert from 'node:assert/strict';
import { it } from 'node:test';
import multipart from '@fastify/multipart';
import fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import type { BlobStore } from '../../../platform/blob-store/blob-store.ts';
import type { InTurn } from '../upload.ts';
import type { Conversion, Exchange } from './conversion.ts';
import { doclingRoutes } from './docling.ts';

/** More than waits in memory. */
const LARGE = new Blob([Buffer.alloc(400_000, 'a')]);

it('a conversion into what cannot be had is refused, and nothing of its document stays in the store', async t => {
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
    submit: async (_: Exchange, document: (inTurn: InTurn) => Promise<unknown>) => {
      await document(store => store());
      return '019a0000-0000-7000-8000-000000000000';
    },
  };
  const server = fastify();
  t.after(() => server.close());
  await server.register(multipart);
  doclingRoutes(server, conversion as unknown as Conversion);
  const convert = async (format: string) => {
    const form = new FormData();
    form.set('files', LARGE, 'a.txt');
    form.set('to_formats', format);
    const { headers, body } = new Response(form) as Response & { body: ReadableStream };
    const payload = Buffer.concat(await Array.fromAsync(body));
    const type = headers.get('content-type') ?? '';
    const url = '/v1/convert/file/async';
    return server.inject({ method: 'POST', url, headers: { 'content-type': type }, payload });
  };
  assert.equal((await convert('md')).statusCode, 200);
  assert.equal(stored.size, 1);
  assert.match((await convert('doctags')).body, /to_formats may have/);
  assert.equal(stored.size, 1);
});
