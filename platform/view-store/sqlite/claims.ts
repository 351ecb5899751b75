/** Requests accepted but not yet seen in the log: they live in memory, since they die with the process anyway. */
import type { JobState } from '../../../core/job/job.ts';
import { claimedJob } from '../claimed-job.ts';
import { CLAIM_LEASE_MS, type ClaimRequest } from '../view-store.ts';

/** What tells who holds an Idempotency-Key, and whether still. */
export interface Holding extends Pick<ClaimRequest, 'keyId' | 'at'> {
  idempotency: { keyHash: string } | null;
}

interface Entry extends ClaimRequest {
  leaseUntil: number;
}

export class Claims {
  private readonly byJob = new Map<string, Entry>();
  private readonly byIdempotencyKey = new Map<string, Entry>();

  add(request: ClaimRequest): void {
    const entry = { ...request, leaseUntil: request.at + CLAIM_LEASE_MS };
    this.byJob.set(request.jobId, entry);
    if (request.idempotency) this.byIdempotencyKey.set(idempotencyName(request), entry);
  }

  holder(request: Holding): ClaimRequest | undefined {
    const entry = this.byIdempotencyKey.get(idempotencyName(request));
    return entry !== undefined && entry.leaseUntil > request.at ? entry : undefined;
  }

  remove(jobId: string): void {
    const entry = this.byJob.get(jobId);
    if (entry === undefined) return;
    this.byJob.delete(jobId);
    if (this.byIdempotencyKey.get(idempotencyName(entry)) === entry)
      this.byIdempotencyKey.delete(idempotencyName(entry));
  }

  /** Forgets claims whose lease ended before `at`. */
  expire(at: number): void {
    for (const [jobId, entry] of this.byJob) if (entry.leaseUntil <= at) this.remove(jobId);
  }

  /** The claimed job as GET shows it until its event is projected. */
  job(jobId: string): JobState | undefined {
    const entry = this.byJob.get(jobId);
    return entry === undefined ? undefined : claimedJob(entry);
  }
}

function idempotencyName(request: Holding): string {
  return `${request.keyId}/${request.idempotency?.keyHash ?? ''}`;
}
