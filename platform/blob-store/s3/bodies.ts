/**
 * The bytes of an object, held against the hash that was stored beside them. Servers check their own disks or do not (a gateway over a file
 * system); an object that came back damaged would be answered as somebody's result. What is stored in parts while it is made has no hash.
 */
import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { pipeline, type Readable, Transform } from 'node:stream';
import { joined, sha256Of } from '../../large-bytes.ts';
import { BlobRefused } from '../blob-store.ts';

const HASH_HEADER = 'x-amz-meta-sha256';

/** What is stored beside `bytes`. */
export const hashBeside = async (bytes: Uint8Array): Promise<Record<string, string>> => ({
  [HASH_HEADER]: await sha256Of(bytes),
});

const hashOf = ({ headers }: IncomingMessage): string | undefined => {
  const told = headers[HASH_HEADER];
  return typeof told === 'string' ? told : undefined;
};

/** `announced`: the length by the answer's head. */
export async function wholeBody(
  body: IncomingMessage,
  announced: number,
  ceilingBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // An answer that is neither drained nor destroyed would keep its socket; leaving the loop destroys it.
  if (announced > ceilingBytes) body.destroy();
  else {
    for await (const chunk of body) {
      bytes += chunk.length;
      if (bytes > ceilingBytes) break;
      chunks.push(chunk);
    }
  }
  if (Math.max(announced, bytes) > ceilingBytes)
    throw new RangeError('blob is larger than its reader allows');
  const whole = await joined(chunks, bytes);
  const hash = hashOf(body);
  if (hash !== undefined && (await sha256Of(whole)) !== hash) throw new BlobRefused('Damaged');
  return whole;
}

/** The last piece is kept back until the hash is known: whoever reads a damaged body never has all of its length. */
export function checkedPieces(body: IncomingMessage): Readable {
  const hash = hashOf(body);
  if (hash === undefined) return body;
  const sum = createHash('sha256');
  let last: Buffer | undefined;
  const checking = new Transform({
    transform(piece: Buffer, _encoding, done) {
      sum.update(piece);
      const before = last;
      last = piece;
      done(null, before);
    },
    flush(done) {
      if (sum.digest('hex') === hash) done(null, last);
      else done(new BlobRefused('Damaged'));
    },
  });
  return pipeline(body, checking, () => undefined);
}
