/**
 * Failures of our own dependencies, and our end, are 503 with the code `timeout`, whose documented remedy (retry) is the
 * right one; the interface knows no code of its own for them (docs/decisions/0003).
 */
import type { FastifyReply } from 'fastify';
import { errorBody } from '../../schemas/errors.ts';

const RETRY_AFTER_SECONDS = 2;

/** Thrown where there is no room for a request now, though nothing has failed. `message` is what its caller reads. */
export class NoRoomNow extends Error {
  override readonly name = 'NoRoomNow';
  readonly retryAfterSeconds: number;

  constructor(message: string, retryAfterSeconds: number) {
    super(message);
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

export function comeAgain(
  reply: FastifyReply,
  why: string,
  retryAfterSeconds = RETRY_AFTER_SECONDS,
): FastifyReply {
  return reply
    .code(503)
    .header('Retry-After', retryAfterSeconds)
    .send(errorBody('timeout', `${why} Retry.`));
}
