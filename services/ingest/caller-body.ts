/** Reads a request's body in a loop, and tells whether the caller or the service is holding it up. */
import type { IncomingMessage } from 'node:http';

/**
 * The body for a loop that may stop early. By default Node would then destroy the request. The rest could not be read,
 * and a client that sends its whole body before it reads the answer would wait until its connection is closed.
 */
export const bodyOf = (request: IncomingMessage): AsyncIterable<Buffer> =>
  request.iterator({ destroyOnReturn: false });

/**
 * Whether the caller has to send the next bytes: the body is incomplete and something here is waiting for more. A loop
 * does not show in `readableFlowing`; it is waiting if nothing is buffered.
 */
export function waitsForCaller(request: IncomingMessage): boolean {
  if (request.complete) return false;
  if (request.readableFlowing === true) return true;
  return request.listenerCount('readable') > 0 && request.readableLength === 0;
}

/** The body's content coding by the names of RFC 9110 (8.4.1), in lower case, with `x-gzip` as gzip. */
export function contentCodingOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const coding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  return coding === 'x-gzip' ? 'gzip' : coding;
}
