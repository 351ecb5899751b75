/**
 * Owners whose documents end workers again and again (decision 53). A new worker takes .2 to .6 s of CPU time and is cold. An owner whose
 * documents keep ending workers leaves only cold ones for everybody, even with few documents under way. For a while, the documents of all
 * such owners are read one at a time, after everybody else's, and never in the reserve.
 */
import { TransientMap } from '../../../platform/transient.ts';

/** Of so many workers lost in a minute: a batch of honest documents may have one or two that are too large. */
const LOSSES = 3;
const REMEMBERED_MS = 60_000;

/** Times are monotonic ms. */
export class HeldBack {
  private readonly losses = new TransientMap<string, number[]>();
  private readonly seen = new TransientMap<string, number>();

  /** Somebody has sent a document. */
  see(owner: string, now: number): void {
    this.seen.delete(owner);
    this.seen.set(owner, now);
    for (const [other, at] of this.seen) {
      if (now - at < REMEMBERED_MS) return;
      this.seen.delete(other);
    }
  }

  /** A document has cost a worker its life: by itself, not by the hour it came in. */
  note(owner: string, now: number): void {
    const last = this.losses.get(owner) ?? [];
    this.losses.delete(owner);
    this.losses.set(owner, [...last, now].slice(-LOSSES));
    for (const [other, times] of this.losses) {
      if (now - (times.at(-1) ?? 0) < REMEMBERED_MS) return;
      this.losses.delete(other);
    }
  }

  /** Never who has the workers to himself: nobody is better off for it. */
  has(owner: string, now: number): boolean {
    const last = this.losses.get(owner);
    const [first] = last ?? [];
    if (first === undefined || last?.length !== LOSSES || now - first >= REMEMBERED_MS) return false;
    return [...this.seen].some(([other, at]) => other !== owner && now - at < REMEMBERED_MS);
  }
}
