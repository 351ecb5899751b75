/**
 * `100 Continue` may come from a server that nobody has asked for it (RFC 9110, 15.2), as some do before they answer a POST.
 * undici takes it for a broken answer, and a webhook that has arrived would be sent again: it is taken out of what the socket
 * gives. Other interim answers undici leaves out by itself.
 */
import type { Socket } from 'node:net';

const CONTINUE = 'HTTP/1.1 100';
const HEAD_END = '\r\n\r\n';
/** Of a head that does not end, or of heads one after the other; what comes behind them undici refuses. */
const MOST_BYTES = 16 * 1024;

/** For a socket that has one answer to read. */
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

/** As far as can be told. */
function maybeContinue(bytes: Buffer): boolean {
  const begin = bytes.toString('latin1', 0, CONTINUE.length).replace('/1.0', '/1.1');
  return CONTINUE.startsWith(begin);
}
