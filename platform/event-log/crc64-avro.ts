/**
 * CRC-64-AVRO, the Rabin fingerprint of the Avro specification ("Schema Fingerprints"). It runs only over schemas, at
 * start, so BigInt is fast enough.
 */

/** The polynomial, which is also the fingerprint of empty input. */
const EMPTY = 0xc15d213aa4d7a795n;

const TABLE = Array.from({ length: 256 }, (_, index) => {
  let remainder = BigInt(index);
  for (let bit = 0; bit < 8; bit += 1) {
    remainder = (remainder & 1n) === 1n ? (remainder >> 1n) ^ EMPTY : remainder >> 1n;
  }
  return remainder;
});

/** @returns the fingerprint as an unsigned 64-bit number. */
export function crc64Avro(bytes: Uint8Array): bigint {
  let fingerprint = EMPTY;
  for (const byte of bytes) {
    fingerprint = (fingerprint >> 8n) ^ (TABLE[Number(fingerprint & 0xffn) ^ byte] ?? 0n);
  }
  return fingerprint;
}
