/** A bucket of somebody who calls the service, with their own credentials: what the command line reads documents from and writes to. */
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
  /** Another after each change of the object. */
  etag: string;
  bytes: number;
  /** Epoch ms. */
  changedAt: number;
}

/** `isAway`: the store did not answer, or not for now. */
export class BucketRefused extends Error {
  override readonly name = 'BucketRefused';
  readonly isAway: boolean;

  constructor(what: string, cause: unknown) {
    super(`${what}: ${cause instanceof Error ? cause.message : String(cause)}`, { cause });
    this.isAway = isAway(cause);
  }
}

const IDLE_LIMIT_MS = 30_000;
/** A list is in memory as a whole, at some 300 bytes an object. */
const MOST_OBJECTS = 1_000_000;
/** Of an address, from the beginning of its day: whatever is asked for in that day has a day left to fetch it. */
const ADDRESS_SECONDS = 2 * 86_400;

/** Every method throws `BucketRefused`. */
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

  /** What lies below a prefix, in the order of its keys, without what only stands for a folder. */
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
   * A presigned https address of an object, the same for all of a day (UTC), so that a repeated request is the same request; null
   * where the store has none. `at`: epoch ms.
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
