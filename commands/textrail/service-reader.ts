/** Reads documents by a running service, under Idempotency-Keys made of the documents: a run that broke off goes on for free. */
import { createHash } from 'node:crypto';
import { type Textrail, TextrailError } from '../../clients/typescript/textrail.ts';
import type { Loaded } from './inputs.ts';
import { type Answer, type DocumentReader, Stopped, Unread } from './reader.ts';

/** Of an upload, fixed by the interface. Larger ones are not sent: a service counts them towards its breaker. */
const UPLOAD_CEILING_BYTES = 10_485_760;

export class ServiceReader implements DocumentReader {
  private readonly client: Textrail;
  private readonly many: boolean;

  /** `many`: documents go the way of jobs, so that they are not before callers who wait. */
  constructor(client: Textrail, many: boolean) {
    this.client = client;
    this.many = many;
  }

  async read(document: Loaded, format: 'text' | 'json', signal: AbortSignal): Promise<Answer> {
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
    document: Loaded,
    format: 'text' | 'json',
    asynchronous: boolean,
    signal: AbortSignal,
  ): Promise<Answer> {
    const idempotencyKey = keyOf(document, format, asynchronous);
    try {
      return await this.client.extract(document, { format, async: asynchronous, idempotencyKey, signal });
    } catch (error) {
      // The time of a caller who waits was not enough; a job has more.
      const isLate = error instanceof TextrailError && error.status === 504;
      if (!isLate || asynchronous) throw error;
      return this.extracted(document, format, true, signal);
    }
  }

  close(): Promise<void> {
    return Promise.resolve();
  }
}

/** The same for the same request, on whatever machine, whenever. */
export function keyOf(document: Loaded, format: string, asynchronous: boolean): string {
  const source = 'url' in document ? document.url : createHash('sha256').update(document.bytes).digest('hex');
  const parts = JSON.stringify([source, format, asynchronous]);
  return `textrail-${createHash('sha256').update(parts).digest('hex')}`;
}
