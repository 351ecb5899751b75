/**
 * Answers that are too large to lie in memory for as long as their readers take: they pass through in pieces, so many
 * at a time, whoever asks and however often. Polling is not rate limited, and a reader may be slow on purpose.
 */
import { addAbortSignal } from 'node:stream';
import { finished } from 'node:stream/promises';
import type { FastifyReply } from 'fastify';
import type { BlobKey, BlobStore } from '../../platform/blob-store/blob-store.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import { Turnstile } from '../../platform/turnstile.ts';
import { JSON_TYPE } from './answers.ts';

/** At once: of one key, and in all. Each holds a file, or one of the S3 client's 64 connections. */
const PER_KEY = 8;
const IN_ALL = 16;
/** Who takes less is cut off, and makes room for the next. */
const SLOWEST_BYTES_PER_SECOND = 64 * 1024;
const START_MS = 30_000;

export class LargeResults {
  private readonly blobs: BlobStore;
  private readonly logger: Telemetry['logger'];
  private readonly turnstile = new Turnstile(PER_KEY, IN_ALL);

  constructor(blobs: BlobStore, logger: Telemetry['logger']) {
    this.blobs = blobs;
    this.logger = logger;
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
    await this.turnstile.run(keyId, async () => {
      if (reply.raw.destroyed) return;
      const { bytes, pieces } = await this.blobs.stream(result);
      const limitMs = START_MS + Math.ceil((bytes / SLOWEST_BYTES_PER_SECOND) * 1_000);
      addAbortSignal(AbortSignal.timeout(limitMs), pieces);
      pieces.once('error', error => this.failed(error));
      reply
        .code(200)
        .headers({ ...headers, 'Content-Length': bytes })
        .type(JSON_TYPE)
        .send(pieces);
      await finished(reply.raw).catch(() => undefined);
    });
  }

  private failed(error: Error): void {
    if (error.name === 'AbortError' || ('code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'))
      return;
    this.logger.error({ error: error.message }, 'the blob store failed while a result was being sent');
  }
}
