/** Hashes by which the log and the read model know a request, keyed with its API key's pepper if there is one. */
import { hash } from 'node:crypto';
import type { KeyState } from '../../core/keys/key.ts';
import { BlobMissing } from '../../platform/blob-store/blob-store.ts';
import type { Pepper, Peppers } from '../../platform/peppers.ts';
import type { Settings } from '../../platform/settings.ts';
import { type ViewStore, ViewStoreUnavailable } from '../../platform/view-store/view-store.ts';
import type { ExtractRequested } from '../../schemas/events.ts';
import type { Parameters } from './parameters.ts';
import type { Upload } from './upload.ts';

/** First release of the event schemas that says which pepper the hashes were made with. */
const PEPPERED_RELEASE = 2;

export interface HashPorts {
  peppers: Pick<Peppers, 'of'>;
  views: Pick<ViewStore, 'holds'>;
  settings: Pick<Settings, 'EVENT_WRITE_RELEASE'>;
}

export interface RequestHashes {
  fingerprint: string;
  idempotencyKeyHash: string | null;
  /** The event's fields that describe the document. */
  source: Pick<ExtractRequested, 'sha256' | 'source_hmac' | 'pepper'>;
}

/**
 * The hashes of a request. If its Idempotency-Key is already held under the other kind of hash (that request came
 * before the API key had a pepper, or from a build that writes the older release), that kind is returned. Rejects with
 * an outage if a pepper cannot be read now.
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

/** Every hash under which the Idempotency-Key may be held. */
export async function idempotencyKeyHashes(
  peppers: HashPorts['peppers'],
  key: KeyState,
  idempotencyKey: string,
): Promise<string[]> {
  const plain = idempotencyKeyHashOf(key.keyId, idempotencyKey);
  const pepper = await pepperOf(peppers, key);
  return pepper === undefined ? [plain] : [pepper.hmac('idempotency-key', plain), plain];
}

/** An Idempotency-Key belongs to its API key, so the API key's id is part of what is hashed. */
export function idempotencyKeyHashOf(keyId: string, idempotencyKey: string): string {
  return hash('sha256', `${keyId}\n${idempotencyKey}`);
}

async function pepperOf(peppers: HashPorts['peppers'], key: KeyState): Promise<Pepper | undefined> {
  if (key.pepper === undefined) return undefined;
  try {
    return await peppers.of(key.keyId, key.pepper);
  } catch (error) {
    // The pepper was destroyed and the key does not know yet, or it was lost with its bucket (docs/operations.md).
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

/** A presigned address is signed anew for each request; only the place it names identifies it. */
function placeAt(resultUrl: string): string {
  const { origin, pathname } = new URL(resultUrl);
  return `${origin}${pathname}`;
}

/** Hashes of everything that makes two requests the same: the document or its address, and every parameter (SHA-256). */
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
