/** From a checked request to its answer: claims the job, records its event, and waits for the outcome if the caller does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { decideRepeat } from '../../core/idempotency/idempotency.ts';
import { type JobState, requestBlobOf } from '../../core/job/job.ts';
import type { KeyState } from '../../core/keys/key.ts';
import { monthOf } from '../../core/quota/quota.ts';
import { AskedAfter } from '../../platform/asked-after.ts';
import {
  type BlobKey,
  type BlobStore,
  BlobStoreUnavailable,
  heldKey,
  type NewBlob,
} from '../../platform/blob-store/blob-store.ts';
import { buildOf } from '../../platform/build.ts';
import { type EventLog, LogUnavailable, type Position } from '../../platform/event-log/event-log.ts';
import { newId } from '../../platform/ids.ts';
import { jobEnd } from '../../platform/job-end.ts';
import type { Journal } from '../../platform/journal/journal.ts';
import { idempotencyMs } from '../../platform/platform.ts';
import { formatRequestBlob } from '../../platform/request-blob.ts';
import type { Settings } from '../../platform/settings.ts';
import type { Clock } from '../../platform/shared-clock.ts';
import {
  type Claim,
  type JobWatch,
  type ViewStore,
  ViewStoreUnavailable,
} from '../../platform/view-store/view-store.ts';
import { within } from '../../platform/within.ts';
import type { ExtractFailed, ExtractRequested } from '../../schemas/events.ts';
import { type Answer, errorAnswer, jobAnswer } from './answers.ts';
import { Backlog, type BacklogPorts } from './backlog.ts';
import { derivedJobId, newJobId } from './job-id.ts';
import type { Parameters } from './parameters.ts';
import { Place } from './place.ts';
import { Refusal } from './refusal.ts';
import { type HashPorts, type RequestHashes, requestHashes } from './request-hashes.ts';
import type { Upload } from './upload.ts';

export interface SubmissionPorts extends BacklogPorts {
  journal: Journal;
  blobs: BlobStore;
  views: ViewStore;
  log: BacklogPorts['log'] & Pick<EventLog, 'ends'>;
  peppers: HashPorts['peppers'];
  settings: Settings;
  holdsUpToBytes: number;
  /** The clock that the extractors check deadlines by. */
  clock: Clock;
}

export interface Submission {
  key: KeyState;
  /** A place in the quota, or the refusal for a request that is not a repeat and may start nothing. */
  place: Place | Refusal;
  parameters: Parameters;
  /** The document; null for a url request. */
  upload: Upload | null;
  /** Epoch ms. */
  at: number;
  /** The same moment by the monotonic clock, so that setting the clock takes nobody's time away. */
  begunAt: number;
  traceparent: string;
  /** Called when the request's event is in the log. */
  onRecorded: (request: ExtractRequested) => void;
}

const elapsedMs = ({ begunAt }: Submission): number => performance.now() - begunAt;

/** The extractor checks the deadline itself; its timeout event then needs a moment to arrive. */
const OUTCOME_GRACE_MS = 500;
/** After SYNC_BUDGET_MS and this, a waiting caller has an answer, whichever of log, stores and extractors is away. */
const ANSWER_GRACE_MS = 2_000;

/** How long a claim waits for the read model to reach the log's end; usually it is only milliseconds behind. */
const CLAIM_PATIENCE_MS = 2_000;
const CLAIM_PAUSE_MS = 5;
const REQUESTS = ['requests-interactive', 'requests-bulk'] as const;

interface Prepared {
  jobId: string;
  asynchronous: boolean;
  fingerprint: string;
  idempotencyKeyHash: string | null;
  source: RequestHashes['source'];
  /** Blob of the document; null for a url request. */
  sourceBlob: BlobKey | null;
  /** Whether this process keeps the document in memory until the job has ended (decision 50). */
  held: boolean;
  /** Whether the event may still appear in the log although the caller was told that the service is unavailable. */
  inDoubt: boolean;
}

