/**
 * Room for documents in the extractor's own memory. Many small ones are held at once, because reading and storing
 * overlap with parsing. Each larger one first reserves room for its whole size, in turn, so that a burst of the largest
 * cannot fill the process's memory. Turns go by key, then by time.
 *
 * Documents fetched from callers' addresses are as slow as those servers choose, and may grow while they arrive. They
 * are counted from a smaller size on and never get all of the room, so that no stored document waits for a stranger's
 * server.
 */
import { Tally } from '../../platform/tally.ts';
import { TransientMap } from '../../platform/transient.ts';

const MIB = 1024 * 1024;
/** A stored document up to this size needs no room: 40 handlers (20 a lane) then hold 160 MiB. */
export const SMALL_BYTES = 4 * MIB;
/** The same for a fetched document: 80 handlers (40 a lane) then hold 20 MiB. */
const FETCHED_FREE_BYTES = 256 * 1024;
/** Nearly all web pages are smaller. */
const PAGE_BYTES = MIB;
/**
 * Room for a lane's fetched documents up to `PAGE_BYTES`, and for those up to `SMALL_BYTES`: twelve, or three, of
 * unknown size.
 */
const PAGES_BYTES = 12 * MIB;
const FETCHED_SMALL_BYTES = 12 * MIB;
/** Most of either that one key may take, so that a slow server of one key does not keep the others waiting. */
const MOST_OF_ONE_KEY = 0.75;
/** Part of a lane's room that fetched documents never get: more than two of the largest uploads. */
const KEPT_FOR_STORED_BYTES = 28 * MIB;

/** Sizes for which a growing document of unknown size reserves room, before it reserves the ceiling's. */
export const FETCH_STEPS_BYTES: readonly number[] = [FETCHED_FREE_BYTES, PAGE_BYTES, SMALL_BYTES];

export interface Seat {
  /**
   * Resolves when there is room for a document of `bytes` bytes; ask for the most it can become, or step by step
   * (`FETCH_STEPS_BYTES`). Rejects with `NoRoom` if the deadline comes first, or the seat's signal aborts.
   */
  take(bytes: number): Promise<void>;
  /** The document is complete and has `bytes` bytes: returns the rest of the room. */
  is(bytes: number): void;
  /** Returns the room; must be called in any case. */
  leave(): void;
}

export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

export interface Occupant {
  /** Turns depend on how much each owner has. */
  owner: string;
  isFetched: boolean;
  /** Monotonic ms. */
  deadline: number;
  signal: AbortSignal;
}

interface Waiting {
  owner: string;
  bytes: number;
  enter: () => void;
}

/** Documents of one kind: those that have room, and those that wait. */
class Line {
  takenBytes = 0;
  readonly waiting: Waiting[] = [];
  private readonly inside = new Tally();
  private readonly bytesOf = new TransientMap<string, number>();

  /** The first one of the owner with the fewest inside. */
  get next(): Waiting | undefined {
    return this.waiting[this.inside.leastOf(this.waiting.map(({ owner }) => owner))];
  }

  admit(waiting: Waiting): void {
    this.waiting.splice(this.waiting.indexOf(waiting), 1);
    this.inside.add(waiting.owner);
    this.give(waiting.owner, waiting.bytes);
    waiting.enter();
  }

  takenBy(owner: string): number {
    return this.bytesOf.get(owner) ?? 0;
  }

  /** Gives room to an owner; a negative amount takes it back. */
  give(owner: string, bytes: number): void {
    this.takenBytes += bytes;
    const taken = this.takenBy(owner) + bytes;
    if (taken === 0) this.bytesOf.delete(owner);
    else this.bytesOf.set(owner, taken);
  }

  release(owner: string, bytes: number): void {
    this.inside.take(owner);
    this.give(owner, -bytes);
    // An owner who has just had a turn waits behind the others.
    this.waiting.sort((one, other) => Number(one.owner === owner) - Number(other.owner === owner));
  }
}

const KINDS = ['stored', 'fetched'] as const;
type Kind = (typeof KINDS)[number];
/** The other places are for fetched documents up to those sizes. */
type Place = Kind | 'page' | 'small';

