/**
 * A cache of rows that are read again within moments: each read of the file takes locks of the system, and a job's
 * state has to be parsed. Rows written to the file are written here too, once committed.
 */
import type { JobState } from '../../../core/job/job.ts';
import type { KeyState } from '../../../core/keys/key.ts';
import { TransientMap } from '../../transient.ts';

/** About 1 KB each; a job is read while it is in progress. */
const MOST_JOBS = 1_000;
const MOST_KEYS = 1_000;
const MOST_COUNTS = 10_000;

export class RecentRows {
  /** Undefined means that there is no such row. */
  readonly jobs = new Recent<JobState | undefined>(MOST_JOBS);
  readonly keys = new Recent<KeyState | undefined>(MOST_KEYS);
  /** Number of jobs by key. */
  readonly inFlight = new RecentCounts(MOST_COUNTS);
  /** Successes by key and month. */
  readonly used = new RecentCounts(MOST_COUNTS);
}

class Recent<V> {
  protected readonly known = new TransientMap<string, V>();
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  of(name: string, read: () => V): V {
    const known = this.known.get(name);
    if (known !== undefined || this.known.has(name)) return known as V;
    const value = read();
    this.set(name, value);
    return value;
  }

  set(name: string, value: V): void {
    this.known.set(name, value);
    if (this.known.size <= this.most) return;
    const [oldest] = this.known.keys();
    if (oldest !== undefined) this.known.delete(oldest);
  }

  clear(): void {
    this.known.clear();
  }
}

class RecentCounts extends Recent<number> {
  /** Adds to a known count; an unknown one will be read when it is asked for. */
  add(name: string, more: number): void {
    const known = this.known.get(name);
    if (known !== undefined) this.known.set(name, known + more);
  }
}
