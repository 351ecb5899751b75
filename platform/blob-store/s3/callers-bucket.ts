/**
 * A bucket of a user of the service, opened with their own credentials: the command line reads documents from it and
 * writes to it.
 */
import { Client } from 'minio';
import { listed } from './listing.ts';
import { isAway, reached } from './transport.ts';

export interface CallersBucketOptions {
  /** http(s) address of the store. */
  endpoint: string;
  region: string;
  accessKey: string;
  secretKey: string;
  sessionToken: string | undefined;
  bucket: string;
}

export interface BucketObject {
  key: string;
  /** Changes with each change of the object. */
  etag: string;
  bytes: number;
  /** Epoch ms. */
  changedAt: number;
}

/** An error of the bucket. `isAway`: the store did not answer, or refuses for the moment. */
export class BucketRefused extends Error {
  override readonly name = 'BucketRefused';
  readonly isAway: boolean;

  constructor(what: string, cause: unknown) {
    super(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.isAway = isAway(cause);
  }
}

const IDLE_LIMIT_MS = 30_000;
/** Most objects in a list, which is held in memory at some 300 bytes an object. */
const MOST_OBJECTS = 1_000_000;
/**
 * How long a presigned address is valid, counted from the beginning of its day: an address from any time of that day is
 * valid for at least one more day.
 */
const ADDRESS_SECONDS = 2 * 86_400;

/** Lists, reads and writes objects. Every method throws `BucketRefused`. */
export class CallersBucket {
  readonly name: string;
  private readonly client: Client;
  private readonly isSecure: boolean;

  constructor({ endpoint, bucket, sessionToken, ...options }: CallersBucketOptions) {
    const server = reached(endpoint, IDLE_LIMIT_MS);
    this.name = bucket;
    this.isSecure = server.useSSL;
    this.client = new Client({
      ...server,
      ...options,
      ...(sessionToken === undefined ? {} : { sessionToken }),
    });
  }

  /** The objects under a prefix in the order of their keys, without objects that only stand for a folder. */
  list(prefix: string): Promise<BucketObject[]> {
    return this.asked('listing', async () => {
      const found: BucketObject[] = [];
      for await (const { name, etag, size, lastModified } of listed(this.client, this.name, prefix)) {
        if (name === undefined || name.endsWith('/')) continue;
        if (found.length === MOST_OBJECTS) throw new Error(`more than ${MOST_OBJECTS} objects`);
        found.push({
          key: name,
          etag: etag ?? '',
          bytes: size ?? 0,
          changedAt: lastModified?.getTime() ?? 0,
        });
      }
      return found;
    });
  }

  read(key: string): Promise<Buffer> {
    return this.asked('reading', async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of await this.client.getObject(this.name, key)) chunks.push(chunk);
      return Buffer.concat(chunks);
    });
  }

  put(key: string, content: Buffer, contentType: string): Promise<void> {
    return this.asked('writing', async () => {
      await this.client.putObject(this.name, key, content, content.length, { 'Content-Type': contentType });
    });
  }

  /**
   * A presigned https address of an object. It is the same for a whole day (UTC), so that a repeated request is
   * identical. Null if the store has no https. `at`: epoch ms.
   */
  async addressOf(key: string, at: number): Promise<string | null> {
    if (!this.isSecure) return null;
    const day = new Date(at);
    day.setUTCHours(0, 0, 0, 0);
    return this.asked('signing', () =>
      this.client.presignedGetObject(this.name, key, ADDRESS_SECONDS, {}, day),
    );
  }

  private async asked<T>(what: string, ask: () => Promise<T>): Promise<T> {
    try {
      return await ask();
    } catch (error) {
      throw new BucketRefused(what, error);
    }
  }
}
