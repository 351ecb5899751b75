/**
 * Recognises empty bodies beside a `url`: generated clients and many libraries send a form without parts, or an empty
 * chunked body.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf } from './caller-body.ts';
import { askForBody } from './protocol.ts';
import { boundaryOf } from './small-form.ts';
import { fromCaller } from './upload.ts';

/** More than the end of a form without parts takes. */
const CEILING_BYTES = 256;

/**
 * Whether the body is empty or a form without parts. Reads no more than needed to tell. Throws a `Refusal` if the body
 * breaks off.
 */
export async function holdsNothing(request: FastifyRequest, reply: FastifyReply): Promise<boolean> {
  if (Number(request.headers['content-length'] ?? 0) > CEILING_BYTES) return false;
  askForBody(request, reply);
  let body = '';
  for await (const chunk of fromCaller(bodyOf(request.raw))) {
    body += chunk.toString('latin1');
    if (body.length > CEILING_BYTES) return false;
  }
  const boundary = boundaryOf(request.headers['content-type']);
  return body === '' || (boundary !== undefined && body.trim() === `--${boundary}--`);
}
