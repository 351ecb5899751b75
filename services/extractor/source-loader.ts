/** Loads a request's document into memory: from the blob store, or from the caller's url through the guarded client. */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  BlobHeldElsewhere,
  type BlobKey,
  BlobMissing,
  BlobRefused,
  type BlobStore,
  isHeld,
} from '../../platform/blob-store/blob-store.ts';
import { UnreadableBlobs } from '../../platform/blob-store/unreadable-blobs.ts';
import { type Egress, EgressError } from '../../platform/egress/egress.ts';
import { sha256Of } from '../../platform/large-bytes.ts';
import { isOutage } from '../../platform/outage.ts';
import type { Peppers } from '../../platform/peppers.ts';
import { readRequestBlob } from '../../platform/request-blob.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { ErrorCode } from '../../schemas/errors.ts';
import type { ExtractDeferred, ExtractRequested } from '../../schemas/events.ts';
import { charsetIn } from './charset-in-name.ts';
import { FETCH_STEPS_BYTES, NoRoom, type Seat } from './room.ts';

export type Loaded =
  /** `charset`: the encoding that the document's server declared. */
  | { kind: 'loaded'; bytes: Buffer; sha256: () => Promise<string>; charset: string | undefined }
  /** `lost`: a blob that the store should have and has lost. */
  | { kind: 'failed'; code: ErrorCode; abusive: boolean; lost?: BlobKey };

export interface Loader {
  /**
   * `deadline`: monotonic ms. Room is requested from `seat` before a large document is loaded. Rejects only if the blob
   * store is unavailable, or on `signal`.
   */
  load(request: Request, deadline: number, signal: AbortSignal, seat: Seat): Promise<Loaded>;
}

export type Request = ExtractRequested | ExtractDeferred;

export interface SourceLoaderPorts {
  blobs: BlobStore;
  egress: Egress;
  settings: Settings;
  telemetry: Telemetry;
  peppers: Pick<Peppers, 'of'>;
}

/** Pauses between attempts to read a document that is not stored yet. */
const FIRST_PAUSE_MS = 20;
const LONGEST_PAUSE_MS = 1_000;
/** A failing job whose time has been over for this long is not tried here any more: its partition has moved. */
const LONGEST_UNTRIED_MS = 3_600_000;

/** The pepper is missing, not the document: it was destroyed with its key's documents, or lost with its bucket. */
class PepperMissing extends Error {}

export class SourceLoader implements Loader {
  private readonly blobs: BlobStore;
  private readonly egress: Egress;
  private readonly settings: Settings;
  private readonly peppers: Pick<Peppers, 'of'>;
  private readonly unreadable: UnreadableBlobs;
  /** When a job's blob first failed while the store itself answered, monotonic ms: the job's time continues over retries. */
  private readonly failingSince = new Map<string, number>();

  constructor({ blobs, egress, settings, telemetry, peppers }: SourceLoaderPorts) {
    this.blobs = blobs;
    this.peppers = peppers;
    this.egress = egress;
    this.settings = settings;
    this.unreadable = new UnreadableBlobs(telemetry);
  }

  async load(request: Request, deadline: number, signal: AbortSignal, seat: Seat): Promise<Loaded> {
    try {
      const loaded = await this.taken(request, deadline, signal, seat);
      this.failingSince.delete(request.job_id);
      return loaded;
    } catch (error) {
      if (isOutage(error) && !signal.aborted && !(await this.hasFailedTooLong(request.job_id))) throw error;
      this.failingSince.delete(request.job_id);
      if (signal.aborted) throw error;
      if (isOutage(error)) return { kind: 'failed', code: 'timeout', abusive: false };
      // The store answers for other blobs, so waiting longer would not help.
      if (error instanceof BlobRefused) return { kind: 'failed', code: 'extraction_failed', abusive: false };
      if (error instanceof NoRoom) return { kind: 'failed', code: 'timeout', abusive: false };
      if (error instanceof BlobMissing) return missing(request);
      // Without its pepper a document cannot be verified: otherwise someone able to replace documents could delete
      // peppers to have theirs read.
      if (error instanceof PepperMissing) return lost('pepper/');
      // Accepted under a higher ceiling than today's: no later attempt would succeed either.
      if (error instanceof RangeError) return { kind: 'failed', code: 'too_large', abusive: false };
      throw error;
    }
  }

  private async taken(request: Request, deadline: number, signal: AbortSignal, seat: Seat): Promise<Loaded> {
    if (request.source_blob === null) return await this.fetched(request.request_blob, deadline, signal, seat);
    await seat.take(request.bytes ?? 0);
    const key = request.source_blob as BlobKey;
    return await this.stored(key, await this.isWhatWasSent(request), { deadline, signal });
  }

