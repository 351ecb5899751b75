/**
 * Peppers: a random secret a key, outside of the log, under which the events' hashes about its documents are made. Whoever has
 * a document can find it in the log only with the pepper; once that is destroyed nobody can (docs/decisions/0032).
 *
 * An id stands in events and never changes its bytes, so what is read once holds. Errors: those of the blob store;
 * `BlobMissing` for a pepper that was destroyed.
 */
import { randomBytes } from 'node:crypto';
import type { BlobKey, BlobStore } from './blob-store/blob-store.ts';
import { Hmac } from './hmac.ts';
import { newId } from './ids.ts';
import { ownedBy } from './stored-bytes/stored-bytes.ts';

/** As long as what HMAC-SHA256 puts out (RFC 2104, section 3). */
const PEPPER_BYTES = 32;
/** Of as many keys at 200 bytes each. */
const MOST_KNOWN = 10_000;

/** What is hashed: the same text for another purpose has another hash. */
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

  /** A new one for a key; its id is to be named in an event. */
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

  /** For good. Who has read one before may hold it in memory until its process ends. */
  async destroy(keyId: string, ids: readonly string[]): Promise<void> {
    const names = ids.map(id => nameOf(keyId, id));
    for (const name of names) this.known.delete(name);
    await this.blobs.delete(names);
  }
}

const nameOf = (keyId: string, id: string): BlobKey => `pepper/${ownedBy(keyId, id)}`;
