/**
 * Bodies in chunks of a byte (RFC 9112, 7.1). Node makes of every chunk a buffer and an entry of a list, and whatever reads the body takes
 * them one by one: sixteen such bodies of a stranger filled 2 GB in 20 s, those of a key kept everybody waiting for 17 s. So chunks that
 * come together are handed on as one, and a body of nothing but small ones is given up.
 */
import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

/** From here on a chunk is worth a step of its own. */
const LARGE_BYTES = 4 * 1024;
/** Programs that send a line at a time have more on average; fewer cost us more than their sender. */
const LEAST_MEAN_BYTES = 16;
/** Before that a few small ones harm nobody. */
const FREE_CHUNKS = 4_096;

export const chunksTooSmall = () =>
  new Refusal('bad_request', `The chunks of the body have less than ${LEAST_MEAN_BYTES} bytes on average.`, {
    abusive: true,
    headers: { Connection: 'close' },
  });

/** To be called before the body comes. `giveUp`: nothing more of it is handed on. */
export function gatherChunks(request: IncomingMessage, giveUp: () => void): void {
  if (request.headers['transfer-encoding'] === undefined) return;
  const push = request.push.bind(request);
  let gathered: Buffer[] = [];
  let gatheredBytes = 0;
  let chunks = 0;
  let bytes = 0;
  let isGivenUp = false;
  const handOn = () => {
    if (gathered.length === 0) return;
    const together = Buffer.concat(gathered, gatheredBytes);
    gathered = [];
    gatheredBytes = 0;
    push(together);
  };
  const gather = (chunk: Buffer | null) => {
    // As if there were room: Node would stop the reading anew at each chunk.
    if (isGivenUp) return true;
    if (chunk === null) {
      handOn();
      return push(null);
    }
    chunks++;
    bytes += chunk.length;
    if (chunks > FREE_CHUNKS && bytes < chunks * LEAST_MEAN_BYTES) {
      isGivenUp = true;
      setImmediate(giveUp);
      return true;
    }
    if (chunk.length >= LARGE_BYTES && gathered.length === 0) return push(chunk);
    // What was read with this chunk is here by then.
    if (gathered.length === 0) setImmediate(handOn);
    gathered.push(chunk);
    gatheredBytes += chunk.length;
    return request.readableLength + gatheredBytes < request.readableHighWaterMark;
  };
  request.push = gather;
}
