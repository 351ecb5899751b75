/** The addresses a caller gave with a request. They are stored in a blob that expires, because no event may contain them. */
import type { BlobKey, BlobStore } from './blob-store/blob-store.ts';

export interface RequestAddresses {
  url: string | null;
  webhookUrl: string | null;
  resultUrl: string | null;
}

export function formatRequestBlob(addresses: RequestAddresses): Buffer {
  return Buffer.from(JSON.stringify(addresses));
}

/**
 * Most bytes of a blob. The addresses came in the head of a request, which has at most 16 KiB; percent-encoding triples
 * that at most.
 */
const CEILING_BYTES = 64 * 1024;

/**
 * Reads an event's `request_blob`; `key` is null if the caller gave no address. Rejects as the store does, with
 * `BlobMissing` if the blob has expired. A blob that `formatRequestBlob` did not write (one truncated by a power cut,
 * say) yields no addresses, like an expired one, because no retry could read it.
 */
export async function readRequestBlob(
  blobs: Pick<BlobStore, 'read'>,
  key: string | null,
): Promise<RequestAddresses> {
  if (key === null) return { url: null, webhookUrl: null, resultUrl: null };
  const bytes = await blobs.read(key as BlobKey, CEILING_BYTES);
  const { url, webhookUrl, resultUrl } = (parsed(bytes) ?? {}) as Partial<
    Record<keyof RequestAddresses, unknown>
  >;
  return { url: text(url), webhookUrl: text(webhookUrl), resultUrl: text(resultUrl) };
}

function parsed(bytes: Buffer): unknown {
  try {
    return JSON.parse(bytes.toString('utf8'));
  } catch {
    return undefined;
  }
}

const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
