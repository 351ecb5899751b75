/** The content of a delivery: exactly what GET answers, signed. A large result is never in memory as a whole. */
import { addAbortSignal, type Readable } from 'node:stream';
import {
  type BlobKey,
  BlobRefused,
  type BlobStore,
  BlobStoreUnavailable,
} from '../../platform/blob-store/blob-store.ts';
import { wholeUnlessLarge } from '../../platform/blob-store/whole.ts';
import { errorBody, knownCode } from '../../schemas/errors.ts';
import type { ExtractCompleted, ExtractFailed } from '../../schemas/events.ts';
import { signatureHeader } from './signature.ts';

export interface Letter {
  /** Value of the header `X-Service-Signature`. */
  signature: string;
  bytes: number;
  body: Uint8Array | Readable;
}

/**
 * Time limit for reading a large result to sign it, before it is read again to be sent; the S3 client has no limit
 * between two pieces.
 */
const SIGNING_MS = 60_000;

/** `secrets`: newest first; each adds a signature. Rejects as the blob store does. */
export async function letterOf(
  event: ExtractCompleted | ExtractFailed,
  blobs: BlobStore,
  secrets: readonly string[],
): Promise<Letter> {
  if (event.type === 'ExtractFailed') return whole(errorJson(event.code), secrets);
  const blob = event.result_blob as BlobKey;
  const result = await wholeUnlessLarge(blobs, blob);
  return result === undefined ? inPieces(blob, blobs, secrets) : whole(result, secrets);
}

/** What GET answers if the result is no longer there. */
export function letterOfNone(secrets: readonly string[]): Promise<Letter> {
  return whole(errorJson('not_found'), secrets);
}

async function whole(body: Uint8Array, secrets: readonly string[]): Promise<Letter> {
  return { signature: await signatureHeader(secrets, [body], Date.now()), bytes: body.length, body };
}

async function inPieces(blob: BlobKey, blobs: BlobStore, secrets: readonly string[]): Promise<Letter> {
  const { pieces } = await blobs.stream(blob);
  addAbortSignal(AbortSignal.timeout(SIGNING_MS), pieces);
  const signature = await signatureHeader(secrets, pieces, Date.now()).catch(error => {
    // The damage is found at the end of the object; reading it again would not help.
    if (error instanceof BlobRefused) throw error;
    throw new BlobStoreUnavailable('a result could not be read to its end', { cause: error });
  });
  const { bytes, pieces: body } = await blobs.stream(blob);
  return { signature, bytes, body };
}

function errorJson(code: string): Buffer {
  return Buffer.from(JSON.stringify(errorBody(knownCode(code))));
}
