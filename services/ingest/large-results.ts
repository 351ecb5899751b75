/**
 * Sends answers that are too large to be held in memory once per request: they are read from the store when a place is
 * free, and sent in pieces, so that a caller who reads nothing can be told from one who reads slowly.
 */
import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { BlobKey, BlobStore } from '../../platform/blob-store/blob-store.ts';
import { wholeUnlessLarge } from '../../platform/blob-store/whole.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import { JSON_TYPE } from './answers.ts';
import type { Connections } from './connections.ts';
import { type Transfer, Transfers } from './transfers.ts';

/** Most results of up to 1 MiB in memory at once, of one key and in all. */
const WHOLE_PER_KEY = 16;
const WHOLE = 128;
/** Most larger results at once, of one key and in all. Each holds an open file, or one of the S3 client's 64 connections. */
const STREAMED_PER_KEY = 4;
const STREAMED = 16;
const PIECE_BYTES = 64 * 1024;

export class LargeResults {
  private readonly blobs: BlobStore;
  private readonly logger: Telemetry['logger'];
  private readonly connections: Connections;
  private readonly whole = new Transfers(WHOLE_PER_KEY, WHOLE);
  private readonly streamed = new Transfers(STREAMED_PER_KEY, STREAMED);

  constructor(blobs: BlobStore, logger: Telemetry['logger'], connections: Connections) {
    this.blobs = blobs;
    this.logger = logger;
    this.connections = connections;
    for (const transfers of [this.whole, this.streamed])
      connections.onLook((now, intervalMs) => transfers.makeRoom(now, intervalMs));
  }

  /**
   * Answers 200 with the blob and `headers`. Resolves when the caller has it all, or has gone. Rejects only before
   * anything was sent, as the store does. If the store fails later the connection is cut, and the caller notices by the
   * announced length.
   */
  async send(
    reply: FastifyReply,
    result: BlobKey,
    keyId: string,
    headers: Record<string, string>,
  ): Promise<void> {
    const transfer = this.transfer(reply, keyId);
    const isSent = await this.whole.run(transfer, async () => {
      if (reply.raw.destroyed) return true;
      const bytes = await wholeUnlessLarge(this.blobs, result);
      if (bytes === undefined) return false;
      await handOver(reply, bytes.length, Readable.from(piecesOf(bytes)), headers);
      return true;
    });
    if (isSent) return;
    await this.streamed.run(transfer, async () => {
      if (reply.raw.destroyed) return;
      const { bytes, pieces } = await this.blobs.stream(result);
      pieces.once('error', error => this.failed(error));
      await handOver(reply, bytes, pieces, headers);
    });
  }

  private transfer({ request }: FastifyReply, keyId: string): Transfer {
    const { socket } = request.raw;
    return {
      keyId,
      moved: () => socket.bytesWritten - socket.writableLength,
      waitsForCaller: () => socket.writableLength > 0,
      cut: () => this.connections.cut(socket, 'yielded'),
    };
  }

  private failed(error: Error): void {
    if ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE') return;
    this.logger.error({ error: error.message }, 'the blob store failed while a result was being sent');
  }
}

async function handOver(
  reply: FastifyReply,
  bytes: number,
  pieces: Readable,
  headers: Record<string, string>,
): Promise<void> {
  const isHead = reply.request.method === 'HEAD';
  // Fastify would read the whole stream for nobody, long after the place was given to another request.
  if (isHead) pieces.destroy();
  reply
    .code(200)
    .headers({ ...headers, 'Content-Length': bytes })
    .type(JSON_TYPE)
    .send(isHead ? Readable.from([]) : pieces);
  await finished(reply.raw).catch(() => undefined);
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}
