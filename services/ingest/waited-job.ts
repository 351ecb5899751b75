/**
 * Documents for callers who know nothing of jobs: each is a job, whose end is waited for here. So it has a job's time, is not
 * lost with its caller's connection, and is admitted and metered like any other.
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

/** Of a result that is rendered, as JSON: it is in memory as a whole, and several times its size meanwhile. */
const RESULT_CEILING_BYTES = 16 * 1024 * 1024;
/** Calls that wait for an end, each of which looks for it twice a second: of one key, and in all. More are told at once how it stands. */
const WAITING_PER_KEY = 64;
const WAITING = 2_000;
const FIRST_LOOK_MS = 20;
const LONGEST_PAUSE_MS = 500;

export interface WaitingReading {
  /** The document's address, or null where it is in the body. */
  url: () => string | null | Promise<string | null>;
  document: (inTurn: InTurn) => Promise<Upload>;
  idempotencyKey?: string;
  /**
   * `X-Request-ID`. A client that repeats a request after a 504 or a broken line sends the same one again, and means the same
   * job; but some send one for all that they do for a caller of theirs, so only the same document is the same request.
   */
  requestId?: unknown;
}

export type JobEnd =
  /** `render`: the result in another form; null where it cannot be had in that. Throws a `Refusal`. */
  | { kind: 'read'; render: (order: Order) => Promise<Buffer | null> }
  | { kind: 'unread'; code: ErrorCode; message: string; status: number };

export interface Patience {
  ms: number;
  /** Whoever cannot ask again is waited for in any case; there are as many as requests are admitted. */
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

  /** Makes a job with elements of the request's document. Throws a `Refusal`. */
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

  /** The job's end; null while it has none after so much patience, or once its caller has gone. */
  async end(jobId: string, key: KeyState, patience: Patience): Promise<JobEnd | null> {
    const answer = await this.ended(jobId, key, patience);
    return answer && this.endOf(answer, key, patience.isGone);
  }

  /** As `end`, without its result. */
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
      // A read model that is read up knows the end in a moment.
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

/** As POST /v1/extract?async=true&format=json would have them. */
function elementsOf(url: string | null, idempotencyKey: string | undefined): Parameters {
  const query = { async: 'true', format: 'json', ...(url === null ? {} : { url }) };
  return parseParameters(query, idempotencyKey, () => undefined);
}

/** 504 for a caller who has waited long enough; his job goes on. */
export function stillRunning(jobId: string): Refusal {
  return new Refusal('timeout', `${ERRORS.timeout.message} GET /v1/extract/${jobId} will have the end.`);
}
