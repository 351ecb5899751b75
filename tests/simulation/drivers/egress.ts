/** Stands in for the guarded HTTP client: it reaches only what is in the simulation. */
import type { Readable } from 'node:stream';
import { EgressError, type Fetched } from '../../../platform/egress/egress.ts';
import { backend } from './backend.ts';

export * from '../../../platform/egress/egress.ts';

interface SendOptions {
  headers: Record<string, string>;
  body: Uint8Array | Readable;
  timeoutMs: number;
}

export class Egress {
  private readonly outside = backend().outside;

  async fetchDocument(url: string, { timeoutMs }: { timeoutMs: number }): Promise<Fetched> {
    return { bytes: await withinTime(this.outside.fetch(url), timeoutMs), charset: undefined };
  }

  send(url: string, { headers, body, timeoutMs }: SendOptions): Promise<number> {
    const text = body instanceof Uint8Array ? Buffer.from(body).toString() : '';
    return withinTime(this.outside.post(url, headers, text), timeoutMs);
  }

  async close(): Promise<void> {}
}

function withinTime<T>(work: Promise<T>, timeoutMs: number): Promise<T> {
  const { promise, resolve, reject } = Promise.withResolvers<T>();
  const timer = setTimeout(() => reject(new EgressError('timeout')), timeoutMs);
  work
    .then(resolve, error => reject(new EgressError('connection', { cause: error })))
    .finally(() => clearTimeout(timer));
  return promise;
}
