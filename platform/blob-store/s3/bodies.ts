/**
 * The bytes of an object, held against the hash that was stored beside them. Servers check their own disks or do not (a gateway over a file
 * system); an object that came back damaged would be answered as somebody's result. What is stored in parts while it is made has no hash.
 */
import type { IncomingMessage } from 'node:http';
import type { Readable } from 'node:stream';
import { joined, sha256Of } from '../../large-bytes.ts';
import { BlobRefused } from '../blob-store.ts';
import { checkedPieces } from '../checked-pieces.ts';

const HASH_HEADER = 'x-amz-meta-sha256';

/** What is stored beside bytes of this hash. */
export const hashBeside = (sha256: string): Record<string, string> => ({ [HASH_HEADER]: sha256 });

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

/** As `checkedPieces`, where something is known of them. */
export function checkedBody(body: IncomingMessage): Readable {
  const hash = hashOf(body);
  if (hash === undefined) return body;
  return checkedPieces(
    body,
    sha256 => sha256 === hash,
    () => new BlobRefused('Damaged'),
  );
}
