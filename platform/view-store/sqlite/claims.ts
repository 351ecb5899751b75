/** Requests that were accepted but not yet seen in the log. They are only in memory, since they end with the process anyway. */
import { decideHeld, type Hold } from '../../../core/idempotency/idempotency.ts';
import type { JobState } from '../../../core/job/job.ts';
import { TransientMap } from '../../transient.ts';
import { claimedJob } from '../claimed-job.ts';
import { CLAIM_LEASE_MS, type Claim, type ClaimRequest } from '../view-store.ts';

interface Entry {
  request: ClaimRequest;
  leaseUntil: number;
}

export interface ClaimMoment {
  /** Epoch ms. */
  at: number;
  /** Whether everything below `ClaimRequest.ends` has been folded. */
  isReached: boolean;
  /** Whether a place in the quota is reserved for a job. */
  hasPlace: (jobId: string) => boolean;
}

interface Holder extends Hold {
  jobId: string;
  name: string;
  liveUntil: number;
}

export class Claims {
  private readonly idempotencyMs: number;
  private readonly byJob = new TransientMap<string, Entry>();
  /** By API key and Idempotency-Key. */
  private readonly holders = new TransientMap<string, Holder>();
  private readonly holdersByJob = new TransientMap<string, Holder>();

  constructor(idempotencyMs: number) {
    this.idempotencyMs = idempotencyMs;
  }

  /** Claims the job, unless another request holds its Idempotency-Key. */
  claim(request: ClaimRequest, { at, isReached, hasPlace }: ClaimMoment): Claim {
    let { jobId } = request;
    const leaseUntil = at + CLAIM_LEASE_MS;
    if (request.idempotency !== null) {
      const { fingerprint } = request.idempotency;
      const name = nameOf(request.keyId, request.idempotency.keyHash);
      const held = this.holder(name, at);
      const decision = held && decideHeld(held, fingerprint, at);
      if (held !== undefined && decision === 'wait')
        return { outcome: 'existing', jobId: held.jobId, fingerprint: held.fingerprint, job: undefined };
      // Another holder of the key may be in the log but not folded yet.
      if (!isReached) return { outcome: 'behind' };
      if (held !== undefined && decision === 'takeOver') jobId = held.jobId;
      if (request.reservation === null && !hasPlace(jobId)) return { outcome: 'full' };
      this.hold({
        jobId,
        name,
        fingerprint,
        leaseUntil,
        doubtful: false,
        wasDoubtful: held?.jobId === jobId && held.doubtful,
        liveUntil: at + this.idempotencyMs,
      });
    }
    this.byJob.set(jobId, { request, leaseUntil });
    return { outcome: 'new', jobId };
  }

  holds(keyId: string, keyHash: string, at: number): boolean {
    return this.holder(nameOf(keyId, keyHash), at) !== undefined;
  }

  doubt(jobId: string): void {
    const holder = this.holdersByJob.get(jobId);
    if (holder !== undefined) holder.doubtful = true;
  }

  /** See `ViewStore.release`. */
  release(jobId: string): boolean {
    const holder = this.holdersByJob.get(jobId);
    if (holder?.wasDoubtful) holder.doubtful = true;
    else this.remove(jobId);
    return !holder?.wasDoubtful;
  }

  remove(jobId: string): void {
    this.byJob.delete(jobId);
    const holder = this.holdersByJob.get(jobId);
    if (holder !== undefined) this.free(holder);
  }

  /** Forgets claims whose lease ended before `at`, and holders whose Idempotency-Key has expired. */
  expire(at: number): void {
    for (const [jobId, { leaseUntil }] of this.byJob) if (leaseUntil <= at) this.byJob.delete(jobId);
    for (const holder of this.holders.values()) if (holder.liveUntil <= at) this.free(holder);
  }

  /** The claimed job as GET shows it until its event is projected. */
  job(jobId: string): JobState | undefined {
    const entry = this.byJob.get(jobId);
    return entry && claimedJob(jobId, entry.request);
  }

  private holder(name: string, at: number): Holder | undefined {
    const holder = this.holders.get(name);
    return holder !== undefined && holder.liveUntil > at ? holder : undefined;
  }

  /**
   * Replaces an earlier holder of the key (at most until its life ends), so that whatever releases the earlier one
   * cannot release this one.
   */
  private hold(holder: Holder): void {
    const earlier = this.holders.get(holder.name);
    if (earlier !== undefined) this.free(earlier);
    this.holders.set(holder.name, holder);
    this.holdersByJob.set(holder.jobId, holder);
  }

  private free(holder: Holder): void {
    this.holders.delete(holder.name);
    if (this.holdersByJob.get(holder.jobId) === holder) this.holdersByJob.delete(holder.jobId);
  }
}

const nameOf = (keyId: string, keyHash: string): string => `${keyId}/${keyHash}`;
