/**
 * Room for documents in the extractor's own memory. Many small ones are in hand at once, since reading and storing
 * overlaps with parsing; each larger one first gets room for all of itself, in turn, so that a burst of the largest
 * cannot fill the memory of the process. Turns are between keys, then by time.
 *
 * Documents that come from their callers' addresses are as slow as these like, and may grow as they come: they are counted
 * from a smaller size on, and never get all of the room, so that nobody's stored document waits for a stranger's server.
 */
import { Tally } from '../../platform/tally.ts';
import { TransientMap } from '../../platform/transient.ts';

const MIB = 1024 * 1024;
/** A stored document up to here asks nobody: 40 handlers (20 a lane) then hold 160 MiB. */
export const SMALL_BYTES = 4 * MIB;
/** A fetched one: 80 handlers (40 a lane) then hold 20 MiB. */
const FETCHED_FREE_BYTES = 256 * 1024;
/** Nearly all pages are smaller. */
const PAGE_BYTES = MIB;
/** Of a lane's fetched documents up to `PAGE_BYTES`, and of those up to `SMALL_BYTES`: twelve, and three, of unknown size. */
const PAGES_BYTES = 12 * MIB;
const FETCHED_SMALL_BYTES = 12 * MIB;
/** Of either for one key: who trickles keeps no other key waiting. */
const MOST_OF_ONE_KEY = 0.75;
/** Of a lane's room that is never a fetched document's: two of the largest uploads, and more. */
const KEPT_FOR_STORED_BYTES = 28 * MIB;

/** Sizes that a fetched document of unknown size is given room for as it grows, before it gets the ceiling's. */
export const FETCH_STEPS_BYTES: readonly number[] = [FETCHED_FREE_BYTES, PAGE_BYTES, SMALL_BYTES];

export interface Seat {
  /**
   * Resolves when there is room for a document of so many bytes; asked for with the most it can become, or step by step
   * (`FETCH_STEPS_BYTES`). Rejects with `NoRoom` when the deadline comes first, or the seat's signal.
   */
  take(bytes: number): Promise<void>;
  /** It is whole, and no larger: gives back the rest. */
  is(bytes: number): void;
  /** Gives the room back; to be called in any case. */
  leave(): void;
}

export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

export interface Occupant {
  /** Whose turn it is, is told by how much each has. */
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

/** Of one kind of documents: who is in, and who waits. */
class Line {
  takenBytes = 0;
  readonly waiting: Waiting[] = [];
  private readonly inside = new Tally();
  private readonly bytesOf = new TransientMap<string, number>();

  /** The first of the owner who has the fewest inside. */
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

  /** Less than nothing takes back. */
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
/** The others are of fetched documents that are no larger. */
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
   * Who has a small place may come to want a larger one, and never the other way round: so nobody waits for ever, and a
   * small one is given back only when the larger one is there.
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
        // The largest alone fits in any room.
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
    // The kinds in turn, or one that always fills what is free would keep a large one of the other waiting.
    const inTurn = () => (this.lastKind === 'stored' ? KINDS.toReversed() : KINDS);
    for (let admitted = true; admitted; ) {
      const kind = inTurn().find(each => this.admitNext(each));
      this.lastKind = kind ?? this.lastKind;
      admitted = kind !== undefined;
    }
  }

  /** Nobody overtakes whose turn it is: many that fit must not keep a large one waiting. */
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
    // While a fetched one waits the stored ones keep to their part, so that it will fit.
    if (place === 'fetched' || fetched.waiting.length === 0 || stored.takenBytes === 0) return true;
    return stored.takenBytes + bytes <= KEPT_FOR_STORED_BYTES;
  }
}

const placeOf = (bytes: number): Place =>
  bytes <= PAGE_BYTES ? 'page' : bytes <= SMALL_BYTES ? 'small' : 'fetched';
