/** Makes one delivery attempt: the signed POST, with at most a few at once to the same receiver. */
import { Readable } from 'node:stream';
import { type BlobKey, BlobRefused, type BlobStore } from '../../platform/blob-store/blob-store.ts';
import type { UnreadableBlobs } from '../../platform/blob-store/unreadable-blobs.ts';
import { type Egress, EgressError } from '../../platform/egress/egress.ts';
import { Turnstile } from '../../platform/turnstile.ts';
import type { ExtractCompleted, ExtractFailed } from '../../schemas/events.ts';
import { type Letter, letterOf } from './letter.ts';

export type AttemptOutcome =
  | { kind: 'delivered'; status: number }
  | { kind: 'status'; status: number }
  | { kind: 'timeout' | 'connection' | 'refused' };

export interface Attempt {
  event: ExtractCompleted | ExtractFailed;
  url: string;
  attempt: number;
  deliveryId: string;
  /** Called when its turn at the receiver has come and the letter is written, before anything is sent. */
  begin: () => Promise<void>;
}

export interface CourierOptions {
  /** Newest first; every one signs while a secret is rotated. */
  secrets: readonly string[];
  timeoutMs: number;
  unreadable: UnreadableBlobs;
}

/** Connections to one receiver at a time, and in all: a receiver that hangs holds only its own. */
const PER_RECEIVER = 16;
const IN_ALL = 256;

export class Courier {
  private readonly egress: Egress;
  private readonly blobs: BlobStore;
  private readonly options: CourierOptions;
  private readonly turnstile = new Turnstile(PER_RECEIVER, IN_ALL);

  constructor(egress: Egress, blobs: BlobStore, options: CourierOptions) {
    this.egress = egress;
    this.blobs = blobs;
    this.options = options;
  }

  /** Rejects only when the blob store is unavailable, or as `begin` does. */
  attempt({ event, url, attempt, deliveryId, begin }: Attempt): Promise<AttemptOutcome> {
    return this.turnstile.run(new URL(url).host, async () => {
      // Written before the attempt begins: a store that is away uses none up.
      const letter = await this.letter(event);
      if (letter === undefined) {
        await begin();
        return { kind: 'connection' };
      }
      const { signature, bytes, body } = letter;
      const headers = {
        'content-type': 'application/json',
        'content-length': String(bytes),
        'user-agent': 'textrail',
        'x-service-signature': signature,
        'x-service-job-id': event.job_id,
        'x-service-delivery': deliveryId,
        'x-service-attempt': String(attempt),
      };
      // Whoever sends it hears of its failure; before, nobody does.
      if (body instanceof Readable) body.on('error', () => undefined);
      try {
        await begin();
        const status = await this.egress.post(url, { headers, body, timeoutMs: this.options.timeoutMs });
        return status >= 200 && status <= 299 ? { kind: 'delivered', status } : { kind: 'status', status };
      } catch (error) {
        // Whoever refuses a letter may not have touched it.
        if (body instanceof Readable) body.destroy();
        if (!(error instanceof EgressError)) throw error;
        return {
          kind: error.reason === 'timeout' || error.reason === 'refused' ? error.reason : 'connection',
        };
      }
    });
  }

  /** Undefined where the store refuses to read the result: the attempt fails, and the next one may find it readable. */
  private async letter(event: Attempt['event']): Promise<Letter | undefined> {
    const { secrets, unreadable } = this.options;
    const blob = (event.type === 'ExtractCompleted' ? event.result_blob : 'result/') as BlobKey;
    try {
      return await unreadable.read(blob, () => letterOf(event, this.blobs, secrets));
    } catch (error) {
      if (error instanceof BlobRefused) return undefined;
      throw error;
    }
  }
}