export class Room {
  private readonly capacityBytes: number;
  private readonly lines: Record<Place, Line> = {
    stored: new Line(),
    fetched: new Line(),
    page: new Line(),
    small: new Line(),
  };
  private lastKind: Kind = 'stored';

  constructor(capacityBytes: number) {
    this.capacityBytes = capacityBytes;
  }

  /**
   * An occupant with a small place may come to need a larger one, never the other way round. So nobody waits for ever,
   * and the small place is returned only once the larger one is granted.
   */
  seat({ owner, isFetched, deadline, signal }: Occupant): Seat {
    let held: { place: Place; bytes: number } | undefined;
    const giveBack = () => {
      if (held !== undefined) this.lines[held.place].release(owner, held.bytes);
      held = undefined;
    };
    return {
      take: async bytes => {
        if (bytes <= (isFetched ? FETCHED_FREE_BYTES : SMALL_BYTES)) return;
        const place = isFetched ? placeOf(bytes) : 'stored';
        // The largest document fits into the whole room, whatever its size.
        const wanted = Math.min(bytes, this.capacityOf(place));
        const leftMs = Math.max(0, Math.ceil(deadline - performance.now()));
        const until = AbortSignal.any([signal, AbortSignal.timeout(leftMs)]);
        await this.enter(place, { owner, bytes: wanted }, until);
        giveBack();
        held = { place, bytes: wanted };
        this.admit();
      },
      is: bytes => {
        if (held === undefined || bytes >= held.bytes) return;
        this.lines[held.place].give(owner, bytes - held.bytes);
        held = { ...held, bytes };
        this.admit();
      },
      leave: () => {
        giveBack();
        this.admit();
      },
    };
  }

  private capacityOf(place: Place): number {
    if (place === 'page') return PAGES_BYTES;
    if (place === 'small') return FETCHED_SMALL_BYTES;
    return place === 'stored' ? this.capacityBytes : this.capacityBytes - KEPT_FOR_STORED_BYTES;
  }

  private async enter(place: Place, of: Omit<Waiting, 'enter'>, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const line = this.lines[place];
    const waiting = { ...of, enter: resolve };
    line.waiting.push(waiting);
    this.admit();
    const giveUp = () => {
      const at = line.waiting.indexOf(waiting);
      if (at < 0) return;
      line.waiting.splice(at, 1);
      reject(new NoRoom('no room for the document in time'));
      this.admit();
    };
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', giveUp));
  }

  private admit(): void {
    for (const place of ['page', 'small'] as const) while (this.admitNext(place));
    // The kinds take turns; otherwise one that always fills what is free would keep a large one of the other waiting.
    const inTurn = () => (this.lastKind === 'stored' ? KINDS.toReversed() : KINDS);
    for (let admitted = true; admitted; ) {
      const kind = inTurn().find(each => this.admitNext(each));
      this.lastKind = kind ?? this.lastKind;
      admitted = kind !== undefined;
    }
  }

  /** Nobody overtakes the next in line: many small ones that fit must not keep a large one waiting. */
  private admitNext(place: Place): boolean {
    const { next } = this.lines[place];
    if (next === undefined || !this.fits(place, next)) return false;
    this.lines[place].admit(next);
    return true;
  }

  private fits(place: Place, { owner, bytes }: Waiting): boolean {
    const { stored, fetched } = this.lines;
    const line = this.lines[place];
    const capacity = this.capacityOf(place);
    if (line.takenBytes + bytes > capacity) return false;
    if (place === 'page' || place === 'small')
      return line.takenBy(owner) + bytes <= capacity * MOST_OF_ONE_KEY;
    if (stored.takenBytes + fetched.takenBytes + bytes > this.capacityBytes) return false;
    // While a fetched document waits, stored ones keep to their own part, so that it will fit.
    if (place === 'fetched' || fetched.waiting.length === 0 || stored.takenBytes === 0) return true;
    return stored.takenBytes + bytes <= KEPT_FOR_STORED_BYTES;
  }
}

const placeOf = (bytes: number): Place =>
  bytes <= PAGE_BYTES ? 'page' : bytes <= SMALL_BYTES ? 'small' : 'fetched';