/** The claim that holds for the request: its own, or that of an earlier request with its Idempotency-Key. */
type Held = Exclude<Claim, { outcome: 'behind' | 'full' }>;

export class Submissions {
  private readonly ports: SubmissionPorts;
  private readonly backlog: Backlog;
  private readonly logEnds: AskedAfter<Position[]>;

  constructor(ports: SubmissionPorts) {
    this.ports = ports;
    this.backlog = new Backlog(ports);
    this.logEnds = new AskedAfter(() => ports.log.ends(REQUESTS));
  }

  /** One deadline covers everything that a caller waits for; if there is no answer by then, it is an outage. */
  async submit(submission: Submission): Promise<Answer> {
    const { key, parameters, upload } = submission;
    const hashes = await requestHashes(this.ports, key, parameters, upload).catch(async error => {
      await this.discard(upload);
      throw error;
    });
    const asked = this.prepare(submission, hashes);
    // Storing the document used up the caller's budget: nobody would wait for an extraction that begins now.
    if (!asked.asynchronous && this.leftMs(submission) === 0) {
      this.discard(upload).catch(() => undefined);
      throw new BlobStoreUnavailable('the document was not stored within the synchronous budget');
    }
    const answering = this.answered(submission, asked);
    if (asked.asynchronous) return answering;
    const answer = await within(this.leftMs(submission), answering);
    if (answer !== undefined) return answer;
    // The document may still be recorded, but it is not extracted after its deadline.
    placeOf(submission)?.keep();
    throw new ViewStoreUnavailable('log, stores or extractors did not answer within the synchronous budget');
  }

  private async answered(submission: Submission, asked: Prepared): Promise<Answer> {
    const claim = await this.accepted(submission, asked).catch(async error => {
      await this.discard(submission.upload);
      throw error;
    });
    if (claim.outcome === 'existing') {
      await Promise.all([this.discard(submission.upload), placeOf(submission)?.giveBack()]);
      return this.repeat(submission, asked, claim);
    }
    const prepared = { ...asked, jobId: claim.jobId };
    // An id that was just minted is in no event yet; one derived from an Idempotency-Key may be.
    const isNew = prepared.idempotencyKeyHash === null;
    const watch = this.ports.views.watch(prepared.jobId, isNew);
    try {
      const request = this.event(submission, prepared);
      await this.record(submission, prepared, request);
      submission.onRecorded(request);
      if (prepared.asynchronous) return processing(prepared.jobId);
      const job =
        (await this.settled(watch, this.patienceMs(submission))) ??
        (await this.giveUp(watch, request, submission));
      return await this.answer(job);
    } finally {
      watch.cancel();
      if (!prepared.inDoubt) this.letGo(prepared);
    }
  }

  /** Deletes the document, which nobody needs any more. If that fails, it is left to the sweeper. */
  private letGo({ held, sourceBlob }: Prepared): void {
    if (held && sourceBlob !== null) this.ports.blobs.delete([sourceBlob]).catch(() => undefined);
  }

  private prepare({ key, place, parameters, upload, at }: Submission, hashes: RequestHashes): Prepared {
    const { settings } = this.ports;
    const asynchronous = parameters.asynchronous || (upload?.size ?? 0) > settings.ASYNC_THRESHOLD_BYTES;
    const { fingerprint, idempotencyKeyHash } = hashes;
    const held = !asynchronous && idempotencyKeyHash === null && this.holds(parameters, upload);
    const sourceBlob = upload !== null && held ? heldKey(upload.key) : (upload?.key ?? null);
    const common = { ...hashes, asynchronous, sourceBlob, held, inDoubt: false };
    if (idempotencyKeyHash === null)
      return { ...common, jobId: place instanceof Refusal ? newJobId(key, at) : place.id };
    const jobId = derivedJobId(key, { idempotencyKeyHash, fingerprint }, at, idempotencyMs(settings));
    return { ...common, jobId };
  }

