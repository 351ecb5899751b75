/** POST /v1/extract and GET /v1/extract/{job_id}. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyState } from '../../core/keys/key.ts';
import { BlobMissing } from '../../platform/blob-store/blob-store.ts';
import { parseNetworks } from '../../platform/egress/addresses.ts';
import { refusedAtSight } from '../../platform/egress/at-sight.ts';
import { WEBHOOK_PORTS } from '../../platform/egress/egress.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import { type AdmissionPorts, admit, quotaHeaders } from './admission.ts';
import { type Answer, errorAnswer, JSON_TYPE, LargeResult } from './answers.ts';
import type { Authenticator } from './authenticate.ts';
import { comeAgain } from './come-again.ts';
import type { Connections } from './connections.ts';
import { newJobId } from './job-id.ts';
import { LargeResults } from './large-results.ts';
import { type Parameters, parseParameters } from './parameters.ts';
import { Place } from './place.ts';
import { PollLimit } from './poll-limit.ts';
import { Polling, type PollingPorts } from './polling.ts';
import { askForBody } from './protocol.ts';
import { Refusal, tooSlow } from './refusal.ts';
import { StorageCeilings, type StorageCeilingsPorts } from './storage-ceilings.ts';
import { type SubmissionPorts, Submissions } from './submission.ts';
import { type Transfer, Transfers } from './transfers.ts';
import { FORM_OVERHEAD_BYTES, type InTurn, readUpload, tooLarge, type Upload } from './upload.ts';

/**
 * Uploads above what waits in memory, at once: of one key, and in all. The rest wait unread, so that their senders wait
 * as well; on S3 each holds up to 9 MB (measured), of the 768 that a pod has.
 */
const LARGE_UPLOADS_PER_KEY = 8;
const LARGE_UPLOADS = 32;

export function extractRoutes(
  server: FastifyInstance,
  ports: SubmissionPorts & PollingPorts & AdmissionPorts & StorageCeilingsPorts & { telemetry: Telemetry },
  authenticator: Authenticator,
  connections: Connections,
): void {
  const submissions = new Submissions(ports);
  const ceilings = new StorageCeilings(ports);
  const allowed = parseNetworks(ports.settings.EGRESS_ALLOW);
  const refusedWebhook = (url: URL) => refusedAtSight(url, allowed, WEBHOOK_PORTS);
  const results = new LargeResults(ports.blobs, ports.telemetry.logger, connections);
  const uploads = new Transfers(LARGE_UPLOADS_PER_KEY, LARGE_UPLOADS);
  connections.onLook((now, intervalMs) => uploads.makeRoom(now, intervalMs));

  server.post('/v1/extract', async (request, reply): Promise<FastifyReply> => {
    const key = await authenticated(request, reply, authenticator);
    if (key === undefined) return reply;
    connections.belongsTo(request, key.keyId);
    let taken: Place | null = null;
    try {
      const idempotencyKey = request.headers['idempotency-key'];
      const limit = key.rateLimitPerMinute ?? ports.settings.RATE_LIMIT_PER_MINUTE;
      const { used, place, headers } = await admit(ports, {
        key,
        idempotencyKey,
        limit,
        jobId: newJobId(key, Date.now()),
      });
      if (place instanceof Place) taken = place;
      await ceilings.checkRoom(key.keyId, headers);
      const parameters = parseParameters(
        request.query as Record<string, unknown>,
        idempotencyKey,
        refusedWebhook,
      );
      const ceiling = ports.settings.MAX_UPLOAD_BYTES;
      if (hasDocument(request, parameters, ceiling)) askForBody(request, reply);
      const transfer = uploadOf(request, key.keyId, connections);
      const inTurn: InTurn = store => uploads.run(transfer, store);
      const upload =
        parameters.url !== null
          ? null
          : await readDocument(request, ports, ceiling, { inTurn, keyId: key.keyId });
      const traceparent = traceOf(request.headers.traceparent);
      // The caller's patience is for the extraction: it begins when the document is here, however slow the line was.
      const answer = await submissions.submit({
        key,
        place,
        parameters,
        upload,
        at: Date.now(),
        traceparent,
      });
      return await respond(reply, answer, { results, key, headers: quotaHeadersOf(answer, key, used) });
    } catch (error) {
      await taken?.giveBack();
      if (error instanceof Refusal) return await refuse(request, reply, error, key, ports);
      discardBody(request);
      throw error;
    }
  });

  pollRoute(server, ports, { authenticator, connections, results });
}

interface Shared {
  authenticator: Authenticator;
  connections: Connections;
  results: LargeResults;
}

function pollRoute(
  server: FastifyInstance,
  ports: PollingPorts,
  { authenticator, connections, results }: Shared,
): void {
  const polling = new Polling(ports);
  const pollLimit = new PollLimit();
  server.get('/v1/extract/:jobId', async (request, reply): Promise<FastifyReply> => {
    const at = Date.now();
    const key = await authenticated(request, reply, authenticator);
    if (key === undefined) return reply;
    connections.belongsTo(request, key.keyId);
    const limit = key.rateLimitPerMinute ?? ports.settings.RATE_LIMIT_PER_MINUTE;
    if (!pollLimit.admits(key.keyId, limit, at))
      return comeAgain(reply, 'This key polls far more often than its jobs can change.');
    const { jobId } = request.params as { jobId: string };
    const answer = await polling.answer(jobId.toLowerCase(), key, at);
    return respond(reply, answer, { results, key, headers: {} });
  });
}

