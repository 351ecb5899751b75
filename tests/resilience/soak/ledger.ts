/** Records what callers were told, and finds contradictions in it. */
import type { Answer } from '../../support/answers.ts';
import type { Kind } from './documents.ts';

export interface Sent {
  nonce: string;
  keyId: string;
  kind: Kind;
  file?: Uint8Array;
  query: Record<string, string>;
  idempotencyKey?: string;
  /** Temper of its webhook's receiver. */
  temper?: string;
}

export interface KnownJob {
  sent: Sent;
  jobId: string;
  /** The finished answer as it was first seen. */
  final?: { status: number; text: string };
}

/** A text in every document, address and Idempotency-Key of a soak, which no log line may contain. */
export const MARK = 'zqx';
const NONCES = new RegExp(`${MARK}[0-9a-z]+-[0-9]+`, 'g');

/** A fetch may fail because of a fault; any other job must end as its kind says. */
function mayEnd(sent: Sent, code: string): boolean {
  return code === sent.kind.end || (code === 'fetch_failed' && sent.query.url !== undefined);
}

/** A caller who waited and was answered 504. */
interface TimedOut {
  sent: Sent;
  at: number;
}

/** Time to notice that a read model was lost, and to read it up again. */
const READ_UP_MS = 15_000;
/** Time to start its server on a busy machine, and a second. */
const NOTICED_MS = 8_000;

export class Ledger {
  readonly jobs = new Map<string, KnownJob>();
  readonly violations: string[] = [];
  /** Every answer to POST, for explaining a violation. */
  readonly history: object[] = [];
  readonly counts = new Map<string, number>();
  /** Answers of callers who waited, by nonce. */
  readonly answers = new Map<string, string>();
  readonly sent = new Map<string, Sent>();
  /** The nonce accepted under each Idempotency-Key. */
  private readonly held = new Map<string, string>();
  readonly timedOut: TimedOut[] = [];
  private lostAt = 0;
  private objectsRefused = false;
  /** The largest error of any instance's clock in ms. */
  skewMs = 0;
  private readonly jobOfNonce = new Map<string, string>();

  /** Notes that the read model may have lost something: until it is read up again, GET may call a finished job `processing`. */
  forget(): void {
    this.lostAt = Date.now();
  }

  forgetful(): boolean {
    return Date.now() - this.lostAt < READ_UP_MS;
  }

  /** Whether nobody can have noticed a loss yet: an older copy of the read model is believed for a second. */
  mayBelieveOld(): boolean {
    return Date.now() - this.lostAt < NOTICED_MS;
  }

  /** From now on the store may have refused a document to an extractor, whose job then fails. */
  refuseObjects(): void {
    this.objectsRefused = true;
  }

  skewed(ms: number): void {
    this.skewMs = Math.max(this.skewMs, ms);
  }

  private mayEnd(sent: Sent, code: string): boolean {
    if (code === 'extraction_failed' && this.objectsRefused) this.count('ended since its object was refused');
    return mayEnd(sent, code) || (code === 'extraction_failed' && this.objectsRefused);
  }

  violation(text: string): void {
    this.violations.push(`${new Date().toISOString()} ${text}`);
    process.stderr.write(`VIOLATION ${text}\n`);
  }

  count(what: string): void {
    this.counts.set(what, (this.counts.get(what) ?? 0) + 1);
  }

  /** Records an answer to POST. */
  answered(sent: Sent, { status, body, text }: Answer): void {
    const code = body?.error?.code ?? body?.status;
    this.count(`POST ${status} ${code}`);
    const { nonce, keyId, idempotencyKey, kind, query } = sent;
    this.history.push({
      at: Date.now(),
      nonce,
      keyId,
      idempotencyKey,
      kind: kind.name,
      query,
      status,
      code,
      job: body?.job_id,
    });
    if (status === 504) this.timedOut.push({ sent, at: Date.now() });
    // A 504 does not say whether the request became a job: it may be one that had to be given up.
    if (status === 503 || status === 429 || status === 504) return;
    if (code === 'bad_request' && sent.idempotencyKey !== undefined) return;
    this.holds(sent);
    if (status === 202) {
      this.accepted(sent, body.job_id);
      return;
    }
    const end = status === 200 ? 'success' : code;
    if (!this.mayEnd(sent, end))
      this.violation(`${sent.nonce} (${sent.kind.name}) ended as ${end}: ${text.slice(0, 200)}`);
    if (status === 200) this.succeeded(sent, text);
  }

  /** Records an answer to the owner's GET. */
  polled(job: KnownJob, { status, body, text }: Answer): void {
    this.count(`GET ${status} ${body?.error?.code ?? body?.status}`);
    if (status === 503) return;
    const { sent, jobId, final } = job;
    if (status === 200 && body.status === 'processing') {
      if (final !== undefined && !this.forgetful()) this.violation(`${jobId} went back to processing`);
      return;
    }
    if (final === undefined) {
      const end = status === 200 ? 'success' : body?.error?.code;
      if (!this.mayEnd(sent, end))
        this.violation(`${jobId} (${sent.nonce}, ${sent.kind.name}) ended as ${end}: ${text.slice(0, 200)}`);
      if (status === 200) this.ownWords(sent, text, `GET ${jobId}`);
      job.final = { status, text };
    } else if (final.status !== status || final.text !== text)
      this.violation(`${jobId} changed its end from ${final.status} to ${status} ${text.slice(0, 200)}`);
  }

  /** Checks that a text contains the nonce of its own document and no other. */
  ownWords(sent: Sent, text: string, where: string): void {
    const seen = new Set(text.match(NONCES) ?? []);
    if (sent.kind.isMarked && !seen.has(sent.nonce))
      this.violation(`${where}: ${sent.nonce} is not in its answer`);
    for (const nonce of seen)
      if (nonce !== sent.nonce) this.violation(`${where}: the answer to ${sent.nonce} holds ${nonce}`);
  }

  private succeeded(sent: Sent, text: string): void {
    this.ownWords(sent, text, 'POST');
    const before = this.answers.get(sent.nonce);
    if (before !== undefined && before !== text) this.violation(`${sent.nonce} was answered in two ways`);
    this.answers.set(sent.nonce, text);
  }

  private accepted(sent: Sent, jobId: string): void {
    const known = this.jobs.get(jobId);
    if (known !== undefined && known.sent.nonce !== sent.nonce)
      this.violation(`${jobId} was given to ${known.sent.nonce} and to ${sent.nonce}`);
    const before = this.jobOfNonce.get(sent.nonce);
    if (before !== undefined && before !== jobId)
      this.violation(`${sent.nonce} under one Idempotency-Key became ${before} and ${jobId}`);
    this.jobOfNonce.set(sent.nonce, jobId);
    if (known === undefined) this.jobs.set(jobId, { sent, jobId });
  }

  private holds({ keyId, idempotencyKey, nonce }: Sent): void {
    if (idempotencyKey === undefined) return;
    const name = `${keyId}/${idempotencyKey}`;
    const holder = this.held.get(name);
    if (holder !== undefined && holder !== nonce)
      this.violation(`${idempotencyKey} was accepted for ${holder} and for ${nonce}`);
    this.held.set(name, nonce);
  }
}
