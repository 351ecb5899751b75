/**
 * One document on its way in, whichever address it came to: who sends it, whether there is room for it, its job, and what is
 * said where it is refused. Every address that takes documents takes them through here, so that keys, rate, breaker, quota and
 * ceilings are the same at all of them.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { KeyState } from '../../core/keys/key.ts';
import { newId } from '../../platform/ids.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import type { ExtractRequested } from '../../schemas/events.ts';
import { type AdmissionPorts, admit, quotaHeaders } from './admission.ts';
import { type Answer, errorAnswer, JSON_TYPE } from './answers.ts';
import { Arrival } from './arrival.ts';
import { type Authenticator, NotAllowedAnyMore, type Refused } from './authenticate.ts';
import { waitsForCaller } from './caller-body.ts';
import type { Connections } from './connections.ts';
import { discardBody } from './discard-body.ts';
import { newJobId } from './job-id.ts';
import type { Parameters } from './parameters.ts';
import { Place } from './place.ts';
import { PollLimit } from './poll-limit.ts';
import { Refusal, tooSlow } from './refusal.ts';
import { StorageCeilings, type StorageCeilingsPorts } from './storage-ceilings.ts';
import { type SubmissionPorts, Submissions } from './submission.ts';
import { type Transfer, Transfers } from './transfers.ts';
import type { InTurn, Upload } from './upload.ts';

/**
 * Uploads above what waits in memory, at once: of one key, and in all. The rest wait unread, so that their senders wait
 * as well; on S3 each holds up to 9 MB (measured), of the 768 that a pod has.
 */
const LARGE_UPLOADS_PER_KEY = 8;
const LARGE_UPLOADS = 32;

/** A document that comes for longer (an upload has two minutes) is asked for its key again. */
const KEY_LOOK_MS = 1_000;

export type IntakePorts = SubmissionPorts & AdmissionPorts & StorageCeilingsPorts & { telemetry: Telemetry };

/** What an address makes of a request, once there is room for it. Both throw a `Refusal`. */
export interface Reading {
  /** The Idempotency-Key, as it came. */
  idempotencyKey: unknown;
  parameters: () => Parameters | Promise<Parameters>;
  /** The document of a request without a url. `inTurn`: how the rest of a large one is stored. */
  document: (parameters: Parameters, inTurn: InTurn) => Promise<Upload | null>;
  /** Where it takes the document to tell a repeat: the parameters with their Idempotency-Key. */
  keyed?: (parameters: Parameters, upload: Upload | null) => Parameters;
}

export interface Taken {
  answer: Answer;
  /** `X-Quota-*`. */
  headers: Record<string, string>;
}

export class Intake {
  readonly connections: Connections;
  private readonly ports: IntakePorts;
  private readonly polls = new PollLimit();
  private readonly authenticator: Authenticator;
  private readonly submissions: Submissions;
  private readonly ceilings: StorageCeilings;
  private readonly uploads = new Transfers(LARGE_UPLOADS_PER_KEY, LARGE_UPLOADS);

  constructor(ports: IntakePorts, authenticator: Authenticator, connections: Connections) {
    this.ports = ports;
    this.authenticator = authenticator;
    this.connections = connections;
    this.submissions = new Submissions(ports);
    this.ceilings = new StorageCeilings(ports);
    connections.onLook((now, intervalMs) => this.uploads.makeRoom(now, intervalMs));
  }

  /**
   * Runs `work` with the caller's key, and answers whatever `Refusal` it throws. `authorization`: where the key stands
   * elsewhere than in the header of that name, what this would be.
   */
  async attend(
    request: FastifyRequest,
    reply: FastifyReply,
    work: (key: KeyState) => Promise<FastifyReply>,
    authorization = request.headers.authorization,
  ): Promise<FastifyReply> {
    const key = await this.authenticated(request, reply, authorization);
    if (key === undefined) return reply;
    this.connections.belongsTo(request, key.keyId);
    try {
      return await work(key);
    } catch (error) {
      if (error instanceof NotAllowedAnyMore) return this.turnAway(request, reply, error.decision);
      if (error instanceof Refusal) return await this.refuse(request, reply, error, key);
      discardBody(request.raw);
      throw error;
    }
  }

