/**
 * Protects against bodies in tiny chunks (RFC 9112, 7.1). Node makes a buffer and a list entry for every chunk, and
 * readers of the body take them one by one: sixteen such bodies of an unknown caller filled 2 GB in 20 s, and those of
 * a known key delayed everybody for 17 s. So chunks that arrive together are joined, and a body that consists of small
 * chunks only is given up.
 */
import type { IncomingMessage } from 'node:http';
import { Refusal } from './refusal.ts';

/** A chunk of this size or more is passed on by itself. */
const LARGE_BYTES = 4 * 1024;
/** Smallest average chunk. Programs that send a line at a time are above it; smaller chunks cost us more than their sender. */
const LEAST_MEAN_BYTES = 16;
/** The average is not checked before this many chunks. */
const FREE_CHUNKS = 4_096;

export const chunksTooSmall = () =>
  new Refusal('bad_request', `The chunks of the body have less than ${LEAST_MEAN_BYTES} bytes on average.`, {
    abusive: true,
    headers: { Connection: 'close' },
  });

/**
 * Joins the chunks of the request's body. Call it before the body arrives. `giveUp` is called if the chunks are too
 * small; nothing more is passed on then.
 */
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
    // Returns true as if there were room; otherwise Node would pause and resume reading at each chunk.
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
    // All chunks read together with this one are here by the next turn.
    if (gathered.length === 0) setImmediate(handOn);
    gathered.push(chunk);
    gatheredBytes += chunk.length;
    return request.readableLength + gatheredBytes < request.readableHighWaterMark;
  };
  request.push = gather;
}
