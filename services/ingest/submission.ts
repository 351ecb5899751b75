/** From a checked request to its answer: claim, record, and wait for the outcome or not. */
import { createHash } from 'node:crypto';
import { decideRepeat } from '../../core/idempotency/idempotency.ts';
import type { JobState } from '../../core/job/job.ts';
import type { KeyState } from '../../core/keys/key.ts';
import { monthOf } from '../../core/quota/quota.ts';
import type { BlobKey, BlobStore, NewBlob } from '../../platform/blob-store/blob-store.ts';
import { newId } from '../../platform/ids.ts';
import { jobEnd } from '../../platform/job-end.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { idempotencyMs } from '../../platform/platform.ts';
import { formatRequestBlob } from '../../platform/request-blob.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Clock } from '../../platform/shared-clock.ts';
import { type JobWatch, type ViewStore, ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import { within } from '../../platform/within.ts';
import type { ExtractFailed, ExtractRequested } from '../../schemas/events.ts';
import { type Answer, errorAnswer, jobAnswer } from './answers.ts';
import { Backlog, type BacklogPorts } from './backlog.ts';
import { idempotencyKeyHashOf } from './idempotency-key.ts';
import { derivedJobId, newJobId } from './job-id.ts';
import type { Parameters } from './parameters.ts';
import { Refusal } from './refusal.ts';
import type { Upload } from './upload.ts';

export interface SubmissionPorts extends BacklogPorts {
  journal: Journal;
  blobs: BlobStore;
  views: ViewStore;
  settings: Settings;
  /** What the extractors keep deadlines by. */
  clock: Clock;
}

export interface Submission {
  key: KeyState;
  parameters: Parameters;
  /** Null for a url request. */
  upload: Upload | null;
  /** Epoch ms. */
  at: number;
  traceparent: string;
}

/** Beyond the deadline that the extractor keeps, its timeout event needs a moment to arrive. */
const OUTCOME_GRACE_MS = 1_000;
/** How long a caller waits for the end of his job to be written here, and then for what the read model makes of it. */
const GIVE_UP_MS = 5_000;

interface Prepared {
  jobId: string;
  asynchronous: boolean;
  fingerprint: string;
  idempotencyKeyHash: string | null;
}

export class Submissions {
  private readonly ports: SubmissionPorts;
  private readonly backlog: Backlog;

  constructor(ports: SubmissionPorts) {
    this.ports = ports;
    this.backlog = new Backlog(ports);
  }

  async submit(submission: Submission): Promise<Answer> {
    const prepared = this.prepare(submission);
    const existing = await this.accepted(submission, prepared).catch(async error => {
      await this.discard(submission.upload);
      throw error;
    });
    if (existing !== undefined) {
      await this.discard(submission.upload);
      return existing;
    }
    // An id that was minted just now stands in no event yet; one that an Idempotency-Key gives may.
    const isNew = prepared.idempotencyKeyHash === null;
    const watch = this.ports.views.watch(prepared.jobId, isNew);
    try {
      const request = this.event(submission, prepared);
      await this.record(submission, prepared, request);
      if (prepared.asynchronous) return processing(prepared.jobId);
      const job =
        (await this.settled(watch, this.patience(submission.at))) ?? (await this.giveUp(watch, request));
      return await this.answer(job);
    } finally {
      watch.cancel();
    }
  }

  private prepare({ key, parameters, upload, at }: Submission): Prepared {
    const { settings } = this.ports;
    const asynchronous = parameters.asynchronous || (upload?.size ?? 0) > settings.ASYNC_THRESHOLD_BYTES;
    const fingerprint = fingerprintOf(parameters, upload);
    if (parameters.idempotencyKey === null)
      return { jobId: newJobId(key, at), asynchronous, fingerprint, idempotencyKeyHash: null };
    const idempotencyKeyHash = idempotencyKeyHashOf(key.keyId, parameters.idempotencyKey);
    const jobId = derivedJobId(key, { idempotencyKeyHash, fingerprint }, at, idempotencyMs(settings));
    return { jobId, asynchronous, fingerprint, idempotencyKeyHash };
  }

  /** The answer that stands already, or undefined for a request that there is room for. */
  private async accepted(submission: Submission, prepared: Prepared): Promise<Answer | undefined> {
    const existing = await this.claim(submission, prepared);
    if (existing !== undefined || !prepared.asynchronous) return existing;
    await this.backlog.checkRoom(submission.at).catch(async error => {
      await this.ports.views.release(prepared.jobId);
      throw error;
    });
  }

  /**
   * A claim makes the job visible to GET before the caller has its id, and lets one of several equal requests win.
   * A plain synchronous request needs neither. Returns the answer if another request holds the key.
   */
  private async claim(submission: Submission, prepared: Prepared): Promise<Answer | undefined> {
    const { jobId, asynchronous, fingerprint, idempotencyKeyHash } = prepared;
    if (!asynchronous && idempotencyKeyHash === null) return undefined;
    const claim = await this.ports.views.claim({
      jobId,
      keyId: submission.key.keyId,
      asynchronous,
      at: submission.at,
      idempotency: idempotencyKeyHash === null ? null : { keyHash: idempotencyKeyHash, fingerprint },
    });
    if (claim.outcome === 'new') {
      if (idempotencyKeyHash !== null) await this.checkMemory(jobId);
      return undefined;
    }
    if (decideRepeat(claim, prepared) === 'refuse')
      throw new Refusal('bad_request', 'The Idempotency-Key was used for another request.');
    const watch = this.ports.views.watch(claim.jobId);
    try {
      return await this.answer(await this.settled(watch, this.patience(submission.at)));
    } finally {
      watch.cancel();
    }
  }

  /** A read model that was lost cannot tell a new Idempotency-Key from one that stands for another request. */
  private async checkMemory(jobId: string): Promise<void> {
    if (await this.ports.views.caughtUp()) return;
    await this.ports.views.release(jobId);
    throw new ViewStoreUnavailable('the Idempotency-Keys are being read up');
  }

  private async record(submission: Submission, prepared: Prepared, event: ExtractRequested): Promise<void> {
    const { upload, traceparent } = submission;
    const blobs: NewBlob[] = [];
    if (upload?.bytes) blobs.push({ key: upload.key, bytes: upload.bytes, awaited: !prepared.asynchronous });
    if (event.request_blob !== null) {
      const { url, webhookUrl } = submission.parameters;
      blobs.push({ key: event.request_blob as BlobKey, bytes: formatRequestBlob({ url, webhookUrl }) });
    }
    try {
      await this.ports.journal.record({ blobs, events: [event] }, { traceparent });
    } catch (error) {
      await this.ports.views.release(prepared.jobId);
      throw error;
    }
  }

  private event({ key, parameters, upload, at }: Submission, prepared: Prepared): ExtractRequested {
    const { settings, clock } = this.ports;
    const { jobId, asynchronous, fingerprint, idempotencyKeyHash } = prepared;
    const patience = asynchronous ? settings.JOB_RETENTION_SECONDS * 1000 : settings.SYNC_BUDGET_MS;
    return {
      type: 'ExtractRequested',
      event_id: newId(at),
      at,
      job_id: jobId,
      key_id: key.keyId,
      lane: asynchronous ? 'bulk' : 'interactive',
      asynchronous,
      format: parameters.format,
      source: upload === null ? 'url' : 'upload',
      source_blob: upload?.key ?? null,
      bytes: upload?.size ?? null,
      sha256: upload?.sha256 ?? null,
      request_blob: parameters.url !== null || parameters.webhookUrl !== null ? `request/${jobId}` : null,
      webhook: parameters.webhookUrl !== null,
      // Of `at` by the shared clock.
      deadline_at: clock.now() - (Date.now() - at) + patience,
      fingerprint,
      idempotency_key_hash: idempotencyKeyHash,
    };
  }

  private patience(at: number): number {
    return at + this.ports.settings.SYNC_BUDGET_MS + OUTCOME_GRACE_MS - Date.now();
  }

  private async settled(watch: JobWatch, patienceMs: number): Promise<JobState | undefined> {
    return within(Math.max(0, patienceMs), watch.settled);
  }

  /**
   * Ends a job whose caller has waited long enough, so that an answer that he never gets is not metered. It may have
   * ended otherwise in the same moment: the first end in the log counts, for the caller as well.
   */
  private async giveUp(watch: JobWatch, request: ExtractRequested): Promise<JobState | undefined> {
    const failed: ExtractFailed = {
      type: 'ExtractFailed',
      ...jobEnd(request, request.at, Date.now()),
      code: 'timeout',
      abusive: false,
      bytes: request.bytes,
      content_type: null,
    };
    await this.ports.journal.record({ blobs: [], events: [failed] }, { patienceMs: GIVE_UP_MS });
    return this.settled(watch, GIVE_UP_MS);
  }

  /** The finished job's answer; 202 for one on the job path; 504 when neither came in time. */
  private async answer(job: JobState | undefined): Promise<Answer> {
    if (job === undefined) return errorAnswer('timeout');
    if (job.asynchronous) return processing(job.jobId);
    if (job.status !== 'completed') return jobAnswer(job, this.ports.blobs);
    const [answer, used] = await Promise.all([
      jobAnswer(job, this.ports.blobs),
      this.ports.views.used(job.keyId, monthOf(Date.now())),
    ]);
    return { ...answer, used };
  }

  private async discard(upload: Upload | null): Promise<void> {
    if (upload !== null && upload.bytes === null) await this.ports.blobs.delete([upload.key]);
  }
}

function processing(jobId: string): Answer {
  return { status: 202, body: { status: 'processing', job_id: jobId } };
}

/** SHA-256 over what makes a request the same request: the document or its address, and every parameter. */
function fingerprintOf(parameters: Parameters, upload: Upload | null): string {
  const { url, asynchronous, webhookUrl, format } = parameters;
  const parts = [upload?.sha256 ?? '', url ?? '', String(asynchronous), webhookUrl ?? '', format];
  return createHash('sha256').update(JSON.stringify(parts)).digest('hex');
}
