/**
 * Peppers: one random secret for each key, stored outside the log. The events' hashes about the key's documents are
 * made with it. Someone who has a document can find it in the log only with the pepper; once that is destroyed, nobody
 * can (docs/decisions/0032).
 *
 * Events name a pepper by its id. The bytes of an id never change, so they may be cached. Errors: those of the blob
 * store; `BlobMissing` for a pepper that was destroyed.
 */
import { randomBytes } from 'node:crypto';
import type { BlobKey, BlobStore } from './blob-store/blob-store.ts';
import { Hmac } from './hmac.ts';
import { newId } from './ids.ts';
import { ownedBy } from './stored-bytes/stored-bytes.ts';

/** Length of a pepper: that of HMAC-SHA256's output (RFC 2104, section 3). */
const PEPPER_BYTES = 32;
/** Most peppers in the cache, at 200 bytes each. */
const MOST_KNOWN = 10_000;

/** What is hashed: the same text has another hash for another purpose. */
type Purpose = 'source' | 'request' | 'idempotency-key' | 'result';

export class Pepper {
  readonly id: string;
  private readonly codes: Hmac;

  constructor(id: string, secret: Buffer) {
    this.id = id;
    this.codes = new Hmac(secret);
  }

  /** HMAC-SHA256 of a plain SHA-256 (hex), 64 lower-case hex digits. */
  hmac(purpose: Purpose, sha256: string): string {
    return this.codes.hex(`${purpose}\n${sha256}`);
  }
}

export class Peppers {
  private readonly blobs: Pick<BlobStore, 'put' | 'read' | 'delete'>;
  private readonly known = new Map<string, Pepper>();

  constructor(blobs: Pick<BlobStore, 'put' | 'read' | 'delete'>) {
    this.blobs = blobs;
  }

  /** Makes a new pepper for a key; an event must name its id. */
  async make(keyId: string): Promise<string> {
    const id = newId();
    await this.blobs.put({ key: nameOf(keyId, id), bytes: randomBytes(PEPPER_BYTES) });
    return id;
  }

  async of(keyId: string, id: string): Promise<Pepper> {
    const name = nameOf(keyId, id);
    const known = this.known.get(name);
    if (known !== undefined) return known;
    const pepper = new Pepper(id, await this.blobs.read(name, PEPPER_BYTES));
    this.known.set(name, pepper);
    for (const oldest of this.known.keys()) {
      if (this.known.size <= MOST_KNOWN) break;
      this.known.delete(oldest);
    }
    return pepper;
  }

  /** Deletes peppers for good. A process that has read one may hold it in memory until it ends. */
  async destroy(keyId: string, ids: readonly string[]): Promise<void> {
    const names = ids.map(id => nameOf(keyId, id));
    for (const name of names) this.known.delete(name);
    await this.blobs.delete(names);
  }
}

const nameOf = (keyId: string, id: string): BlobKey => `pepper/${ownedBy(keyId, id)}`;