  /** Admits the request, reads its document, and answers its end, or 202. Throws a `Refusal`. */
  async take(request: FastifyRequest, key: KeyState, reading: Reading): Promise<Taken> {
    const arrival = new Arrival(this.ports.telemetry, request, key);
    let taken: Place | null = null;
    try {
      const { idempotencyKey } = reading;
      const limit = this.limitOf(key);
      const jobId = newJobId(key, Date.now());
      const { quota, place, headers } = await admit(this.ports, { key, idempotencyKey, limit, jobId });
      if (place instanceof Place) taken = place;
      await this.ceilings.checkRoom(key.keyId, headers);
      const asked = await reading.parameters();
      const transfer = uploadOf(request, key.keyId, this.connections);
      const askedAt = performance.now();
      const upload = await reading.document(asked, store => this.uploads.run(transfer, store));
      if (performance.now() - askedAt > KEY_LOOK_MS) await this.checkKey(key, upload);
      const parameters = reading.keyed?.(asked, upload) ?? asked;
      const { traceparent } = arrival;
      const onRecorded = (event: ExtractRequested) => arrival.recorded(event);
      // The caller's patience begins when the document is here, however slow the line was, and however slow the store is.
      const now = performance.now();
      const begunAt = upload?.arrivedAt ?? now;
      const at = Date.now() - Math.round(now - begunAt);
      const submission = { key, place, parameters, upload, at, begunAt, traceparent, onRecorded };
      const answer = await this.submissions.submit(submission);
      arrival.answered(answer.status);
      return { answer, headers: quotaHeadersOf(answer, key, quota) };
    } catch (error) {
      arrival.failed(error);
      await taken?.giveBack();
      throw error;
    }
  }

  /** Requests a minute. */
  limitOf(key: KeyState): number {
    return key.rateLimitPerMinute ?? this.ports.settings.RATE_LIMIT_PER_MINUTE;
  }

  /** Whether the key may ask once more, now: whatever is polled, at whichever address, has one ceiling. */
  admitsPoll(key: KeyState): boolean {
    return this.polls.admits(key.keyId, this.limitOf(key), Date.now());
  }

  /** 401 and 403 carry `{message}` alone: they come from the gateway's side of the interface. */
  private async authenticated(
    request: FastifyRequest,
    reply: FastifyReply,
    authorization: string | undefined,
  ): Promise<KeyState | undefined> {
    const decision = await this.authenticator.authenticate(authorization).catch(error => {
      discardBody(request.raw);
      throw error;
    });
    if (decision.kind === 'authenticated') return decision.key;
    this.turnAway(request, reply, decision);
    return undefined;
  }

  private turnAway(request: FastifyRequest, reply: FastifyReply, { status, message }: Refused): FastifyReply {
    discardBody(request.raw);
    // RFC 9110, 11.6.1: whoever is asked to prove himself is told how.
    if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
    return reply.code(status).send({ message });
  }

  private async checkKey({ keyId }: KeyState, upload: Upload | null): Promise<void> {
    try {
      if (await this.authenticator.isRevoked(keyId)) throw new NotAllowedAnyMore();
    } catch (error) {
      // What cannot be deleted is left to the sweeper.
      if (upload?.bytes === null) this.ports.blobs.delete([upload.key]).catch(() => undefined);
      throw error;
    }
  }

  private async refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
    key: KeyState,
  ): Promise<FastifyReply> {
    // A connection that broke in mid-upload looks like a malformed body, but is nobody's abuse. What was too large by then
    // was so whether or not its sender stays for the answer.
    const isCertain = refusal.code === 'too_large' || reply.raw.socket?.destroyed === false;
    // First: what follows may fail.
    discardBody(request.raw);
    // By the clock that lockouts are judged by, to the ms: begun by one that is ahead, Retry-After would be a second more than
    // the lockout, and begun by one that is wrong, the lockout would be over already, or not believed.
    const { views } = this.ports;
    if (refusal.abusive && isCertain) await views.recordAbuse(key.keyId, await views.now(), newId());
    const { status, code, message, headers } = refusal;
    return sendAnswer(reply, { ...errorAnswer(code, message), status }, headers);
  }
}

/** An answer that is at hand: anything but a `LargeResult`. */
export function sendAnswer(
  reply: FastifyReply,
  { status, body }: Answer,
  headers: Record<string, string>,
): FastifyReply {
  return reply.code(status).headers(headers).type(JSON_TYPE).send(body);
}

export function uploadOf({ raw }: FastifyRequest, keyId: string, connections: Connections): Transfer {
  // Node takes it from a request whose reading was given up, while what was stored of it is still being deleted.
  const { socket } = raw;
  return {
    keyId,
    moved: () => socket.bytesRead,
    waitsForCaller: () => waitsForCaller(raw),
    cut: () => connections.interrupt(raw, tooSlow('Others waited for this slow upload. Retry.'), 'yielded'),
  };
}

/** 200 shows the quota after this document was metered, 202 the snapshot of the check. */
function quotaHeadersOf(
  { status, used }: Answer,
  key: KeyState,
  snapshot: Record<string, string>,
): Record<string, string> {
  if (status !== 202 && status !== 200) return {};
  return used === undefined ? snapshot : quotaHeaders(key, used.documents, used.at);
}
