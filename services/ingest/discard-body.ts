import type { IncomingMessage } from 'node:http';

/**
 * Reads and discards the rest of a request's body so that the caller can read the answer: closing the connection during
 * an upload would reset it, and the answer would be lost. A caller who sends for too long is cut off (see
 * connections.ts). Only one piece is read per turn of the event loop; from a quick sender libuv would read up to 32 at
 * once while every other request waits.
 */
export function discardBody(request: IncomingMessage): void {
  if (request.complete || request.destroyed) return;
  request.unpipe();
  // Left by a loop that stopped reading because its consumer failed.
  request.removeAllListeners('readable');
  request.on('data', () => {
    request.pause();
    setImmediate(() => request.resume());
  });
  request.resume();
}
