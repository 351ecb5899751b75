/**
 * Owners whose documents keep killing workers (decision 53). A new worker takes .2 to .6 s of CPU time and is cold; an
 * owner whose documents keep killing workers leaves only cold ones for everybody, even with few documents in progress.
 * For a while the documents of all such owners are read one at a time, after everybody else's, and never on reserved
 * workers.
 */
import { TransientMap } from '../../../platform/transient.ts';

/** Workers lost within a minute; an honest batch may contain one or two documents that are too large. */
const LOSSES = 3;
const REMEMBERED_MS = 60_000;

/** All times are monotonic ms. */
export class HeldBack {
  private readonly losses = new TransientMap<string, number[]>();
  private readonly seen = new TransientMap<string, number>();

  /** Notes that an owner has sent a document. */
  see(owner: string, now: number): void {
    this.seen.delete(owner);
    this.seen.set(owner, now);
    for (const [other, at] of this.seen) {
      if (now - at < REMEMBERED_MS) return;
      this.seen.delete(other);
    }
  }

  /** Notes that a document has killed a worker by itself, not because of a busy hour. */
  note(owner: string, now: number): void {
    const last = this.losses.get(owner) ?? [];
    this.losses.delete(owner);
    this.losses.set(owner, [...last, now].slice(-LOSSES));
    for (const [other, times] of this.losses) {
      if (now - (times.at(-1) ?? 0) < REMEMBERED_MS) return;
      this.losses.delete(other);
    }
  }

  /** Whether the owner is held back; never if nobody else uses the workers. */
  has(owner: string, now: number): boolean {
    const last = this.losses.get(owner);
    const [first] = last ?? [];
    if (first === undefined || last?.length !== LOSSES || now - first >= REMEMBERED_MS) return false;
    return [...this.seen].some(([other, at]) => other !== owner && now - at < REMEMBERED_MS);
  }
}