/** 401 and 403 carry `{message}` alone: they come from the gateway's side of the interface. */
async function authenticated(
  request: FastifyRequest,
  reply: FastifyReply,
  authenticator: Authenticator,
): Promise<KeyState | undefined> {
  const decision = await authenticator.authenticate(request.headers.authorization).catch(error => {
    discardBody(request);
    throw error;
  });
  if (decision.kind === 'authenticated') return decision.key;
  discardBody(request);
  // RFC 9110, 11.6.1: whoever is asked to prove himself is told how.
  if (decision.status === 401) reply.header('WWW-Authenticate', 'Bearer');
  reply.code(decision.status).send({ message: decision.message });
  return undefined;
}

/** Whether the request has a document in its body, or else an address; throws a `Refusal` where it has not exactly one. */
function hasDocument(request: FastifyRequest, { url }: Parameters, ceilingBytes: number): boolean {
  const announced = Number(request.headers['content-length'] ?? 0);
  const hasBody = announced > 0 || request.headers['transfer-encoding'] !== undefined;
  if (url !== null && hasBody) throw new Refusal('bad_request', 'Give either a file or a url, not both.');
  if (url !== null) return false;
  if (!hasBody) throw missing();
  if (!request.isMultipart())
    throw new Refusal(
      'bad_request',
      'The body must be multipart/form-data with the document in a part named file; a url is a query parameter.',
    );
  if (announced > ceilingBytes + FORM_OVERHEAD_BYTES) throw tooLarge(ceilingBytes);
  return true;
}

const missing = () =>
  new Refusal('bad_request', 'Give a document: a multipart part named file, or the url parameter.');

async function readDocument(
  request: FastifyRequest,
  ports: SubmissionPorts,
  ceilingBytes: number,
  { inTurn, keyId }: { inTurn: InTurn; keyId: string },
): Promise<Upload> {
  const { raw } = request;
  // What stands before, between and behind the parts is no part, and costs as much to read. A listener for data makes
  // the body flow from the next tick on, when whoever takes the parts is there as well.
  let bytes = 0;
  raw.on('data', (chunk: Buffer) => {
    const before = bytes;
    bytes += chunk.length;
    const ceiling = ceilingBytes + FORM_OVERHEAD_BYTES;
    if (before <= ceiling && bytes > ceiling && raw.listenerCount('error') > 0)
      raw.emit('error', tooLarge(ceilingBytes));
  });
  const upload = await readUpload(request.parts(), ports.blobs, ceilingBytes, inTurn, keyId);
  if (upload === null) throw missing();
  if (upload.size === 0) throw new Refusal('unsupported_format', 'The document is empty: it has no bytes.');
  return upload;
}

function uploadOf({ raw }: FastifyRequest, keyId: string, connections: Connections): Transfer {
  return {
    keyId,
    moved: () => raw.socket.bytesRead,
    waitsForCaller: () => !raw.complete && raw.readableFlowing === true,
    cut: () => connections.interrupt(raw, tooSlow('Others waited for this slow upload. Retry.'), 'yielded'),
  };
}

/** 200 shows the quota after this document was metered, 202 the snapshot of the check. */
function quotaHeadersOf({ status, used }: Answer, key: KeyState, snapshot: number): Record<string, string> {
  if (status !== 202 && status !== 200) return {};
  return quotaHeaders(key, used ?? snapshot, Date.now());
}

async function refuse(
  request: FastifyRequest,
  reply: FastifyReply,
  refusal: Refusal,
  key: KeyState,
  { views }: SubmissionPorts,
): Promise<FastifyReply> {
  // A connection that broke in mid-upload looks like a malformed body, but is nobody's abuse. What was too large by then
  // was so whether or not its sender stays for the answer.
  const isCertain = refusal.code === 'too_large' || !request.raw.socket.destroyed;
  if (refusal.abusive && isCertain) await views.recordAbuse(key.keyId, Date.now());
  discardBody(request);
  const { status, code, message, headers } = refusal;
  return send(reply, { ...errorAnswer(code, message), status }, headers);
}

interface Addressee {
  results: LargeResults;
  key: KeyState;
  headers: Record<string, string>;
}

async function respond(reply: FastifyReply, answer: Answer, addressee: Addressee): Promise<FastifyReply> {
  const { results, key, headers } = addressee;
  if (!(answer.body instanceof LargeResult)) return send(reply, answer, headers);
  try {
    await results.send(reply, answer.body.blob, key.keyId, headers);
    return reply;
  } catch (error) {
    // It has expired since somebody looked for it.
    if (error instanceof BlobMissing) return send(reply, errorAnswer('not_found'), {});
    throw error;
  }
}

function send(reply: FastifyReply, { status, body }: Answer, headers: Record<string, string>): FastifyReply {
  return reply.code(status).headers(headers).type(JSON_TYPE).send(body);
}

/**
 * Lets the caller read the answer: a connection closed while its upload is on the way would be reset, and the answer
 * lost with it. Whoever goes on for too long is cut off; see connections.ts.
 */
function discardBody({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
}

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The caller's trace context (W3C Trace Context, version 00), or a new one. */
function traceOf(header: unknown): string {
  if (typeof header === 'string' && TRACEPARENT.test(header)) return header;
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}
