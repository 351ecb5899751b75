import type { IncomingMessage } from 'node:http';

/**
 * Lets the caller read the answer: a connection closed while its upload is on the way would be reset, and the answer
 * lost with it. A caller who goes on for too long is cut off; see connections.ts. One piece is read in each turn of the
 * event loop: from a quick sender libuv would read up to 32 at once, while every other request waits.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  // Of a loop that was left standing, because what it fed has failed.
  request.removeAllListeners('readable');
  request.on('data', () => {
    request.pause();
    setImmediate(() => request.resume());
  });
  request.resume();
}
