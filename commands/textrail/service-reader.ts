/**
 * Reads documents with a running service. The Idempotency-Keys are derived from the documents, so that a run that broke
 * off can be repeated at no cost.
 */
import { createHash } from 'node:crypto';
import { type Textrail, TextrailError } from '../../clients/typescript/textrail.ts';
import type { Loaded, StoredObject } from './inputs.ts';
import { type Answer, type DocumentReader, Stopped, Unread } from './reader.ts';

/**
 * Largest upload, fixed by the public interface. Larger documents are not sent, because the service counts them towards
 * its circuit breaker.
 */
const UPLOAD_CEILING_BYTES = 10_485_760;

/** A document in the form in which it is sent to the service. */
type Sent = Exclude<Loaded, { object: StoredObject }>;

export class ServiceReader implements DocumentReader {
  private readonly client: Textrail;
  private readonly many: boolean;
  /** Whether the service can fetch from the bucket. The first document finds out, and the others wait for it. */
  private canFetch: Promise<boolean> | null = null;

  /** `many`: send documents as jobs, so that they do not go before callers who wait. */
  constructor(client: Textrail, many: boolean) {
    this.client = client;
    this.many = many;
  }

  async read(document: Loaded, format: 'text' | 'json', signal: AbortSignal): Promise<Answer> {
    if ('object' in document) return this.readObject(document.object, format, signal);
    return this.sent(document, format, signal);
  }

  close(): Promise<void> {
    return Promise.resolve();
  }

  private async readObject(
    object: StoredObject,
    format: 'text' | 'json',
    signal: AbortSignal,
  ): Promise<Answer> {
    const { version, bytes } = object;
    const url = await object.address();
    const isFirst = this.canFetch === null;
    const { promise, resolve } = Promise.withResolvers<boolean>();
    this.canFetch ??= promise;
    try {
      if (url !== null && (isFirst || (await this.canFetch)))
        return await this.sent({ url, version }, format, signal);
      resolve(false);
    } catch (error) {
      if (!(error instanceof Unread) || error.code !== 'fetch_failed') throw error;
      resolve(false);
    } finally {
      // Any other error means that the document was fetched.
      resolve(true);
    }
    if (bytes > UPLOAD_CEILING_BYTES)
      throw new Unread('too_large', `over ${UPLOAD_CEILING_BYTES} bytes, and the service cannot fetch it`);
    return this.sent({ bytes: await object.read() }, format, signal);
  }

  private async sent(document: Sent, format: 'text' | 'json', signal: AbortSignal): Promise<Answer> {
    if ('bytes' in document && document.bytes.length > UPLOAD_CEILING_BYTES)
      throw new Unread('too_large', `it has more than ${UPLOAD_CEILING_BYTES} bytes; give it by --url`);
    try {
      return await this.extracted(document, format, this.many, signal);
    } catch (error) {
      if (!(error instanceof TextrailError)) throw error;
      if (error.isOfDocument) throw new Unread(error.code, error.message);
      throw new Stopped(`${error.code}: ${error.message}`, { cause: error });
    }
  }

  private async extracted(
    document: Sent,
    format: 'text' | 'json',
    asynchronous: boolean,
    signal: AbortSignal,
  ): Promise<Answer> {
    const idempotencyKey = keyOf(document, format, asynchronous);
    try {
      return await this.client.extract(document, { format, async: asynchronous, idempotencyKey, signal });
    } catch (error) {
      // The time limit of a waiting caller was too short; a job has more time.
      const isLate = error instanceof TextrailError && error.status === 504;
      if (!isLate || asynchronous) throw error;
      return this.extracted(document, format, true, signal);
    }
  }
}

/** The Idempotency-Key: the same for the same request, on any machine and at any time. */
export function keyOf(document: Sent, format: string, asynchronous: boolean): string {
  const source = 'url' in document ? document.url : createHash('sha256').update(document.bytes).digest('hex');
  const version = 'url' in document && document.version !== undefined ? [document.version] : [];
  const parts = JSON.stringify([source, format, asynchronous, ...version]);
  return `textrail-${createHash('sha256').update(parts).digest('hex')}`;
}
