/**
 * Tells a refusal of one object from a store that refuses everything. A bucket whose credential or policy is wrong must
 * not fail every customer's document, and one object with a policy, key or state of its own must not stop the others.
 */
import { type BlobKey, type BlobPrefix, BlobRefused } from '../blob-store.ts';
import { codeOf, isMissing, isRefusal } from './transport.ts';

/** No blob has this name: whoever may read the prefix is told that it is missing. */
const neverWritten = (prefix: BlobPrefix): BlobKey => `${prefix}/never-written`;

export class Refusals {
  private readonly probe: (key: BlobKey) => Promise<void>;
  /** The last object that was read, by prefix. */
  private readonly readable = new Map<BlobPrefix, BlobKey>();
  /** Of which nothing can be read. */
  private readonly refused = new Set<BlobPrefix>();

  /** `probe` reads one byte of an object, and rejects as the client does. */
  constructor(probe: (key: BlobKey) => Promise<void>) {
    this.probe = probe;
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
    return this.probe(key).then(
      () => 'read',
      error => (isMissing(error) ? 'missing' : 'failed'),
    );
  }
}

const prefixOf = (key: BlobKey) => key.slice(0, key.indexOf('/')) as BlobPrefix;
