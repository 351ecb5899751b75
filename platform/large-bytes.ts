/**
 * Processes large bytes in parts, one in each turn of the event loop: 100 MB at once would block all other work for
 * half a second.
 */
import { createHash, hash } from 'node:crypto';
import { setImmediate as nextTurn } from 'node:timers/promises';

/** Bytes that are hashed, or copied to fresh memory, in about two milliseconds. */
const PART_BYTES = 1024 * 1024;

/** SHA-256, in hex. */
export async function sha256Of(bytes: Uint8Array): Promise<string> {
  if (bytes.length <= PART_BYTES) return hash('sha256', bytes);
  const sum = createHash('sha256');
  for (let at = 0; at < bytes.length; at += PART_BYTES) {
    sum.update(bytes.subarray(at, at + PART_BYTES));
    await nextTurn();
  }
  return sum.digest('hex');
}

/** Like `Buffer.concat`; `length` is the total length. */
export async function joined(chunks: readonly Uint8Array[], length: number): Promise<Buffer> {
  if (length <= PART_BYTES) return Buffer.concat(chunks, length);
  const whole = Buffer.allocUnsafeSlow(length);
  let at = 0;
  let inTurn = 0;
  for (const chunk of chunks) {
    whole.set(chunk, at);
    at += chunk.length;
    inTurn += chunk.length;
    if (inTurn < PART_BYTES) continue;
    inTurn = 0;
    await nextTurn();
  }
  return whole;
}
