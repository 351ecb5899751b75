/**
 * Tells a refusal of one object from a store that refuses everything. A bucket whose credential or policy is wrong must
 * not fail every customer's document, and one object with a policy, key or state of its own must not stop the others.
 */
import { type BlobKey, type BlobPrefix, BlobRefused } from '../blob-store.ts';
import { codeOf, isMissing, isRefusal } from './transport.ts';

/** No blob has this name: whoever may read the prefix is told that it is missing. */
const neverWritten = (prefix: BlobPrefix): BlobKey => `${prefix}/never-written`;
/** Where nothing was taken, this shows whether anything is. It goes when what is as old goes. */
const writeProbe = (prefix: BlobPrefix): BlobKey => `${prefix}/probe`;

export interface Probes {
  /** Reads one byte of an object, and rejects as the client does. */
  read: (key: BlobKey) => Promise<void>;
  /** Stores a byte, and rejects as the client does. */
  write: (key: BlobKey) => Promise<void>;
}

export class Refusals {
  private readonly probes: Probes;
  /** The last object that was read, by prefix. */
  private readonly readable = new Map<BlobPrefix, BlobKey>();
  /** Of which nothing can be read. */
  private readonly refused = new Set<BlobPrefix>();
  /** To which nothing can be written, with the server's word for why: that it is full, most often. */
  private readonly untaken = new Map<BlobPrefix, string>();

  constructor(probes: Probes) {
    this.probes = probes;
  }

  served(key: BlobKey): void {
    this.readable.set(prefixOf(key), key);
    this.refused.delete(prefixOf(key));
  }

  /** Prefixes of which nothing can be read still: a credential or a policy that is wrong. */
  async unreadable(): Promise<BlobPrefix[]> {
    for (const prefix of this.refused)
      if ((await this.read(neverWritten(prefix))) !== 'failed') this.refused.delete(prefix);
    return [...this.refused];
  }

  /** Remembers whether the server took what is being written under `key`, and ends as that does. */
  async written<T>(key: BlobKey, writing: Promise<T>): Promise<T> {
    try {
      const answer = await writing;
      this.untaken.delete(prefixOf(key));
      return answer;
    } catch (error) {
      // A page that another extractor does not get is read here: that makes nobody unready.
      if (isRefusal(error) && prefixOf(key) !== 'page') this.untaken.set(prefixOf(key), codeOf(error));
      throw error;
    }
  }

  /** Prefixes to which nothing can be written still, and why. */
  async unwritable(): Promise<string[]> {
    for (const prefix of [...this.untaken.keys()]) {
      const key = writeProbe(prefix);
      await this.written(key, this.probes.write(key)).catch(() => undefined);
    }
    return [...this.untaken].map(([prefix, code]) => `${prefix} (${code})`);
  }

  /** What a failed read of `key` is: always rejects, with `BlobRefused` or with `error` itself. */
  async judge(key: BlobKey, error: unknown): Promise<never> {
    if (!isRefusal(error)) throw error;
    // Where it gives this one out by now, it had refused all of them until a moment ago.
    const isAlone = (await this.servesOthers(key)) && (await this.read(key)) === 'failed';
    if (isAlone) throw new BlobRefused(codeOf(error), { cause: error });
    // A page that cannot be read here is read by the extractor it is of: that makes nobody unready.
    if (prefixOf(key) !== 'page') this.refused.add(prefixOf(key));
    throw error;
  }

  /**
   * A blob that could be read a while ago says most: it needs the permission and the decryption key that all need. Where
   * it is gone, or none was read yet, one that never was tells at least of the permission.
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
