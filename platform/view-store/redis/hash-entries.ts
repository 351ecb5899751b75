/** Reads the entries of one generation's hashes with SCAN. */
import { isKnown, type JobState } from '../../../core/job/job.ts';
import { type Entries, type Entry, ReadModelReplaced, type ShownView, SLICE_ENTRIES } from '../entries.ts';
import type { Keyspace } from './keyspace.ts';
import { type Reply, SCRIPTS } from './scripts.ts';
import { parseVersioned } from './step.ts';

const FIRST_CURSOR = '0';

export class HashEntries implements Entries {
  private readonly keyspace: Keyspace;
  private readonly generation: string;

  /** `generation` is empty for the live one. */
  constructor(keyspace: Keyspace, generation: string) {
    this.keyspace = keyspace;
    this.generation = generation;
  }

  async *entries(view: ShownView): AsyncGenerator<readonly Entry[]> {
    let [read, cursor]: [string | undefined, string] = [undefined, FIRST_CURSOR];
    do {
      const reply = await this.keyspace.run(SCRIPTS.scanView, this.generation, view, cursor, SLICE_ENTRIES);
      const [generation, next, pairs] = reply as [string, string, Reply];
      // A cursor is meaningless for another hash.
      if (read !== undefined && generation !== read) throw new ReadModelReplaced();
      [read, cursor] = [generation, next];
      yield pairsOf(pairs).flatMap(([name, stored]) => {
        const value = shown(view, stored);
        return value === undefined ? [] : [{ name, value }];
      });
    } while (cursor !== FIRST_CURSOR);
  }

  async values(view: ShownView, names: readonly string[]): Promise<(string | undefined)[]> {
    if (names.length === 0) return [];
    const reply = await this.keyspace.run(SCRIPTS.readFields, this.generation, view, ...names);
    return (reply as (string | null)[]).map(stored => (stored === null ? undefined : shown(view, stored)));
  }
}

/**
 * The entry's value; undefined if nobody is shown it: jobs of which only webhook events are known, and keys with
 * nothing in flight.
 */
function shown(view: ShownView, stored: string): string | undefined {
  if (view === 'in-flight') return stored === '0' ? undefined : stored;
  if (view === 'jobs' && !isKnown(parseVersioned<JobState>(stored).state)) return undefined;
  return stored.replace(/^\d+\|/, '');
}

/** The pairs of a hash, which Redis returns as field, value, field, value. */
export function pairsOf(reply: Reply): [string, string][] {
  const flat = reply as string[];
  return Array.from({ length: flat.length / 2 }, (_, i) => [flat[2 * i] ?? '', flat[2 * i + 1] ?? '']);
}
