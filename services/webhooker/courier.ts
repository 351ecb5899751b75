/** Makes one delivery attempt when its turn comes (`gate.ts`): the signed POST, or the PUT of a result. */
import { Readable } from 'node:stream';
import {
  type BlobKey,
  BlobMissing,
  BlobRefused,
  type BlobStore,
} from '../../platform/blob-store/blob-store.ts';
import type { UnreadableBlobs } from '../../platform/blob-store/unreadable-blobs.ts';
import { type Egress, EgressError } from '../../platform/egress/egress.ts';
import type { ExtractCompleted, ExtractFailed } from '../../schemas/events.ts';
import { Gate } from './gate.ts';
import { type Letter, letterOf, letterOfNone } from './letter.ts';

export type AttemptOutcome =
  | { kind: 'delivered'; status: number }
  | { kind: 'status'; status: number }
  | { kind: 'timeout' | 'connection' | 'refused' };

/** POST goes to a webhook_url, PUT to a result_url. */
export interface Address {
  method: 'POST' | 'PUT';
  url: string;
}

export interface Attempt {
  event: ExtractCompleted | ExtractFailed;
  to: Address;
  attempt: number;
  deliveryId: string;
  /** Called when its turn at the receiver has come and the body is ready, before anything is sent. */
  begin: () => Promise<void>;
}

export interface CourierOptions {
  /** All secrets that sign a delivery for the key. Rejects if they cannot be known now. */
  secretsOf: (keyId: string) => Promise<readonly string[]>;
  timeoutMs: number;
  unreadable: UnreadableBlobs;
}

export class Courier {
  private readonly egress: Egress;
  private readonly blobs: BlobStore;
  private readonly options: CourierOptions;
  readonly gate = new Gate();

  constructor(egress: Egress, blobs: BlobStore, options: CourierOptions) {
    this.egress = egress;
    this.blobs = blobs;
    this.options = options;
  }

  /** Rejects only if the blob store is unavailable, or as `begin` does. */
  async attempt(attempt: Attempt): Promise<AttemptOutcome> {
    const { event, to, begin } = attempt;
    const called = await this.gate.run(event.key_id, new URL(to.url).origin, async () => {
      const outcome = await this.call(attempt);
      return { outcome, met: hasMet(outcome) };
    });
    return called === undefined || called.outcome === 'not called' ? failUncalled(begin) : called.outcome;
  }

  private async call({
    event,
    to,
    attempt,
    deliveryId,
    begin,
  }: Attempt): Promise<AttemptOutcome | 'not called'> {
    // Prepared before the attempt begins, so that a store that is away uses up no attempt.
    const letter = await this.letter(event);
    if (letter === undefined) return 'not called';
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
    // Once it is being sent the sender handles its errors; until then nobody else does.
    if (body instanceof Readable) body.on('error', () => undefined);
    try {
      await begin();
      // Nothing is sent for an erased job, in which case `begin` throws.
      if (letter.lost !== undefined) this.options.unreadable.missing(letter.lost);
      const { timeoutMs } = this.options;
      const status = await this.egress.send(to.url, { method: to.method, headers, body, timeoutMs });
      return status >= 200 && status <= 299 ? { kind: 'delivered', status } : { kind: 'status', status };
    } catch (error) {
      // A sender that refused the body may not have read it.
      if (body instanceof Readable) body.destroy();
      if (!(error instanceof EgressError)) throw error;
      return {
        kind: error.reason === 'timeout' || error.reason === 'refused' ? error.reason : 'connection',
      };
    }
  }

  /**
   * The body of the delivery; undefined if the store refuses to read the result. The attempt then fails, and the next
   * one may be able to read it.
   */
  private async letter(event: Attempt['event']): Promise<(Letter & { lost?: BlobKey }) | undefined> {
    const { secretsOf, unreadable } = this.options;
    const secrets = await secretsOf(event.key_id);
    const blob = (event.type === 'ExtractCompleted' ? event.result_blob : 'result/') as BlobKey;
    try {
      return await unreadable.read(blob, () => letterOf(event, this.blobs, secrets));
    } catch (error) {
      if (error instanceof BlobRefused) return undefined;
      if (!(error instanceof BlobMissing)) throw error;
      return { ...(await letterOfNone(secrets)), lost: blob };
    }
  }
}

/** Records an attempt as used up, as a failed connection, without calling anybody. */
export async function failUncalled(begin: Attempt['begin']): Promise<AttemptOutcome> {
  await begin();
  return { kind: 'connection' };
}

/** Whether anybody answered; null if nobody was called, as for a refused address. */
function hasMet(outcome: AttemptOutcome | 'not called'): boolean | null {
  if (outcome === 'not called' || outcome.kind === 'refused') return null;
  return outcome.kind === 'delivered' || outcome.kind === 'status';
}
