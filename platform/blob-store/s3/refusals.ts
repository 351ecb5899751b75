/**
 * Distinguishes a refusal of one object from a store that refuses everything. A bucket with a wrong credential or
 * policy must not fail every customer's document, and one object with its own policy, key or state must not stop the
 * others.
 */
import { type BlobKey, type BlobPrefix, BlobRefused } from '../blob-store.ts';
import { codeOf, isMissing, isRefusal } from './transport.ts';

/** A name that no blob has: a reader with access to the prefix is told that it is missing. */
const neverWritten = (prefix: BlobPrefix): BlobKey => `${prefix}/never-written`;
/**
 * A name to write to after a refused write, to see whether any write succeeds. The probe expires like other blobs of
 * the prefix.
 */
const writeProbe = (prefix: BlobPrefix): BlobKey => `${prefix}/probe`;

export interface Probes {
  /** Reads one byte of an object; rejects as the client does. */
  read: (key: BlobKey) => Promise<void>;
  /** Stores one byte; rejects as the client does. */
  write: (key: BlobKey) => Promise<void>;
}

export class Refusals {
  private readonly probes: Probes;
  /** The last object that could be read, by prefix. */
  private readonly readable = new Map<BlobPrefix, BlobKey>();
  /** Prefixes of which nothing can be read. */
  private readonly refused = new Set<BlobPrefix>();
  /** Prefixes to which nothing can be written, with the server's code for the reason; most often the store is full. */
  private readonly untaken = new Map<BlobPrefix, string>();

  constructor(probes: Probes) {
    this.probes = probes;
  }

  served(key: BlobKey): void {
    this.readable.set(prefixOf(key), key);
    this.refused.delete(prefixOf(key));
  }

  /** Prefixes of which still nothing can be read, because a credential or a policy is wrong. */
  async unreadable(): Promise<BlobPrefix[]> {
    for (const prefix of this.refused)
      if ((await this.read(neverWritten(prefix))) !== 'failed') this.refused.delete(prefix);
    return [...this.refused];
  }

  /** Waits for `writing`, and remembers whether the server accepted it. Settles as `writing` does. */
  async written<T>(key: BlobKey, writing: Promise<T>): Promise<T> {
    try {
      const answer = await writing;
      this.untaken.delete(prefixOf(key));
      return answer;
    } catch (error) {
      // A page that cannot be passed to another extractor is read in this one, so the process stays ready.
      if (isRefusal(error) && prefixOf(key) !== 'page') this.untaken.set(prefixOf(key), codeOf(error));
      throw error;
    }
  }

  /** Prefixes to which still nothing can be written, and why. */
  async unwritable(): Promise<string[]> {
    for (const prefix of [...this.untaken.keys()]) {
      const key = writeProbe(prefix);
      await this.written(key, this.probes.write(key)).catch(() => undefined);
    }
    return [...this.untaken].map(([prefix, code]) => `${prefix} (${code})`);
  }

  /** Decides what a failed read of `key` means. Always rejects, with `BlobRefused` or with `error` itself. */
  async judge(key: BlobKey, error: unknown): Promise<never> {
    if (!isRefusal(error)) throw error;
    // If this object can be read by now, the store had refused all of them until a moment ago.
    const isAlone = (await this.servesOthers(key)) && (await this.read(key)) === 'failed';
    if (isAlone) throw new BlobRefused(codeOf(error), { cause: error });
    // A page that cannot be read here is read by the extractor it belongs to, so the process stays ready.
    if (prefixOf(key) !== 'page') this.refused.add(prefixOf(key));
    throw error;
  }

  /**
   * True if the store serves other blobs of the prefix. The best test is a blob that could be read before: it needs the
   * same permission and decryption key as all others. If that is gone, or none was read yet, a name that never existed
   * at least tests the permission.
   */
  private async servesOthers(key: BlobKey): Promise<boolean> {
    const prefix = prefixOf(key);
    const before = this.readable.get(prefix);
    const read = before === undefined || before === key ? 'missing' : await this.read(before);
    return (read === 'missing' ? await this.read(neverWritten(prefix)) : read) !== 'failed';
  }

  private read(key: BlobKey): Promise<'read' | 'missing' | 'failed'> {
    return this.probes.read(key).then(
      () => 'read',
      error => (isMissing(error) ? 'missing' : 'failed'),
    );
  }
}

const prefixOf = (key: BlobKey) => key.slice(0, key.indexOf('/')) as BlobPrefix;