  /**
   * Whether the document may be lost together with this process and its caller: true only if nobody else can ask for
   * the job's end.
   */
  private holds({ webhookUrl, resultUrl }: Parameters, upload: Upload | null): boolean {
    if (webhookUrl !== null || resultUrl !== null) return false;
    return upload !== null && upload.bytes !== null && upload.size <= this.ports.holdsUpToBytes;
  }

  /** The claim, if there is room for the request, or the claim of the request that holds its Idempotency-Key. */
  private async accepted(submission: Submission, prepared: Prepared): Promise<Held> {
    const claim = await this.claim(submission, prepared);
    if (claim.outcome === 'existing' || !prepared.asynchronous) return claim;
    await this.backlog.checkRoom(submission.at).catch(async error => {
      await this.takeBack(submission, claim.jobId);
      throw error;
    });
    return claim;
  }

  /**
   * Returns the claim and the place of a request that will not become a job. Both are kept if the request was a repeat
   * of one in doubt.
   */
  private async takeBack(submission: Submission, jobId: string): Promise<void> {
    if (await this.ports.views.release(jobId)) await placeOf(submission)?.giveBack();
    else placeOf(submission)?.keep();
  }

  /**
   * Claims the job, which makes it visible to GET before the caller has its id, and lets exactly one of several equal
   * requests win. A plain synchronous request needs neither.
   */
  private async claim(submission: Submission, prepared: Prepared): Promise<Held> {
    const { key, place, at } = submission;
    const { jobId, asynchronous, fingerprint, idempotencyKeyHash } = prepared;
    if (!asynchronous && idempotencyKeyHash === null) return { outcome: 'new', jobId };
    const request = {
      jobId,
      keyId: key.keyId,
      asynchronous,
      at,
      reservation: placeOf(submission)?.id ?? null,
    };
    // Everything accepted under the key before this request lies below these ends, whatever the store remembers.
    const ends = idempotencyKeyHash === null ? [] : await this.logEnds.ask();
    const idempotency =
      idempotencyKeyHash === null ? null : { keyHash: idempotencyKeyHash, fingerprint, ends };
    const until = performance.now() + CLAIM_PATIENCE_MS;
    for (let pauseMs = CLAIM_PAUSE_MS; ; pauseMs *= 2) {
      const claim = await this.ports.views.claim({ ...request, idempotency });
      if (claim.outcome === 'full' && place instanceof Refusal) throw place;
      if (claim.outcome === 'new' && place instanceof Place) place.id = claim.jobId;
      if (claim.outcome === 'new' || claim.outcome === 'existing') return claim;
      if (performance.now() > until) throw new ViewStoreUnavailable('the Idempotency-Keys are being read up');
      await sleep(pauseMs);
    }
  }

  /** The answer of the request that holds the Idempotency-Key; waits for its end. */
  private async repeat(
    submission: Submission,
    prepared: Prepared,
    claim: Extract<Claim, { outcome: 'existing' }>,
  ): Promise<Answer> {
    if (decideRepeat(claim, prepared) === 'refuse')
      throw new Refusal('bad_request', 'The Idempotency-Key was used for another request.');
    const watch = this.ports.views.watch(claim.jobId);
    try {
      return await this.answer(await this.settled(watch, this.patienceMs(submission)));
    } finally {
      watch.cancel();
    }
  }

  private async record(submission: Submission, prepared: Prepared, event: ExtractRequested): Promise<void> {
    const { upload, traceparent } = submission;
    const blobs: NewBlob[] = [];
    const { sourceBlob, asynchronous, held } = prepared;
    if (upload?.bytes && sourceBlob !== null)
      blobs.push({ key: sourceBlob, bytes: upload.bytes, awaited: !asynchronous, held });
    if (event.request_blob !== null) {
      const { url, webhookUrl, resultUrl } = submission.parameters;
      const bytes = formatRequestBlob({ url, webhookUrl, resultUrl });
      blobs.push({ key: event.request_blob as BlobKey, bytes });
    }
    try {
      // A waiting caller is answered only after the job's end, which comes later in the log, so this event need not be
      // synced by itself.
      const options = { traceparent, untold: !asynchronous };
      await this.ports.journal.record({ blobs, events: [event] }, options);
    } catch (error) {
      const { views } = this.ports;
      if (error instanceof LogUnavailable) {
        placeOf(submission)?.keep();
        // The event may appear, and be extracted, until its deadline: keep the document until then.
        prepared.inDoubt = true;
        setTimeout(() => this.letGo(prepared), this.leftMs(submission)).unref();
        await views.doubt(prepared.jobId);
      } else await this.takeBack(submission, prepared.jobId);
      throw error;
    }
    placeOf(submission)?.keep();
  }

