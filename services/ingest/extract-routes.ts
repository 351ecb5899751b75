/** POST /v1/extract and GET /v1/extract/{job_id}. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyState } from '../../core/keys/key.ts';
import { BlobMissing } from '../../platform/blob-store/blob-store.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import { Turnstile } from '../../platform/turnstile.ts';
import { admit, quotaHeaders } from './admission.ts';
import { type Answer, errorAnswer, JSON_TYPE, LargeResult } from './answers.ts';
import type { Authenticator } from './authenticate.ts';
import { LargeResults } from './large-results.ts';
import { type Parameters, parseParameters } from './parameters.ts';
import { Polling, type PollingPorts } from './polling.ts';
import { Refusal } from './refusal.ts';
import { type SubmissionPorts, Submissions } from './submission.ts';
import { FORM_OVERHEAD_BYTES, type InTurn, readUpload, tooLarge, type Upload } from './upload.ts';

/**
 * Uploads above what waits in memory, at once: of one key, and in all. The rest wait unread, so that their senders wait
 * as well; on S3 each holds up to 9 MB (measured), of the 768 that a pod has.
 */
const LARGE_UPLOADS_PER_KEY = 16;
const LARGE_UPLOADS = 32;

export function extractRoutes(
  server: FastifyInstance,
  ports: SubmissionPorts & PollingPorts & { telemetry: Telemetry },
  authenticator: Authenticator,
): void {
  const submissions = new Submissions(ports);
  const polling = new Polling(ports);
  const results = new LargeResults(ports.blobs, ports.telemetry.logger);
  const largeUploads = new Turnstile(LARGE_UPLOADS_PER_KEY, LARGE_UPLOADS);

  server.post('/v1/extract', async (request, reply): Promise<FastifyReply> => {
    const key = await authenticated(request, reply, authenticator);
    if (key === undefined) return reply;
    try {
      const idempotencyKey = request.headers['idempotency-key'];
      const limit = key.rateLimitPerMinute ?? ports.settings.RATE_LIMIT_PER_MINUTE;
      const { used } = await admit(ports.views, { key, idempotencyKey, limit });
      const parameters = parseParameters(request.query as Record<string, unknown>, idempotencyKey);
      const upload = await readDocument(request, parameters, ports, store =>
        largeUploads.run(key.keyId, store),
      );
      const traceparent = traceOf(request.headers.traceparent);
      // The caller's patience is for the extraction: it begins when the document is here, however slow the line was.
      const answer = await submissions.submit({ key, parameters, upload, at: Date.now(), traceparent });
      return await respond(reply, answer, { results, key, headers: quotaHeadersOf(answer, key, used) });
    } catch (error) {
      if (error instanceof Refusal) return await refuse(request, reply, error, key, ports);
      discardBody(request);
      throw error;
    }
  });

  server.get('/v1/extract/:jobId', async (request, reply): Promise<FastifyReply> => {
    const at = Date.now();
    const key = await authenticated(request, reply, authenticator);
    if (key === undefined) return reply;
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

/** The upload, or null for a url request; exactly one of the two must be there. */
async function readDocument(
  request: FastifyRequest,
  { url }: Parameters,
  ports: SubmissionPorts,
  inTurn: InTurn,
): Promise<Upload | null> {
  const announced = Number(request.headers['content-length'] ?? 0);
  const hasBody = announced > 0 || request.headers['transfer-encoding'] !== undefined;
  if (url !== null) {
    if (hasBody) throw new Refusal('bad_request', 'Give either a file or a url, not both.');
    return null;
  }
  const missing = () =>
    new Refusal('bad_request', 'Give a document: a multipart part named file, or the url parameter.');
  if (!hasBody) throw missing();
  if (!request.isMultipart())
    throw new Refusal(
      'bad_request',
      'The body must be multipart/form-data with the document in a part named file; a url is a query parameter.',
    );
  const ceiling = ports.settings.MAX_UPLOAD_BYTES;
  if (announced > ceiling + FORM_OVERHEAD_BYTES) throw tooLarge(ceiling);
  const upload = await readUpload(request.parts(), ports.blobs, ceiling, inTurn);
  if (upload === null) throw missing();
  if (upload.size === 0) throw new Refusal('unsupported_format', 'The document is empty: it has no bytes.');
  return upload;
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
  // A connection that broke in mid-upload looks like a malformed body, but is nobody's abuse.
  if (refusal.abusive && !request.raw.socket.destroyed) await views.recordAbuse(key.keyId, Date.now());
  discardBody(request);
  return send(reply, errorAnswer(refusal.code, refusal.message), refusal.headers);
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

/** How long the rest of a refused upload is read and thrown away before its connection is closed. */
const DISCARD_MS = 10_000;

/**
 * Lets the caller read the answer: a connection closed while its upload is on the way would be reset, and the answer
 * lost with it. A caller who goes on for too long is cut off.
 */
function discardBody({ raw }: FastifyRequest): void {
  if (raw.complete || raw.destroyed) return;
  raw.unpipe();
  raw.resume();
  const timer = setTimeout(() => raw.socket.destroy(), DISCARD_MS);
  raw.once('close', () => clearTimeout(timer));
  raw.once('end', () => clearTimeout(timer));
}

const TRACEPARENT = /^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$/;

/** The caller's trace context (W3C Trace Context, version 00), or a new one. */
function traceOf(header: unknown): string {
  if (typeof header === 'string' && TRACEPARENT.test(header)) return header;
  return `00-${randomBytes(16).toString('hex')}-${randomBytes(8).toString('hex')}-01`;
}
