/**
 * Documents for callers who know nothing of jobs: each becomes a job, whose end is waited for here. So it gets a job's
 * time limit, survives a lost connection, and is admitted and metered like any other.
 */
import { hash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyRequest } from 'fastify';
import type { KeyState } from '../../core/keys/key.ts';
import { type BlobKey, BlobMissing } from '../../platform/blob-store/blob-store.ts';
import { isOutage } from '../../platform/outage.ts';
import { ERRORS, type ErrorCode, type ExtractError } from '../../schemas/errors.ts';
import { type Answer, LargeResult } from './answers.ts';
import { AtOnce } from './at-once.ts';
import type { Intake } from './intake.ts';
import { type Parameters, parseParameters } from './parameters.ts';
import { Polling, type PollingPorts } from './polling.ts';
import { Refusal } from './refusal.ts';
import type { Order } from './renderings/order.ts';
import { render } from './renderings/render.ts';
import { Renderings } from './renderings/renderings.ts';
import type { InTurn, Upload } from './upload.ts';

/**
 * Largest result, as JSON, that is rendered in another form. It is held in memory whole, and takes several times its
 * size while it is rendered.
 */
const RESULT_CEILING_BYTES = 16 * 1024 * 1024;
/**
 * Most calls that wait for an end at once, of one key and in all; each looks twice a second. Further calls get the
 * current state at once.
 */
const WAITING_PER_KEY = 64;
const WAITING = 2_000;
const FIRST_LOOK_MS = 20;
const LONGEST_PAUSE_MS = 500;

export interface WaitingReading {
  /** The document's address; null if it is in the body. */
  url: () => string | null | Promise<string | null>;
  document: (inTurn: InTurn) => Promise<Upload>;
  idempotencyKey?: string;
  /**
   * `X-Request-ID`. A client that repeats a request after a 504 or a broken connection sends the same id and means the
   * same job. But some clients send one id for everything they do for one of their callers, so the document must be the
   * same too.
   */
  requestId?: unknown;
}

export type JobEnd =
  /** `render` gives the result in another form; null if the result cannot be given in that form. Throws a `Refusal`. */
  | { kind: 'read'; render: (order: Order) => Promise<Buffer | null> }
  | { kind: 'unread'; code: ErrorCode; message: string; status: number };

export interface Patience {
  ms: number;
  /** A caller who cannot ask again is waited for in any case; admission limits their number. */
  mayAskAgain: boolean;
  /** Whether the caller has gone. */
  isGone: () => boolean;
}

export interface Submitted {
  jobId: string;
  /** `X-Quota-*`. */
  headers: Record<string, string>;
}

export class WaitedJobs {
  private readonly intake: Intake;
  private readonly ports: PollingPorts;
  private readonly polling: Polling;
  private readonly renderings = new Renderings();
  private readonly waiting = new AtOnce(WAITING_PER_KEY, WAITING);

  constructor(ports: PollingPorts, intake: Intake) {
    this.ports = ports;
    this.intake = intake;
    this.polling = new Polling(ports);
  }

  /** Creates a job with elements from the request's document. Throws a `Refusal`. */
  async submit(request: FastifyRequest, key: KeyState, reading: WaitingReading): Promise<Submitted> {
    const { answer, headers } = await this.intake.take(request, key, {
      idempotencyKey: reading.idempotencyKey,
      parameters: async () => elementsOf(await reading.url(), reading.idempotencyKey),
      document: async ({ url }, inTurn) => (url === null ? reading.document(inTurn) : null),
      keyed: (parameters, upload) => {
        if (typeof reading.requestId !== 'string') return parameters;
        const said = JSON.stringify([reading.requestId, upload?.sha256 ?? parameters.url]);
        return { ...parameters, idempotencyKey: `request-${hash('sha256', said)}` };
      },
    });
    if (answer.status === 202) return { jobId: (answer.body as { job_id: string }).job_id, headers };
    const { error } = answer.body as ExtractError;
    throw new Refusal(error.code, error.message);
  }

  /** The job's end; null if it has none within the patience, or once its caller has gone. */
  async end(jobId: string, key: KeyState, patience: Patience): Promise<JobEnd | null> {
    const answer = await this.ended(jobId, key, patience);
    return answer && this.endOf(answer, key, patience.isGone);
  }

  /** Like `end`, without the result. */
  async ended(jobId: string, key: KeyState, patience: Patience): Promise<Answer | null> {
    if (!patience.mayAskAgain) return this.looked(jobId, key, patience);
    const over = this.waiting.begin(key.keyId);
    const ms = over === undefined ? 0 : patience.ms;
    return this.looked(jobId, key, { ...patience, ms }).finally(over);
  }

  private async looked(jobId: string, key: KeyState, { ms, isGone }: Patience): Promise<Answer | null> {
    const until = performance.now() + ms;
    for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(LONGEST_PAUSE_MS, pauseMs * 1.5)) {
      const leftMs = until - performance.now();
      // A read model that is catching up will know the end in a moment.
      const answer = await this.polling.answer(jobId, key, Date.now()).catch(error => {
        if (leftMs <= 0 || !isOutage(error)) throw error;
      });
      if (answer !== undefined && !isProcessing(answer)) return answer;
      if (leftMs <= 0 || isGone()) return null;
      await sleep(Math.min(pauseMs, leftMs));
    }
  }

  private endOf({ status, body }: Answer, { keyId }: KeyState, isGone: () => boolean): JobEnd {
    if (body instanceof LargeResult) {
      const whole = () => this.whole(body.blob);
      return { kind: 'read', render: order => this.renderings.run(keyId, whole, order, isGone) };
    }
    if (Buffer.isBuffer(body)) return { kind: 'read', render: order => render(body, order) };
    const { error } = body as ExtractError;
    return { kind: 'unread', ...error, status };
  }

  private async whole(blob: BlobKey): Promise<Buffer> {
    try {
      return await this.ports.blobs.read(blob, RESULT_CEILING_BYTES);
    } catch (error) {
      if (error instanceof BlobMissing) throw new Refusal('not_found');
      if (!(error instanceof RangeError)) throw error;
      const most = `${RESULT_CEILING_BYTES / 1024 / 1024} MiB`;
      throw new Refusal('too_large', `The result is larger than ${most}. Ask POST /v1/extract for it.`);
    }
  }
}

function isProcessing({ body }: Answer): boolean {
  return 'status' in body && body.status === 'processing';
}

/** The parameters of POST /v1/extract?async=true&format=json. */
function elementsOf(url: string | null, idempotencyKey: string | undefined): Parameters {
  const query = { async: 'true', format: 'json', ...(url === null ? {} : { url }) };
  return parseParameters(query, idempotencyKey, () => undefined);
}

/** The 504 for a caller who has waited long enough; the job continues. */
export function stillRunning(jobId: string): Refusal {
  return new Refusal('timeout', `${ERRORS.timeout.message} GET /v1/extract/${jobId} will have the end.`);
}