  private event(submission: Submission, prepared: Prepared): ExtractRequested {
    const { key, parameters, upload, at } = submission;
    const { settings, clock } = this.ports;
    const { jobId, asynchronous, fingerprint, idempotencyKeyHash, source, sourceBlob } = prepared;
    const isDelivered = parameters.webhookUrl !== null || parameters.resultUrl !== null;
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
      source_blob: sourceBlob,
      bytes: upload?.size ?? null,
      request_blob: parameters.url !== null || isDelivered ? requestBlobOf(jobId) : null,
      webhook: isDelivered,
      // `at` by the shared clock, plus the patience.
      deadline_at: Math.round(clock.now() - elapsedMs(submission) + patience),
      fingerprint,
      idempotency_key_hash: idempotencyKeyHash,
      ...source,
    };
  }

  /** Ms left to wait for the outcome that an extractor records. */
  private patienceMs(submission: Submission): number {
    return this.ports.settings.SYNC_BUDGET_MS + OUTCOME_GRACE_MS - elapsedMs(submission);
  }

  /** Ms left to give an answer of any kind. */
  private leftMs(submission: Submission): number {
    return Math.max(0, this.ports.settings.SYNC_BUDGET_MS + ANSWER_GRACE_MS - elapsedMs(submission));
  }

  private async settled(watch: JobWatch, patienceMs: number): Promise<JobState | undefined> {
    return within(Math.max(0, patienceMs), watch.settled);
  }

  /**
   * Ends a job whose caller has waited long enough, so that an answer that he never gets is not metered. It may have
   * ended otherwise at the same moment: the first end in the log counts, for the caller too.
   */
  private async giveUp(
    watch: JobWatch,
    request: ExtractRequested,
    submission: Submission,
  ): Promise<JobState | undefined> {
    const failed: ExtractFailed = {
      type: 'ExtractFailed',
      ...jobEnd(request, { startedAt: request.at, at: Date.now(), build: buildOf(this.ports.settings) }),
      code: 'timeout',
      abusive: false,
      bytes: request.bytes,
      content_type: null,
    };
    await this.ports.journal.record({ blobs: [], events: [failed] }, { patienceMs: this.leftMs(submission) });
    return this.settled(watch, this.leftMs(submission));
  }

  /**
   * The finished job's answer; 202 if it is on the job path. Throws if the end is not known, since the job may have
   * been metered.
   */
  private async answer(job: JobState | undefined): Promise<Answer> {
    if (job === undefined) throw new ViewStoreUnavailable('the end of a job is not known yet');
    // A waiting caller never asked for a job, so do not answer that there is none.
    if (job.erased) return errorAnswer('extraction_failed', 'What this request came to was erased.');
    if (job.asynchronous) return processing(job.jobId);
    if (job.status !== 'completed') return jobAnswer(job, this.ports.blobs);
    const at = this.ports.clock.now();
    const [answer, documents] = await Promise.all([
      jobAnswer(job, this.ports.blobs),
      this.ports.views.used(job.keyId, monthOf(at)),
    ]);
    return { ...answer, used: { documents, at } };
  }

  private async discard(upload: Upload | null): Promise<void> {
    if (upload !== null && upload.bytes === null) await this.ports.blobs.delete([upload.key]);
  }
}

function placeOf({ place }: Submission): Place | undefined {
  return place instanceof Place ? place : undefined;
}

function processing(jobId: string): Answer {
  return { status: 202, body: { status: 'processing', job_id: jobId } };
}
