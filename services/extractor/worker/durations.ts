/**
 * How long documents take, as far as that can be known before they are read: as long as the last ones of about their
 * size that the same owner sent. A document whose time is shorter than that is not begun: it would hold a worker, cost
 * it its life at the deadline, and take the time in which one behind it could have been read.
 */
import { TransientMap } from '../../../platform/transient.ts';

/** Of the last few the shortest counts: a document is begun where it might fit. */
const REMEMBERED = 3;
/** The next hour may be less busy. */
const REMEMBERED_MS = 60_000;
/** Of owners and sizes; the longest not seen are forgotten. */
const SERIES_MAX = 1_000;

interface Duration {
  ms: number;
  at: number;
}

export class Durations {
  private readonly series = new TransientMap<string, Duration[]>();

  /** `ms`: in a worker; where it was ended at its deadline, as far as it came. `at`: monotonic ms. */
  note(owner: string, bytes: number, ms: number, at: number): void {
    const name = seriesOf(owner, bytes);
    const last = this.series.get(name) ?? [];
    this.series.delete(name);
    this.series.set(name, [...last, { ms, at }].slice(-REMEMBERED));
    const [oldest] = this.series.keys();
    if (this.series.size > SERIES_MAX && oldest !== undefined) this.series.delete(oldest);
  }

  /** The least that such a document may take, ms; 0 where nothing is known. */
  least(owner: string, bytes: number, now: number): number {
    const last = this.series.get(seriesOf(owner, bytes)) ?? [];
    const known = last.filter(({ at }) => now - at < REMEMBERED_MS);
    return known.length < REMEMBERED ? 0 : Math.min(...known.map(({ ms }) => ms));
  }
}

/** Sizes within a factor of two are alike. */
function seriesOf(owner: string, bytes: number): string {
  return `${Math.round(Math.log2(bytes + 1))} ${owner}`;
}
