/** Stands in for the blob store's S3 adapter, over the object store in memory. */
import { Readable } from 'node:stream';
import {
  type BlobKey,
  BlobMissing,
  type BlobPrefix,
  type BlobStore,
  BlobStoreUnavailable,
  type BlobStream,
  type NewBlob,
  type StoredBlob,
} from '../../../platform/blob-store/blob-store.ts';
import { backend } from './backend.ts';
import { ObjectRefused } from './object-store.ts';

/** Time after which the adapter's own retries give up. */
const LIMIT_MS = 6_000;
const ATTEMPTS = 4;
const PAUSE_MS = 200;

export class S3BlobStore implements BlobStore {
  private readonly backend = backend();

  static async open(): Promise<S3BlobStore> {
    return new S3BlobStore();
  }

  put({ key, bytes }: NewBlob): Promise<void> {
    const copy = Buffer.from(bytes);
    return this.ask(() => this.backend.objects.put(key, copy));
  }

  async write(key: BlobKey, source: AsyncIterable<Uint8Array>): Promise<void> {
    const pieces: Uint8Array[] = [];
    for await (const piece of source) pieces.push(piece);
    await this.put({ key, bytes: Buffer.concat(pieces) });
  }

  async read(key: BlobKey, ceilingBytes: number): Promise<Buffer> {
    const bytes = await this.ask(() => this.backend.objects.get(key));
    if (bytes === undefined) throw new BlobMissing();
    if (bytes.length > ceilingBytes) throw new RangeError('the blob is larger than its reader takes');
    return bytes;
  }

  async stream(key: BlobKey): Promise<BlobStream> {
    const bytes = await this.read(key, Number.POSITIVE_INFINITY);
    return { bytes: bytes.length, pieces: Readable.from([bytes]) };
  }

  delete(keys: readonly BlobKey[]): Promise<void> {
    return this.ask(() => this.backend.objects.delete(keys));
  }

  async *list(prefix: BlobPrefix, before: number, beginning?: string): AsyncGenerator<StoredBlob> {
    const found = await this.ask(() => this.backend.objects.list(prefix, before, beginning));
    for (const { key, ...rest } of found) yield { key: key as BlobKey, ...rest };
  }

  async check(): Promise<void> {
    await this.ask(() => undefined);
  }

  async close(): Promise<void> {}

  private async ask<T>(work: () => T): Promise<T> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.once(work);
      } catch (error) {
        if (error instanceof ObjectRefused) throw refusal(error);
        if (attempt === ATTEMPTS)
          throw new BlobStoreUnavailable('the blob store could not be reached', { cause: error });
        await new Promise<void>(resolve => setTimeout(resolve, PAUSE_MS));
      }
    }
  }

  private once<T>(work: () => T): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const timer = setTimeout(() => reject(new Error('timed out')), LIMIT_MS);
    this.backend.network
      .ask('s3', undefined, work)
      .then(resolve, reject)
      .finally(() => clearTimeout(timer));
    return promise;
  }
}

function refusal(error: ObjectRefused): Error {
  return new BlobStoreUnavailable('the blob store refused an object', { cause: error });
}
