/**
 * Failures of our own dependencies, and our end, are 503 with the code `timeout`, whose documented remedy (retry) is the
 * right one; the interface knows no code of its own for them (docs/decisions/0003).
 */
import type { FastifyReply } from 'fastify';
import { errorBody } from '../../schemas/errors.ts';

const RETRY_AFTER_SECONDS = 2;

export function comeAgain(reply: FastifyReply, why: string): FastifyReply {
  return reply
    .code(503)
    .header('Retry-After', RETRY_AFTER_SECONDS)
    .send(errorBody('timeout', `${why} Retry.`));
}
