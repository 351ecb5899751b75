/**
 * Decodes compressed documents. Requests ask for documents without a coding, but object stores send a document that was
 * stored compressed with its Content-Encoding all the same (RFC 9110, 8.4).
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

/** The largest window that a sender may expect a decoder to support (RFC 9659, 3): 8 MB. */
const ZSTD_WINDOW = { params: { [constants.ZSTD_d_windowLogMax]: 23 } };
const DECODERS: ReadonlyMap<string, typeof createGunzip> = new Map([
  ['gzip', createGunzip],
  ['x-gzip', createGunzip],
  ['deflate', createInflate],
  ['br', createBrotliDecompress as typeof createGunzip],
  ['zstd', (() => createZstdDecompress(ZSTD_WINDOW)) as typeof createGunzip],
]);
/**
 * Most codings of one document: one that it was stored with, and one that a server in between added. More would be a
 * decompression bomb.
 */
const MOST_CODINGS = 2;

export interface Content {
  /** The decoded bytes; rejects if they do not match the declared coding. */
  chunks: AsyncIterable<Buffer>;
  /** Length of `chunks` in bytes if the sender has declared it, otherwise 0. */
  announcedBytes: number;
}

/**
 * The content of an answer, decoded. Unknown codings are ignored, and type detection decides: what the header says is
 * often not a coding (`aws-chunked`, `utf-8`).
 */
export function contentOf({ body, headers }: Dispatcher.ResponseData): Content {
  const decoders = codingsOf(headers['content-encoding']).flatMap(coding => DECODERS.get(coding) ?? []);
  if (decoders.length === 0 || decoders.length > MOST_CODINGS)
    return { chunks: body, announcedBytes: Number(headers['content-length'] ?? 0) };
  // Codings are undone from the last to the first. An error of one stream ends the others and reaches the reader.
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
