/**
 * Takes one document in, on whichever route it arrived: authenticates its sender, checks that there is room, creates
 * its job and answers refusals. Every route that accepts documents goes through here, so that keys, rate limit,
 * breaker, quota and ceilings are the same on all of them.
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
 * Most uploads above the in-memory size at once, of one key and in all. The others wait unread, so that their senders
 * wait too. On S3 each holds up to 9 MB (measured) of a pod's 768.
 */
const LARGE_UPLOADS_PER_KEY = 8;
const LARGE_UPLOADS = 32;

/** If receiving a document takes longer than this (an upload may take two minutes), its key is checked again. */
const KEY_LOOK_MS = 1_000;

export type IntakePorts = SubmissionPorts & AdmissionPorts & StorageCeilingsPorts & { telemetry: Telemetry };

/** How a route reads a request, once there is room for it. `parameters` and `document` throw a `Refusal`. */
export interface Reading {
  /** The Idempotency-Key header as received. */
  idempotencyKey: unknown;
  parameters: () => Parameters | Promise<Parameters>;
  /** Reads the document of a request without a url. `inTurn` stores the rest of a large one when a place is free. */
  document: (parameters: Parameters, inTurn: InTurn) => Promise<Upload | null>;
  /** For routes that can recognise a repeat only from its document: returns the parameters with an Idempotency-Key. */
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
   * Runs `work` with the caller's key, and answers any `Refusal` it throws. `authorization`: the value to use if the
   * key is not in the header of that name.
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

  /** Admits the request, reads its document, and returns the job's answer, or 202. Throws a `Refusal`. */
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
      // The time a caller is willing to wait counts from the arrival of the document, however slow the line or the
      // store.
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

  /** Requests a minute that the key may send. */
  limitOf(key: KeyState): number {
    return key.rateLimitPerMinute ?? this.ports.settings.RATE_LIMIT_PER_MINUTE;
  }

  /** Whether the key may poll once more now. All polling routes share one ceiling. */
  admitsPoll(key: KeyState): boolean {
    return this.polls.admits(key.keyId, this.limitOf(key), Date.now());
  }

  /** Answers 401 and 403 with `{message}` only: they belong to the gateway's part of the interface. */
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
    // A 401 must say how to authenticate (RFC 9110, 11.6.1).
    if (status === 401) reply.header('WWW-Authenticate', 'Bearer');
    return reply.code(status).send({ message });
  }

  private async checkKey({ keyId }: KeyState, upload: Upload | null): Promise<void> {
    try {
      if (await this.authenticator.isRevoked(keyId)) throw new NotAllowedAnyMore();
    } catch (error) {
      // A blob that cannot be deleted now is left to the sweeper.
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
    // A connection that broke during an upload looks like a malformed body, but is not abuse. A document that was
    // already too large is, whether or not its sender waits for the answer.
    const isCertain = refusal.code === 'too_large' || reply.raw.socket?.destroyed === false;
    // Discard the body first: what follows may fail.
    discardBody(request.raw);
    // Use the clock that lockouts are judged by, in ms. With a clock that is ahead, Retry-After would exceed the
    // lockout by a second; with a wrong clock, the lockout would already be over or be ignored.
    const { views } = this.ports;
    if (refusal.abusive && isCertain) await views.recordAbuse(key.keyId, await views.now(), newId());
    const { status, code, message, headers } = refusal;
    return sendAnswer(reply, { ...errorAnswer(code, message), status }, headers);
  }
}

/** Sends an answer whose body is at hand: anything but a `LargeResult`. */
export function sendAnswer(
  reply: FastifyReply,
  { status, body }: Answer,
  headers: Record<string, string>,
): FastifyReply {
  return reply.code(status).headers(headers).type(JSON_TYPE).send(body);
}

export function uploadOf({ raw }: FastifyRequest, keyId: string, connections: Connections): Transfer {
  // Taken now: Node detaches the socket from a request whose reading was given up, and its stored part may still be
  // being deleted then.
  const { socket } = raw;
  return {
    keyId,
    moved: () => socket.bytesRead,
    waitsForCaller: () => waitsForCaller(raw),
    cut: () => connections.interrupt(raw, tooSlow('Others waited for this slow upload. Retry.'), 'yielded'),
  };
}

/** The `X-Quota-*` headers: a 200 shows the quota after this document was metered, a 202 the snapshot taken at admission. */
function quotaHeadersOf(
  { status, used }: Answer,
  key: KeyState,
  snapshot: Record<string, string>,
): Record<string, string> {
  if (status !== 202 && status !== 200) return {};
  return used === undefined ? snapshot : quotaHeaders(key, used.documents, used.at);
}
