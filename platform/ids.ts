/** Identifiers: time-ordered UUIDs (RFC 9562, version 7), which touch fewer pages of an index than random ones. */
import { randomFillSync } from 'node:crypto';

/** 48 bits of epoch ms, then `tail` (74 of its 80 bits are used). */
export function uuidV7(at: number, tail: Uint8Array): string {
  const bytes = Buffer.alloc(16);
  bytes.writeUIntBE(at, 0, 6);
  bytes.set(tail.subarray(0, 10), 6);
  bytes[6] = 0x70 | ((bytes[6] ?? 0) & 0x0f);
  bytes[8] = 0x80 | ((bytes[8] ?? 0) & 0x3f);
  const hex = bytes.toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join('-');
}

const TAIL_BYTES = 10;
/** Random bytes are asked for in bulk: a call of the generator costs more than an id. */
const pool = Buffer.alloc(TAIL_BYTES * 256);
let used = pool.length;

export function newId(at: number = Date.now()): string {
  return uuidV7(at, randomTail());
}

/** Ten random bytes of nobody else's; to be used before the next are asked for. */
export function randomTail(): Buffer {
  if (used === pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += TAIL_BYTES;
  return pool.subarray(used - TAIL_BYTES, used);
}

const UUID_PATTERN = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Epoch ms in a version 7 UUID; undefined for anything else. */
export function timeOfId(id: string): number | undefined {
  return UUID_PATTERN.test(id) ? Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16) : undefined;
}
