/** Counts how much work each owner has under way, so that the owner with the least goes first. */
import { TransientMap } from './transient.ts';

export class Tally {
  private readonly counts = new TransientMap<string, number>();

  add(owner: string): void {
    this.counts.set(owner, (this.counts.get(owner) ?? 0) + 1);
  }

  take(owner: string): void {
    const left = (this.counts.get(owner) ?? 1) - 1;
    if (left === 0) this.counts.delete(owner);
    else this.counts.set(owner, left);
  }

  of(owner: string): number {
    return this.counts.get(owner) ?? 0;
  }

  /** The first index whose owner has the least under way; 0 for an empty line. */
  leastOf(line: readonly string[]): number {
    let best = 0;
    let least = Number.POSITIVE_INFINITY;
    for (let at = 0; at < line.length; at++) {
      const count = this.of(line[at] as string);
      if (count >= least) continue;
      best = at;
      least = count;
    }
    return best;
  }
}
