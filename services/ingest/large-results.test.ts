import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import { it } from 'node:test';
import fastify from 'fastify';
import type { BlobStore } from '../../platform/blob-store/blob-store.ts';
import { createTelemetry } from '../../platform/telemetry.ts';
import type { Connections } from './connections.ts';
import { LargeResults } from './large-results.ts';

const PIECE = Buffer.alloc(64 * 1024);
const PIECES = 1_000;

it('HEAD of a large result tells its length, and takes nothing of it from the store', async t => {
  let read = 0;
  const streams: Readable[] = [];
  const blobs = {
    read: async () => {
      throw new RangeError('larger than its reader allows');
    },
    stream: async () => {
      const pieces = Readable.from(
        (function* () {
          for (; read < PIECES; read++) yield PIECE;
        })(),
      );
      streams.push(pieces);
      return { bytes: PIECES * PIECE.length, pieces };
    },
  };
  const connections = { onLook: () => undefined };
  const { logger } = createTelemetry('silent');
  const results = new LargeResults(
    blobs as unknown as BlobStore,
    logger,
    connections as unknown as Connections,
  );
  const server = fastify();
  t.after(() => server.close());
  server.get('/', async (_request, reply) => {
    await results.send(reply, 'result/a', 'key', { 'X-Quota-Limit': '500' });
    return reply;
  });
  const { statusCode, headers } = await server.inject({ method: 'HEAD', url: '/' });
  assert.deepEqual(
    [statusCode, headers['content-length'], headers['x-quota-limit']],
    [200, String(PIECES * PIECE.length), '500'],
  );
  assert.equal(streams[0]?.destroyed, true, 'its place is free, and so is its file');
  assert.ok(read < 10, `${read} pieces`);
});
