/**
 * Answers that must not lie in memory as often as they are asked for: they are taken from the store when there is a
 * place for them, and handed over in pieces, so that a reader who takes none can be told from one who is slow.
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

/** Up to 1 MiB each, in memory; at once of one key, and in all. */
const WHOLE_PER_KEY = 16;
const WHOLE = 128;
/** Larger ones: each holds a file, or one of the S3 client's 64 connections. */
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
   * Answers 200 with the blob and `headers`; resolves when the caller has it, or has gone. Rejects only before anything is
   * sent, as the store does. A store that fails later cuts the connection: the caller misses what the length announced.
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
  // Fastify would read it to its end, for nobody, long after its place was given to others.
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
