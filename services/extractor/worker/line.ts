/**
 * The documents that wait for a worker of a pool, and which is next: the one whose owner has the fewest in progress,
 * then the one whose turn is first.
 */
import { Tally } from '../../../platform/tally.ts';
import { HeldBack } from './held-back.ts';
import { type Held, PATIENCE_MS } from './set-back.ts';
import type { Waiting } from './waiting.ts';

export class Line {
  readonly owners = new Tally();
  readonly heldBack = new HeldBack();
  private readonly waiting: Waiting[] = [];

  get length(): number {
    return this.waiting.length;
  }

  get longestWaitMs(): number {
    const now = performance.now();
    return Math.max(0, ...this.waiting.map(({ since }) => now - since));
  }

  /** Whether any document waits for a worker, other than those held back. */
  get isAsking(): boolean {
    return this.waiting.some(each => !this.isHeldBack(each));
  }

  /** Whether any owner with nothing in progress has waited longer than acceptable. */
  get isStarved(): boolean {
    const now = performance.now();
    return this.waiting.some(
      each => this.owners.of(each.owner) === 0 && now - each.since >= PATIENCE_MS && !this.isHeldBack(each),
    );
  }

  isHeldBack = ({ owner }: { owner: string }): boolean => this.heldBack.has(owner, performance.now());

  /**
   * Adds a document in the order of turns: the first to ask has the first deadline, whichever order the partitions of a
   * topic are read in. A document that was set back has an early turn and would take back the worker it gave up, so it
   * goes last.
   */
  add(waiting: Waiting): void {
    const later = waiting.held.gaveWay ? -1 : this.waiting.findIndex(other => other.turn > waiting.turn);
    this.waiting.splice(later < 0 ? this.waiting.length : later, 0, waiting);
  }

  has(waiting: Waiting): boolean {
    return this.waiting.includes(waiting);
  }

  remove(waiting: Waiting): void {
    this.waiting.splice(this.waiting.indexOf(waiting), 1);
  }

  removeAll(): Waiting[] {
    return this.waiting.splice(0);
  }

  /**
   * The next document; undefined if none waits, or it may not begin. `isMoreThanReserve`: whether more workers are idle
   * than are reserved.
   */
  next(isMoreThanReserve: boolean, underWay: readonly Held[]): Waiting | undefined {
    const asking = this.waiting.filter(each => !this.isHeldBack(each));
    const line = asking.length > 0 ? asking : this.waiting;
    const next = line[this.owners.leastOf(line.map(({ owner }) => owner))];
    if (next === undefined) return undefined;
    const mayTake =
      line === asking
        ? isMoreThanReserve || this.owners.of(next.owner) === 0
        : isMoreThanReserve && !underWay.some(this.isHeldBack);
    return mayTake ? next : undefined;
  }
}
