/**
 * Removes `100 Continue` from what a socket receives. A server may send it unasked (RFC 9110, 15.2), and some do before
 * they answer a POST. undici treats it as a broken answer, so a webhook that has arrived would be sent again. undici
 * ignores other interim answers itself.
 */
import type { Socket } from 'node:net';

const CONTINUE = 'HTTP/1.1 100';
const HEAD_END = '\r\n\r\n';
/** Most bytes to examine: the head may never end, or heads may follow each other endlessly. undici refuses whatever follows. */
const MOST_BYTES = 16 * 1024;

/** Wraps `read` of a socket that expects a single answer. */
export function skipUnaskedContinue(socket: Socket): void {
  const read = socket.read.bind(socket);
  let held: Buffer = Buffer.alloc(0);
  let seenBytes = 0;
  socket.read = () => {
    for (let chunk = read(); chunk !== null; chunk = read()) {
      seenBytes += chunk.length;
      held = behindContinue(Buffer.concat([held, chunk]));
      if (seenBytes < MOST_BYTES && maybeContinue(held)) continue;
      socket.read = read;
      return held.length > 0 ? held : read();
    }
    return null;
  };
}

function behindContinue(bytes: Buffer): Buffer {
  const end = bytes.length >= CONTINUE.length && maybeContinue(bytes) ? bytes.indexOf(HEAD_END) : -1;
  return end < 0 ? bytes : behindContinue(bytes.subarray(end + HEAD_END.length));
}

/** True if `bytes` is, or may still become, the start of `100 Continue`. */
function maybeContinue(bytes: Buffer): boolean {
  const begin = bytes.toString('latin1', 0, CONTINUE.length).replace('/1.0', '/1.1');
  return CONTINUE.startsWith(begin);
}
