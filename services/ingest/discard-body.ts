import type { IncomingMessage } from 'node:http';

/**
 * Lets the caller read the answer: a connection closed while its upload is on the way would be reset, and the answer
 * lost with it. Whoever goes on for too long is cut off; see connections.ts. A piece in each turn of the event loop is enough:
 * libuv reads up to 32 of them at once from whoever sends quickly, and everybody else would wait for it.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  request.on('data', () => {
    request.pause();
    setImmediate(() => request.resume());
  });
  request.resume();
}
