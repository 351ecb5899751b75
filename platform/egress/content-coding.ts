/**
 * Documents are asked for as they are; object stores send one that was put there compressed with its Content-Encoding
 * (RFC 9110, 8.4) all the same.
 */
import { pipeline, type Readable } from 'node:stream';
import {
  constants,
  createBrotliDecompress,
  createGunzip,
  createInflate,
  createZstdDecompress,
} from 'node:zlib';
import type { Dispatcher } from 'undici';

/** All that may be asked of whoever decodes (RFC 9659, 3): 8 MB. */
const ZSTD_WINDOW = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };
const DECODERS: ReadonlyMap<string, typeof createGunzip> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress as typeof createGunzip],
  ['zstd', (() => createZstdDecompress(ZSTD_WINDOW)) as typeof createGunzip],
]);
/** One was put there, and one more by a server in between; more of them are a bomb. */
const MOST_CODINGS = 2;

export interface Content {
  /** Decoded; rejects when it is not what it is said to be. */
  chunks: AsyncIterable<Buffer>;
  /** Bytes of `chunks`, where the sender has told. */
  announcedBytes: number;
}

/** A coding that is none of ours is left to the detection of types: what stands there is often none (`aws-chunked`, `utf-8`). */
export function contentOf({ body, headers }: Dispatcher.ResponseData): Content {
  const decoders = codingsOf(headers['content-encoding']).flatMap(coding => DECODERS.get(coding) ?? []);
  if (decoders.length === 0 || decoders.length > MOST_CODINGS)
    return { chunks: body, announcedBytes: Number(headers['content-length'] ?? 0) };
  // Undone from the last to the first. An error of one stream ends the others, and reaches the reader.
  const decoded = decoders.reduceRight<Readable>(
    (coded, decoder) => pipeline(coded, decoder(), () => undefined),
    body,
  );
  return { chunks: decoded, announcedBytes: 0 };
}

const codingsOf = (header: string | string[] | undefined): string[] =>
  String(header ?? '')
    .split(',')
    .map(coding => coding.trim().toLowerCase());
