/** Routes: POST /v1/extract, POST /v1/jobs and GET /v1/extract/{job_id}. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { KeyState } from '../../core/keys/key.ts';
import { BlobMissing } from '../../platform/blob-store/blob-store.ts';
import { parseNetworks } from '../../platform/egress/addresses.ts';
import { refusedAtSight } from '../../platform/egress/at-sight.ts';
import { WEBHOOK_PORTS } from '../../platform/egress/egress.ts';
import type { Telemetry } from '../../platform/telemetry.ts';
import { type Answer, errorAnswer, LargeResult } from './answers.ts';
import { contentCodingOf } from './caller-body.ts';
import { comeAgain } from './come-again.ts';
import { type Intake, sendAnswer } from './intake.ts';
import { LargeResults } from './large-results.ts';
import { holdsNothing } from './no-document.ts';
import { type Parameters, parseJobParameters, parseParameters } from './parameters.ts';
import { Polling, type PollingPorts } from './polling.ts';
import { askForBody, hasBody } from './protocol.ts';
import { Refusal } from './refusal.ts';
import { smallDocument } from './small-form.ts';
import {
  FORM_OVERHEAD_BYTES,
  type InTurn,
  readUpload,
  tooLarge,
  type Upload,
  wholeUpload,
} from './upload.ts';

export interface ExtractPorts extends PollingPorts {
  telemetry: Telemetry;
}

export function extractRoutes(server: FastifyInstance, ports: ExtractPorts, intake: Intake): void {
  const allowed = parseNetworks(ports.settings.EGRESS_ALLOW);
  const refusedReceiver = (url: URL) => refusedAtSight(url, allowed, WEBHOOK_PORTS);
  const results = new LargeResults(ports.blobs, ports.telemetry.logger, intake.connections);
  const ceiling = ports.settings.MAX_UPLOAD_BYTES;

  const take = (request: FastifyRequest, reply: FastifyReply, parse: typeof parseParameters) =>
    intake.attend(request, reply, async key => {
      const idempotencyKey = request.headers['idempotency-key'];
      const { answer, headers } = await intake.take(request, key, {
        idempotencyKey,
        parameters: () => parse(request.query as Record<string, unknown>, idempotencyKey, refusedReceiver),
        document: async (parameters, inTurn) => {
          if (!(await hasDocument(request, reply, parameters, ceiling))) return null;
          askForBody(request, reply);
          return readDocument(request, ports, ceiling, { inTurn, keyId: key.keyId });
        },
      });
      return respond(reply, answer, { results, key, headers });
    });

  server.post('/v1/extract', (request, reply) => take(request, reply, parseParameters));
  server.post('/v1/jobs', (request, reply) => take(request, reply, parseJobParameters));
  pollRoute(server, ports, intake, results);
}

function pollRoute(
  server: FastifyInstance,
  ports: PollingPorts,
  intake: Intake,
  results: LargeResults,
): void {
  const polling = new Polling(ports);
  server.get('/v1/extract/:jobId', (request, reply) => {
    const at = Date.now();
    return intake.attend(request, reply, async key => {
      if (!intake.admitsPoll(key))
        return comeAgain(reply, 'This key polls far more often than its jobs can change.');
      const { jobId } = request.params as { jobId: string };
      const answer = await polling.answer(jobId.toLowerCase(), key, at);
      return respond(reply, answer, { results, key, headers: {} });
    });
  });
}

/**
 * True if the document is in the request's body, false if it is given as an address; throws a `Refusal` unless there is
 * exactly one.
 */
async function hasDocument(
  request: FastifyRequest,
  reply: FastifyReply,
  { url }: Parameters,
  ceilingBytes: number,
): Promise<boolean> {
  const isThere = hasBody(request.raw);
  if (url !== null && isThere && !(await holdsNothing(request, reply)))
    throw new Refusal(
      'bad_request',
      'Give either a file or a url, not both: a request with a url has no body.',
    );
  if (url !== null) return false;
  if (!isThere) throw missing();
  // Checked here, because the parser would take a compressed body for a deliberately broken form.
  if (contentCodingOf(request) !== 'identity')
    throw new Refusal('bad_request', 'The body must not be compressed: it has a Content-Encoding.');
  if (!request.isMultipart())
    throw new Refusal(
      'bad_request',
      'The body must be multipart/form-data with the document in a part named file; a url is a query parameter.',
    );
  if (Number(request.headers['content-length'] ?? 0) > ceilingBytes + FORM_OVERHEAD_BYTES)
    throw tooLarge(ceilingBytes);
  return true;
}

const missing = () =>
  new Refusal('bad_request', 'Give a document: a multipart part named file, or the url parameter.');

async function readDocument(
  request: FastifyRequest,
  ports: PollingPorts,
  ceilingBytes: number,
  { inTurn, keyId }: { inTurn: InTurn; keyId: string },
): Promise<Upload> {
  const { raw } = request;
  const small = smallDocument(raw);
  if (small !== null) return checked(wholeUpload(small, ceilingBytes, keyId));
  // Bytes before, between and behind the parts belong to no part but cost as much to read, so count the whole body. A
  // `data` listener makes the body flow from the next tick on, when the reader of the parts is attached too.
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
  return checked(upload);
}

function checked(upload: Upload): Upload {
  if (upload.size === 0) throw new Refusal('unsupported_format', 'The document is empty: it has no bytes.');
  return upload;
}

interface Addressee {
  results: LargeResults;
  key: KeyState;
  headers: Record<string, string>;
}

async function respond(reply: FastifyReply, answer: Answer, addressee: Addressee): Promise<FastifyReply> {
  const { results, key, headers } = addressee;
  if (!(answer.body instanceof LargeResult)) return sendAnswer(reply, answer, headers);
  try {
    await results.send(reply, answer.body.blob, key.keyId, headers);
    return reply;
  } catch (error) {
    // It expired after it was looked up.
    if (error instanceof BlobMissing) return sendAnswer(reply, errorAnswer('not_found'), {});
    throw error;
  }
}
