/** A body while its caller sends it, to whoever reads it in a loop, and whose turn it is. */
import type { IncomingMessage } from 'node:http';

/**
 * The body, for a loop that may stop early. By default Node destroys the request then. The rest could not be read, and a client that
 * sends its whole body before it reads the answer would wait until its connection is closed.
 */
export const bodyOf = (request: IncomingMessage): AsyncIterable<Buffer> =>
  request.iterator({ destroyOnReturn: false });

/**
 * Whether what comes next is the caller's to send: the body has not come whole, and somebody here waits for more of it. A loop is not
 * seen as `readableFlowing`; it waits while nothing is left for it.
 */
export function waitsForCaller(request: IncomingMessage): boolean {
  if (request.complete) return false;
  if (request.readableFlowing === true) return true;
  return request.listenerCount('readable') > 0 && request.readableLength === 0;
}

/** How the body is coded, by the names of RFC 9110 (8.4.1): in any case, and gzip by either of its names. */
export function contentCodingOf({ headers }: Pick<IncomingMessage, 'headers'>): string {
  const coding = (headers['content-encoding'] ?? 'identity').trim().toLowerCase();
  return coding === 'x-gzip' ? 'gzip' : coding;
}
