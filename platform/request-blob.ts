/** The addresses a caller gave with a request. They are in a blob with a lifetime, because no event may hold them. */
import type { BlobKey, BlobStore } from './blob-store/blob-store.ts';

export interface RequestAddresses {
  url: string | null;
  webhookUrl: string | null;
  resultUrl: string | null;
}

export function formatRequestBlob(addresses: RequestAddresses): Buffer {
  return Buffer.from(JSON.stringify(addresses));
}

/** Both came in the head of a request, which has 16 KiB; percent-encoding makes three characters of one at the most. */
const CEILING_BYTES = 64 * 1024;

/**
 * `key`: an event's `request_blob`, null where the caller gave no address. Rejects as the store does, with `BlobMissing`
 * once it has expired. What `formatRequestBlob` did not write (a file that lost its end with the power, say) holds no addresses, like one that
 * has expired: no restart would read it otherwise.
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
