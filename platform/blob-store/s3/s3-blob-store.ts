/**
 * The blob store on any S3 server, using only basic calls. A put is durable and whole once it is answered; larger
 * streams are uploaded in parts and appear under their key when the last part is confirmed.
 */
import { Agent as HttpAgent, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import type { OnAway } from '../../awaited-servers.ts';
import { sha256Of } from '../../large-bytes.ts';
import { reasonOf } from '../../reason.ts';
import { type OnAnswer, timed } from '../../server-calls.ts';
import { within } from '../../within.ts';
import {
  type BlobKey,
  BlobMissing,
  type BlobPrefix,
  type BlobStore,
  BlobStoreUnavailable,
  type BlobStream,
  type NewBlob,
  type StoredBlob,
} from '../blob-store.ts';
import { checkedBody, hashBeside, wholeBody } from './bodies.ts';
import { type ExpiryDays, type ExpiryRules, updateExpiryRules } from './expiry-rules.ts';
import { listed } from './listing.ts';
import { Refusals } from './refusals.ts';
import { SigningClient } from './signing-client.ts';
import { codeOf, isAway, isMissing, isRefusal, mayPass, reached, refusalOf } from './transport.ts';

export interface S3Options {
  /** `http://host:port` */
  endpoint: string;
  accessKey: string;
  secretKey: string;
  /** Created if missing. */
  bucket: string;
  region: string;
  /** Lifecycle rules, on servers that support them; they remove what the sweeper may have missed. */
  expiry?: { days: ExpiryDays; onRules?: (rules: ExpiryRules) => void };
  /** Called each time the server is found to be away while the store is opened. */
  onAway?: OnAway;
  /**
   * Called with the server's error code when unfinished uploads cannot be listed, and with undefined once they can;
   * their parts are not swept in between.
   */
  onUnlistedUploads?: (refusal: string | undefined) => void;
  /** Called for each call except lists and uploads in parts, which are as slow as their sender. */
  onAnswer?: OnAnswer;
  /** For tests. */
  callLimitMs?: number;
  idleLimitMs?: number;
}

/** Most sockets of each process; more would only wait for the server. */
const MAX_SOCKETS = 64;
/** Largest stream that is sent in one request; S3 wants parts of at least 5 MiB. One upload holds this much in memory. */
const PART_BYTES = 8 * 1024 * 1024;
/** Time limit of a call in ms: a server that takes longer hangs. */
const CALL_LIMIT_MS = 30_000;
/**
 * A connection without traffic for this many ms is closed, and calls that wait on it for a list or for the next piece of
 * a blob fail. Slow readers of a blob pause it, but not for a minute. Without this limit, each call to a server that
 * hangs would keep a connection.
 */
const IDLE_LIMIT_MS = 60_000;
/**
 * Pause in ms before the only repeat of a call that the server refused for the moment or broke off; a random part of
 * the same size is added.
 */
const REPEAT_PAUSE_MS = 200;
/** Pause in ms between two attempts to reach a server that is away at the start. */
const START_PAUSE_MS = 500;
/** S3's own maximum for a multi-object delete. */
const MAX_DELETE_KEYS = 1_000;
const WRITE_PROBE = Buffer.from('.');

/** The answer lacks what every answer of S3 has, so it comes from something in front of the server. */
class NotS3 extends BlobStoreUnavailable {
  constructor() {
    super('the blob store was answered for by something else: no ETag or no length');
  }
}

/** A key that is malformed by a mistake of ours; tells it from the client's errors about answers it does not understand. */
class MalformedKey extends TypeError {}

interface UnfinishedUpload {
  key: string;
  uploadId: string;
  initiated: Date;
}

export class S3BlobStore implements BlobStore {
  private readonly client: SigningClient;
  private readonly agent: HttpAgent;
  private readonly bucket: string;
  private readonly callLimitMs: number;
  private readonly onAnswer: OnAnswer | undefined;
  private readonly refusals = new Refusals({
    read: key => this.probe(key),
    write: key => this.putObject(key, WRITE_PROBE),
  });
  /** Upload ids of blobs that were unfinished when they were last listed. */
  private readonly unfinished = new Map<BlobKey, string>();
  private readonly onUnlistedUploads: (refusal: string | undefined) => void;
  /** The code with which the last list of unfinished uploads was refused. */
  private unlisted: string | undefined;

  private constructor(options: S3Options) {
    const server = reached(options.endpoint, options.idleLimitMs ?? IDLE_LIMIT_MS);
    const agentOptions = { keepAlive: true, maxSockets: MAX_SOCKETS };
    this.agent = server.useSSL ? new HttpsAgent(agentOptions) : new HttpAgent(agentOptions);
    this.bucket = options.bucket;
    this.callLimitMs = options.callLimitMs ?? CALL_LIMIT_MS;
    this.onAnswer = options.onAnswer;
    this.onUnlistedUploads = options.onUnlistedUploads ?? (() => undefined);
    this.client = new SigningClient({
      ...server,
      accessKey: options.accessKey,
      secretKey: options.secretKey,
      // Without a region, the client makes one more request for every bucket.
      region: options.region,
      partSize: PART_BYTES,
      transportAgent: this.agent,
      // Repeats are made here; the client's own retries would write lines to the log.
      retryOptions: { disableRetry: true },
    });
  }

  static async open(options: S3Options): Promise<S3BlobStore> {
    const store = new S3BlobStore(options);
    const { expiry, onAway } = options;
    await store.whenThere(() => store.ensureBucket(options.region), onAway);
    if (expiry !== undefined)
      await store.whenThere(
        async () => expiry.onRules?.(await updateExpiryRules(store.client, store.bucket, expiry.days)),
        onAway,
      );
    return store;
  }

  async put({ key, bytes }: NewBlob): Promise<void> {
    const body = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    await this.call('put', () => this.refusals.written(key, this.putObject(key, body)));
  }

  async write(key: BlobKey, source: AsyncIterable<Uint8Array>): Promise<void> {
    const chunks = source[Symbol.asyncIterator]();
    const head: Uint8Array[] = [];
    let bytes = 0;
    while (bytes <= PART_BYTES) {
      const { value, done } = await chunks.next();
      if (done) return this.put({ key, bytes: Buffer.concat(head) });
      head.push(value);
      bytes += value.length;
    }
    await this.writeParts(key, head, chunks);
  }

  async read(key: BlobKey, ceilingBytes: number): Promise<Buffer> {
    return this.call('get', async () => {
      const { body, announced } = await this.get(key);
      return wholeBody(body, announced, ceilingBytes);
    });
  }

  async stream(key: BlobKey): Promise<BlobStream> {
    const { body, announced } = await this.call('get', () => this.get(key));
    return { bytes: announced, pieces: checkedBody(body) };
  }

  async delete(keys: readonly BlobKey[]): Promise<void> {
    for (let at = 0; at < keys.length; at += MAX_DELETE_KEYS) {
      const slice = keys.slice(at, at + MAX_DELETE_KEYS);
      // The server returns one entry for each object that was not deleted, contrary to the client's types.
      const told = await this.call<unknown[]>('delete', () =>
        this.client.removeObjects(this.bucket, slice.map(checked)),
      );
      const failed = told.map(deletionCode).filter(code => code !== 'NoSuchKey');
      for (const key of slice) await this.takeBackUpload(key);
      if (failed.length > 0)
        throw new BlobStoreUnavailable(`${failed.length} blobs were not deleted: ${failed[0]}`);
    }
  }

  async *list(prefix: BlobPrefix, before: number, beginning = ''): AsyncGenerator<StoredBlob> {
    const all = `${prefix}/${beginning}`;
    try {
      for await (const { name, size, lastModified } of listed(this.client, this.bucket, all)) {
        const writtenAt = lastModified?.getTime() ?? Number.POSITIVE_INFINITY;
        if (name !== undefined && writtenAt < before) yield { key: name as BlobKey, bytes: size, writtenAt };
      }
      for (const { key, uploadId, initiated } of await this.unfinishedUploads(all)) {
        const writtenAt = initiated.getTime();
        if (!(writtenAt < before)) continue;
        this.unfinished.set(key as BlobKey, uploadId);
        yield { key: key as BlobKey, bytes: 0, writtenAt };
      }
    } catch (error) {
      throw translated(error);
    }
  }

  /**
   * Multipart uploads that were never completed because their writer died; empty if the server does not list them.
   * MinIO lists none below a prefix, and removes them itself after a day. Returns at most a thousand: those are deleted
   * before the next list.
   */
  private async unfinishedUploads(prefix: string): Promise<UnfinishedUpload[]> {
    for (const key of this.unfinished.keys()) if (key.startsWith(prefix)) this.unfinished.delete(key);
    try {
      const found = await this.client.listIncompleteUploadsQuery(this.bucket, prefix, '', '', '');
      this.sayUnlisted(undefined);
      return found.uploads;
    } catch (error) {
      if (!isRefusal(error)) throw error;
      this.sayUnlisted(codeOf(error));
      return [];
    }
  }

  private sayUnlisted(refusal: string | undefined): void {
    if (refusal !== this.unlisted) this.onUnlistedUploads(refusal);
    this.unlisted = refusal;
  }

  private async takeBackUpload(key: BlobKey): Promise<void> {
    const uploadId = this.unfinished.get(key);
    if (uploadId === undefined) return;
    this.unfinished.delete(key);
    await this.call('delete', () => this.client.abortMultipartUpload(this.bucket, key, uploadId)).catch(
      error => {
        // The upload has ended meanwhile.
        if (codeOf(error instanceof Error ? error.cause : error) !== 'NoSuchUpload') throw error;
      },
    );
  }

  async check(): Promise<void> {
    const exists = await this.call('check', () => this.isBucketThere());
    if (!exists) throw new BlobStoreUnavailable('the bucket is gone');
    // Not measured as a call: it usually asks the server nothing, so its time would be meaningless.
    const unreadable = await this.reach(() => this.refusals.unreadable());
    if (unreadable.length > 0) throw new BlobStoreUnavailable(`refused: reading ${unreadable.join(', ')}`);
    const unwritable = await this.reach(() => this.refusals.unwritable());
    if (unwritable.length > 0) throw new BlobStoreUnavailable(`refused: writing ${unwritable.join(', ')}`);
  }

  async close(): Promise<void> {
    this.agent.destroy();
  }

  /** Waits for a server that is away when we start, as we do later: nothing was promised, and no caller is served yet. */
  private async whenThere(work: () => Promise<void>, onAway: OnAway = () => undefined): Promise<void> {
    for (;;) {
      try {
        return await this.reach(work);
      } catch (error) {
        const isSilent = error instanceof BlobStoreUnavailable && error.cause === undefined;
        const reason = error instanceof Error ? error.cause : error;
        if (!isSilent && !isAway(reason) && !mayPass(reason)) throw error;
        onAway(error);
        await sleep(START_PAUSE_MS);
      }
    }
  }

  private async get(key: BlobKey): Promise<{ body: IncomingMessage; announced: number }> {
    const answer = this.client.getObject(this.bucket, checked(key));
    const body = (await answer.catch(error => this.refusals.judge(key, error))) as IncomingMessage;
    const { etag, 'content-length': length } = body.headers;
    if (etag === undefined || length === undefined) {
      body.destroy();
      throw new NotS3();
    }
    this.refusals.served(key);
    return { body, announced: Number(length) };
  }

  private async putObject(key: BlobKey, body: Buffer): Promise<void> {
    const sha256 = await sha256Of(body);
    const etag = await this.client.put(this.bucket, checked(key), body, sha256, hashBeside(sha256));
    if (etag === '') throw new NotS3();
  }

  private async probe(key: BlobKey): Promise<void> {
    const body = await this.client.getPartialObject(this.bucket, key, 0, 1);
    body.destroy();
  }

  /**
   * HEAD is refused without an error code. A read then tells whether the clock is wrong, which may pass, or a
   * credential or region.
   */
  private async isBucketThere(): Promise<boolean> {
    try {
      return await this.client.bucketExists(this.bucket);
    } catch (error) {
      if (!isRefusal(error)) throw error;
      const reason = await this.probe('source/never-written').catch(said => said);
      throw mayPass(reason) || isRefusal(reason) ? reason : error;
    }
  }

  private async ensureBucket(region: string): Promise<void> {
    if (await this.isBucketThere()) return;
    await this.client.makeBucket(this.bucket, region).catch(error => {
      // Another service created it meanwhile.
      if (!/^BucketAlready/.test(codeOf(error))) throw error;
    });
  }

  /**
   * Uploads in parts. The client never settles if its source fails, so the failure is watched here, and the parts are
   * removed.
   */
  private async writeParts(key: BlobKey, head: Uint8Array[], rest: AsyncIterator<Uint8Array>): Promise<void> {
    const failure = Promise.withResolvers<never>();
    let moved = performance.now();
    const body = Readable.from(
      (async function* () {
        yield* head;
        try {
          for (let next = await rest.next(); !next.done; next = await rest.next()) {
            moved = performance.now();
            yield next.value;
          }
        } catch (error) {
          failure.reject(error);
          await failure.promise.catch(() => new Promise(() => undefined));
        }
      })(),
    );
    const stuck = watchStuck(() => moved, failure.reject);
    try {
      const uploaded = this.refusals.written(key, this.client.putObject(this.bucket, checked(key), body));
      uploaded.catch(() => undefined);
      await Promise.race([uploaded.catch(error => Promise.reject(translated(error))), failure.promise]);
    } catch (error) {
      await this.client.removeIncompleteUpload(this.bucket, key).catch(() => undefined);
      throw error;
    } finally {
      clearInterval(stuck);
    }
  }

  private call<T>(operation: string, work: () => Promise<T>): Promise<T> {
    return timed(this.onAnswer, operation, () => this.reach(work), isFailure);
  }

  private async reach<T>(work: () => Promise<T>): Promise<T> {
    let answer: { value: T } | undefined;
    try {
      const attempt = () =>
        within(
          this.callLimitMs,
          work().then(value => ({ value })),
        );
      answer = await attempt().catch(async error => {
        if (!mayPass(error)) throw error;
        await sleep(REPEAT_PAUSE_MS * (1 + Math.random()));
        return attempt();
      });
    } catch (error) {
      throw translated(error);
    }
    if (answer === undefined) throw new BlobStoreUnavailable(`no answer within ${this.callLimitMs} ms`);
    return answer.value;
  }
}

function watchStuck(movedAt: () => number, stop: (error: Error) => void): NodeJS.Timeout {
  return setInterval(() => {
    if (performance.now() - movedAt() > CALL_LIMIT_MS)
      stop(new BlobStoreUnavailable(`an upload stood still for ${CALL_LIMIT_MS} ms`));
  }, CALL_LIMIT_MS / 10);
}

/** Checks a key. Keys are generated by us; any other text is a mistake that S3 might interpret as a folder or a query. */
function checked(key: BlobKey): string {
  if (!/^[a-z]+\/[A-Za-z0-9._-]+$/.test(key)) throw new MalformedKey('malformed blob key');
  return key;
}

const deletionCode = (failed: unknown): string =>
  failed !== null && typeof failed === 'object' && 'Code' in failed ? String(failed.Code) : 'unknown error';

const isFailure = (error: unknown): boolean => error instanceof BlobStoreUnavailable;

function translated(error: unknown): unknown {
  if (error instanceof RangeError || error instanceof MalformedKey || error instanceof BlobStoreUnavailable)
    return error;
  if (isMissing(error)) return new BlobMissing();
  const problem = isAway(error)
    ? `could not be reached: ${reasonOf(error)}`
    : `refused what it was asked for: ${refusalOf(error)}`;
  return new BlobStoreUnavailable(`the blob store ${problem}`, { cause: error });
}
