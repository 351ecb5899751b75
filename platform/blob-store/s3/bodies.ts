/**
 * Checks the bytes of an object against the hash stored with it. Not every server checks its disks (a gateway over a
 * file system may not), and an object that came back damaged would be returned as somebody's result. Objects that are
 * uploaded in parts have no hash.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { joined, sha256Of } from '../../large-bytes.ts';
import { BlobRefused } from '../blob-store.ts';
import { checkedPieces } from '../checked-pieces.ts';

const HASH_HEADER = 'x-amz-meta-sha256';

/** The metadata that is stored with an object of this hash. */
export const hashBeside = (sha256: string): Record<string, string> => ({ [HASH_HEADER]: sha256 });

const hashOf = ({ headers }: IncomingMessage): string | undefined => {
  const told = headers[HASH_HEADER];
  return typeof told === 'string' ? told : undefined;
};

/** Reads a body as a whole. `announced` is the length in the answer's header. */
export async function wholeBody(
  body: IncomingMessage,
  announced: number,
  ceilingBytes: number,
): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  // A response that is neither drained nor destroyed would keep its socket. Leaving the loop destroys it.
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

/** Like `checkedPieces`, if the object has a hash; otherwise the body itself. */
export function checkedBody(body: IncomingMessage): Readable {
  const hash = hashOf(body);
  if (hash === undefined) return body;
  return checkedPieces(
    body,
    sha256 => sha256 === hash,
    () => new BlobRefused('Damaged'),
  );
}
