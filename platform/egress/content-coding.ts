/**
 * Documents are asked for as they are; object stores send one that was put there compressed with its Content-Encoding
 * (RFC 9110, 8.4) all the same.
 */
import { pipeline } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import type { Dispatcher } from 'undici';

const DECODERS: ReadonlyMap<string, typeof createGunzip> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress as typeof createGunzip],
]);

export interface Content {
  /** Decoded; rejects when it is not what it is said to be. */
  chunks: AsyncIterable<Buffer>;
  /** Bytes of `chunks`, where the sender has told. */
  announcedBytes: number;
}

/** A coding that is none of ours is left to the detection of types. */
export function contentOf({ body, headers }: Dispatcher.ResponseData): Content {
  const coding = String(headers['content-encoding'] ?? '')
    .trim()
    .toLowerCase();
  const decoder = DECODERS.get(coding)?.();
  if (decoder === undefined) return { chunks: body, announcedBytes: Number(headers['content-length'] ?? 0) };
  // Whoever reads the one hears what befalls the other, and neither outlives it.
  return { chunks: pipeline(body, decoder, () => undefined), announcedBytes: 0 };
}
