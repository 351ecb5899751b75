/** Shared by the compatible routes: takes a document as the client sends it, and gives its elements. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyState } from '../../../core/keys/key.ts';
import type { Settings } from '../../../platform/settings.ts';
import type { Reader } from '../document-bodies.ts';
import type { Intake } from '../intake.ts';
import { JsonBodies } from '../json-bodies.ts';
import type { PollingPorts } from '../polling.ts';
import { Refusal } from '../refusal.ts';
import type { Order } from '../renderings/order.ts';
import type { InTurn, Upload } from '../upload.ts';
import { type JobEnd, stillRunning, WaitedJobs } from '../waited-job.ts';
import { authorizationOf } from './credentials.ts';

export interface CompatPorts extends PollingPorts {
  settings: Settings;
}

export interface Exchange {
  request: FastifyRequest;
  reply: FastifyReply;
  key: KeyState;
  reader: Reader;
}

export class Conversion {
  private readonly ports: CompatPorts;
  private readonly intake: Intake;
  private readonly jobs: WaitedJobs;
  private readonly bodies: JsonBodies;

  constructor(ports: CompatPorts, intake: Intake) {
    this.ports = ports;
    this.intake = intake;
    this.jobs = new WaitedJobs(ports, intake);
    this.bodies = new JsonBodies(intake.connections);
  }

  /** Runs `work` and answers any `Refusal` it throws, as POST /v1/extract would. */
  attend(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (exchange: Exchange) => Promise<FastifyReply>,
  ): Promise<FastifyReply> {
    const { blobs, settings } = this.ports;
    const attended = (key: KeyState) => {
      const ceilingBytes = settings.MAX_UPLOAD_BYTES;
      const reader = { request, reply, blobs, ceilingBytes, keyId: key.keyId };
      return work({ request, reply, key, reader });
    };
    return this.intake.attend(request, reply, attended, authorizationOf(request));
  }

  /**
   * Converts the document and waits for the end. If the body is JSON that may contain an address, `url` is asked first;
   * otherwise `document` reads the body.
   */
  async convert(
    exchange: Exchange,
    document: (inTurn: InTurn) => Promise<Upload>,
    url?: () => Promise<string | null>,
  ): Promise<JobEnd> {
    const jobId = await this.submit(exchange, document, url);
    const ms = this.ports.settings.COMPAT_WAIT_MS;
    const patience = { ms, mayAskAgain: false, isGone: isGone(exchange) };
    const end = await this.jobs.end(jobId, exchange.key, patience);
    if (end === null) throw stillRunning(jobId);
    return end;
  }

  /** Submits the document and returns its job's id. */
  async submit(
    { request, reply, key }: Exchange,
    document: (inTurn: InTurn) => Promise<Upload>,
    url?: () => Promise<string | null>,
  ): Promise<string> {
    const requestId = request.headers['x-request-id'];
    const submitted =
      url === undefined
        ? this.jobs.submit(request, key, { url: () => null, document, requestId })
        : this.bodies.run(request, key.keyId, () =>
            this.jobs.submit(request, key, { url, document, requestId }),
          );
    const { jobId, headers } = await submitted;
    reply.headers({ ...headers, 'X-Service-Job-Id': jobId });
    return jobId;
  }

  /** Whether the job has ended, waiting at most `patienceMs`; undefined if there is no such job. */
  async hasEnded(exchange: Exchange, jobId: string, patienceMs: number): Promise<boolean | undefined> {
    this.admitPoll(exchange);
    const patience = { ms: patienceMs, mayAskAgain: true, isGone: isGone(exchange) };
    const answer = await this.jobs.ended(jobId, exchange.key, patience);
    return answer?.status === 404 ? undefined : answer !== null;
  }

  /** The job's end; null while it has none, undefined if there is no such job. */
  async endOf(exchange: Exchange, jobId: string): Promise<JobEnd | null | undefined> {
    this.admitPoll(exchange);
    const patience = { ms: 0, mayAskAgain: true, isGone: isGone(exchange) };
    const end = await this.jobs.end(jobId, exchange.key, patience);
    return end?.kind === 'unread' && end.status === 404 ? undefined : end;
  }

  private admitPoll({ key }: Exchange): void {
    if (this.intake.admitsPoll(key)) return;
    throw new Refusal('rate_limited', 'This key asks far more often than its jobs can change.', {
      headers: { 'Retry-After': '2' },
    });
  }
}

const isGone = ({ request }: Exchange) => {
  const { socket } = request.raw;
  return () => socket.destroyed;
};

/** Sends the result in the form of `order`. Throws a `Refusal`. */
export async function sendRendered(
  reply: FastifyReply,
  { render }: Extract<JobEnd, { kind: 'read' }>,
  order: Order,
  type = 'application/json; charset=utf-8',
): Promise<FastifyReply> {
  const body = await render(order);
  if (body === null) throw new Refusal('not_found', 'This job was not asked for with elements.');
  return reply.type(type).send(body);
}

/** The document's file name as its sender gave it. It is used for the answer only and stored nowhere. */
export function fileNameOf({ headers }: FastifyRequest): string {
  const given = headers['x-filename'];
  if (typeof given !== 'string') return 'document';
  try {
    return decodeURIComponent(given);
  } catch {
    return given;
  }
}