  /** Returns a function that checks bytes against the hash in the request's event; documents without a hash are accepted. */
  private async isWhatWasSent(request: Request): Promise<(bytes: Buffer) => Promise<boolean>> {
    const { sha256, source_hmac: hmac, pepper: id } = request;
    if (hmac !== null && id !== null) {
      const pepper = await this.peppers.of(request.key_id, id).catch(error => {
        throw error instanceof BlobMissing ? new PepperMissing(undefined, { cause: error }) : error;
      });
      return async bytes => pepper.hmac('source', await sha256Of(bytes)) === hmac;
    }
    return async bytes => !sha256 || (await sha256Of(bytes)) === sha256;
  }

  private async stored(
    key: BlobKey,
    isWhatWasSent: (bytes: Buffer) => Promise<boolean>,
    limits: { deadline: number; signal: AbortSignal },
  ): Promise<Loaded> {
    const ceiling = Math.max(this.settings.MAX_URL_BYTES, this.settings.MAX_UPLOAD_BYTES);
    const read = async () => {
      const bytes = await whenStored(() => this.blobs.read(key, ceiling), limits);
      // Someone with write access to the store could put another document under the caller's name.
      if (!(await isWhatWasSent(bytes))) throw new BlobRefused('AnotherDocument');
      return bytes;
    };
    const bytes = await this.unreadable.read(key, read, limits.deadline - performance.now());
    return loaded(bytes, charsetIn(key));
  }

  /**
   * Whether to give up. A store that is away is waited for without a limit; if it answers but keeps failing for this
   * blob alone, only for a job's time.
   */
  private async hasFailedTooLong(jobId: string): Promise<boolean> {
    const storeAnswers = await this.blobs.check().then(
      () => true,
      () => false,
    );
    const now = performance.now();
    this.forgetAbandoned(now);
    if (!storeAnswers) this.failingSince.delete(jobId);
    else if (!this.failingSince.has(jobId)) this.failingSince.set(jobId, now);
    const since = this.failingSince.get(jobId);
    return since !== undefined && now - since >= this.settings.JOB_TIMEOUT_MS;
  }

  /** Forgets jobs that are no longer tried; the oldest come first. */
  private forgetAbandoned(now: number): void {
    for (const [jobId, since] of this.failingSince) {
      if (now - since < this.settings.JOB_TIMEOUT_MS + LONGEST_UNTRIED_MS) return;
      this.failingSince.delete(jobId);
    }
  }

  private async fetched(
    key: string | null,
    deadline: number,
    signal: AbortSignal,
    seat: Seat,
  ): Promise<Loaded> {
    const leftMs = () => deadline - performance.now();
    const ask = () => readRequestBlob(this.blobs, key);
    const { url } = await this.unreadable.read((key ?? 'request/') as BlobKey, ask, leftMs());
    if (url === null) throw new BlobMissing();
    // A whole number, as AbortSignal requires.
    const timeoutMs = Math.max(1, Math.min(this.settings.FETCH_TIMEOUT_MS, Math.ceil(leftMs())));
    try {
      const { bytes, charset } = await this.egress.fetchDocument(url, {
        ceilingBytes: this.settings.MAX_URL_BYTES,
        timeoutMs,
        signal,
        large: { stepsBytes: FETCH_STEPS_BYTES, admit: bytes => seat.take(bytes) },
      });
      seat.is(bytes.length);
      return loaded(bytes, charset);
    } catch (error) {
      if (!(error instanceof EgressError) || signal.aborted) throw error;
      if (performance.now() >= deadline || error.cause instanceof NoRoom)
        return { kind: 'failed', code: 'timeout', abusive: false };
      if (error.reason === 'too_large') return { kind: 'failed', code: 'too_large', abusive: false };
      // A name that turns out to be private does not count towards the breaker, which would otherwise reveal which
      // names are.
      return { kind: 'failed', code: 'fetch_failed', abusive: error.atSight };
    }
  }
}

/**
 * Reads a document that its writer may still hold in memory and will store in a moment; if the writer has died, it
 * never will.
 */
async function whenStored<T>(
  read: () => Promise<T>,
  { deadline, signal }: { deadline: number; signal: AbortSignal },
): Promise<T> {
  for (let pauseMs = FIRST_PAUSE_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS))
    try {
      return await read();
    } catch (error) {
      const leftMs = deadline - performance.now();
      if (!(error instanceof BlobHeldElsewhere) || leftMs <= 0 || signal.aborted) throw error;
      await sleep(Math.min(pauseMs, leftMs));
    }
}

function missing({ source_blob: key, request_blob }: Request): Loaded {
  // It was lost with the process that its caller was connected to, so nobody waits for it any more.
  if (key !== null && isHeld(key)) return { kind: 'failed', code: 'timeout', abusive: false };
  return lost((key ?? request_blob ?? 'request/') as BlobKey);
}

/** The failure for a document that cannot be read any more. */
const lost = (key: BlobKey): Loaded => ({
  kind: 'failed',
  code: 'extraction_failed',
  abusive: false,
  lost: key,
});

function loaded(bytes: Buffer, charset: string | undefined): Loaded {
  return { kind: 'loaded', bytes, sha256: () => sha256Of(bytes), charset };
}
