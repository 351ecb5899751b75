/**
 * Estimates how long a document takes before it is read: as long as the last ones of about the same size from the same
 * owner. A document with less time left than that is not begun: it would occupy a worker, kill it at the deadline, and
 * use up the time in which the next one could have been read.
 */
import { TransientMap } from '../../../platform/transient.ts';

/** The shortest of the last few counts, so that a document is begun if it might fit. */
const REMEMBERED = 3;
/** Estimates expire, because the machine may be less busy later. */
const REMEMBERED_MS = 60_000;
/** Most combinations of owner and size; those unused for longest are forgotten. */
const SERIES_MAX = 1_000;

interface Duration {
  ms: number;
  at: number;
}

export class Durations {
  private readonly series = new TransientMap<string, Duration[]>();

  /** `ms`: time in a worker, up to its end if it was killed at its deadline. `at`: monotonic ms. */
  note(owner: string, bytes: number, ms: number, at: number): void {
    const name = seriesOf(owner, bytes);
    const last = this.series.get(name) ?? [];
    this.series.delete(name);
    this.series.set(name, [...last, { ms, at }].slice(-REMEMBERED));
    const [oldest] = this.series.keys();
    if (this.series.size > SERIES_MAX && oldest !== undefined) this.series.delete(oldest);
  }

  /** The least time that such a document may take, in ms; 0 if nothing is known. */
  least(owner: string, bytes: number, now: number): number {
    const last = this.series.get(seriesOf(owner, bytes)) ?? [];
    const known = last.filter(({ at }) => now - at < REMEMBERED_MS);
    return known.length < REMEMBERED ? 0 : Math.min(...known.map(({ ms }) => ms));
  }
}

/** Sizes within a factor of two share a series. */
function seriesOf(owner: string, bytes: number): string {
  return `${Math.round(Math.log2(bytes + 1))} ${owner}`;
}
