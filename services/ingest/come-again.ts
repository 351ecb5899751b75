/**
 * Failures of our own dependencies, and our own stopping, are answered 503 with the code `timeout`, because its
 * documented remedy (retry) is right; the interface has no code of its own for them (docs/decisions/0003).
 */
import type { FastifyReply } from 'fastify';
import { errorBody } from '../../schemas/errors.ts';

const RETRY_AFTER_SECONDS = 2;

/** Thrown if there is no room for a request now although nothing has failed. `message` is shown to the caller. */
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
