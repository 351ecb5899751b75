/**
 * Bodies without anything in them beside a `url`: generated clients and many libraries send a form although they were given no
 * part for it, and a body in chunks although there is none.
 */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { bodyOf } from './caller-body.ts';
import { askForBody } from './protocol.ts';
import { boundaryOf } from './small-form.ts';
import { fromCaller } from './upload.ts';

/** More than the end of a form without parts has. */
const CEILING_BYTES = 256;

/** Reads no more of the body than that takes. Throws a `Refusal` where it breaks off. */
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
