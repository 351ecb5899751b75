/** What the log and the read model know a request by: hashes, under the pepper of its key where it has one. */
import { hash } from 'node:crypto';
import type { KeyState } from '../../core/keys/key.ts';
import { BlobMissing } from '../../platform/blob-store/blob-store.ts';
import type { Pepper, Peppers } from '../../platform/peppers.ts';
import type { Settings } from '../../platform/settings.ts';
import { type ViewStore, ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import type { ExtractRequested } from '../../schemas/events.ts';
import type { Parameters } from './parameters.ts';
import type { Upload } from './upload.ts';

/** The first release of the schemas whose events say which pepper their hashes were made with. */
const PEPPERED_RELEASE = 2;

export interface HashPorts {
  peppers: Pick<Peppers, 'of'>;
  views: Pick<ViewStore, 'holds'>;
  settings: Pick<Settings, 'EVENT_WRITE_RELEASE'>;
}

export interface RequestHashes {
  fingerprint: string;
  idempotencyKeyHash: string | null;
  /** The event's fields about the document. */
  source: Pick<ExtractRequested, 'sha256' | 'source_hmac' | 'pepper'>;
}

/**
 * An Idempotency-Key that is held under the other kind of hash (its request came before the key had a pepper, or by a build
 * that is told to write the older release) is met under that. Rejects with an outage where a pepper cannot be had now.
 */
export async function requestHashes(
  { peppers, views, settings }: HashPorts,
  key: KeyState,
  parameters: Parameters,
  upload: Upload | null,
): Promise<RequestHashes> {
  const plain = plainHashes(key.keyId, parameters, upload);
  const pepper = await pepperOf(peppers, key);
  if (pepper === undefined) return plain;
  const keyed = under(pepper, plain);
  const [written, other] = settings.EVENT_WRITE_RELEASE >= PEPPERED_RELEASE ? [keyed, plain] : [plain, keyed];
  const isHeld = async ({ idempotencyKeyHash: hash }: RequestHashes) =>
    hash !== null && (await views.holds(key.keyId, hash));
  return !(await isHeld(written)) && (await isHeld(other)) ? other : written;
}

/** Every hash that the key's Idempotency-Key may be held under. */
export async function idempotencyKeyHashes(
  peppers: HashPorts['peppers'],
  key: KeyState,
  idempotencyKey: string,
): Promise<string[]> {
  const plain = idempotencyKeyHashOf(key.keyId, idempotencyKey);
  const pepper = await pepperOf(peppers, key);
  return pepper === undefined ? [plain] : [pepper.hmac('idempotency-key', plain), plain];
}

/** The scope of an Idempotency-Key is the API key, so the API key's id is part of what is hashed. */
export function idempotencyKeyHashOf(keyId: string, idempotencyKey: string): string {
  return hash('sha256', `${keyId}\n${idempotencyKey}`);
}

async function pepperOf(peppers: HashPorts['peppers'], key: KeyState): Promise<Pepper | undefined> {
  if (key.pepper === undefined) return undefined;
  try {
    return await peppers.of(key.keyId, key.pepper);
  } catch (error) {
    // Destroyed, and its key not told yet; or lost with its bucket (docs/operations.md).
    if (error instanceof BlobMissing)
      throw new ViewStoreUnavailable(`the pepper of the key ${key.keyId} is missing`, { cause: error });
    throw error;
  }
}

function under(pepper: Pepper, { fingerprint, idempotencyKeyHash, source }: RequestHashes): RequestHashes {
  return {
    fingerprint: pepper.hmac('request', fingerprint),
    idempotencyKeyHash: idempotencyKeyHash && pepper.hmac('idempotency-key', idempotencyKeyHash),
    source: {
      sha256: null,
      source_hmac: source.sha256 && pepper.hmac('source', source.sha256),
      pepper: pepper.id,
    },
  };
}

/** A presigned address is signed anew whenever a request is put together; the place that it names stays. */
function placeAt(resultUrl: string): string {
  const { origin, pathname } = new URL(resultUrl);
  return `${origin}${pathname}`;
}

/** SHA-256 over what makes a request the same request: the document or its address, and every parameter. */
function plainHashes(keyId: string, parameters: Parameters, upload: Upload | null): RequestHashes {
  const { url, asynchronous, webhookUrl, resultUrl, format, idempotencyKey } = parameters;
  const parts = [upload?.sha256 ?? '', url ?? '', String(asynchronous), webhookUrl ?? '', format];
  if (resultUrl !== null) parts.push(placeAt(resultUrl));
  return {
    fingerprint: hash('sha256', JSON.stringify(parts)),
    idempotencyKeyHash: idempotencyKey === null ? null : idempotencyKeyHashOf(keyId, idempotencyKey),
    source: { sha256: upload?.sha256 ?? null, source_hmac: null, pepper: null },
  };
}
