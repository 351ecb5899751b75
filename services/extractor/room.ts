/**
 * Room for documents in the extractor's own memory. Many small ones are in hand at once, since reading and storing
 * overlaps with parsing; each larger one first gets room for all of itself, in turn, so that a burst of the largest
 * cannot fill the memory of the process. Whoever has room needs no more of it, so that nobody waits for ever.
 */

/** A document up to here asks nobody: 40 handlers (20 a lane) then hold 160 MiB. */
export const SMALL_BYTES = 4 * 1024 * 1024;

export interface Seat {
  /**
   * Resolves when there is room for a document of so many bytes; asked for at most once, with the most it can become.
   * Rejects with `NoRoom` when the deadline comes first, or the seat's signal.
   */
  take(bytes: number): Promise<void>;
  /** Gives the room back; to be called in any case. */
  leave(): void;
}

export class NoRoom extends Error {
  override readonly name = 'NoRoom';
}

interface Waiting {
  bytes: number;
  enter: () => void;
}

export class Room {
  private readonly capacityBytes: number;
  private takenBytes = 0;
  private readonly line: Waiting[] = [];

  constructor(capacityBytes: number) {
    this.capacityBytes = capacityBytes;
  }

  /** `deadline`: monotonic ms. */
  seat(deadline: number, signal: AbortSignal): Seat {
    let held = 0;
    return {
      take: async bytes => {
        if (bytes <= SMALL_BYTES) return;
        // The largest alone fits in any room.
        const wanted = Math.min(bytes, this.capacityBytes);
        const leftMs = Math.max(0, Math.ceil(deadline - performance.now()));
        await this.enter(wanted, AbortSignal.any([signal, AbortSignal.timeout(leftMs)]));
        held = wanted;
      },
      leave: () => {
        this.takenBytes -= held;
        held = 0;
        this.admit();
      },
    };
  }

  private async enter(bytes: number, signal: AbortSignal): Promise<void> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const waiting = { bytes, enter: resolve };
    this.line.push(waiting);
    this.admit();
    const giveUp = () => {
      const at = this.line.indexOf(waiting);
      if (at < 0) return;
      this.line.splice(at, 1);
      reject(new NoRoom('no room for the document in time'));
      this.admit();
    };
    if (signal.aborted) giveUp();
    signal.addEventListener('abort', giveUp, { once: true });
    await promise.finally(() => signal.removeEventListener('abort', giveUp));
  }

  /** In order: many that fit must not keep a large one waiting for ever. */
  private admit(): void {
    for (let next = this.line[0]; next !== undefined; next = this.line[0]) {
      if (this.takenBytes + next.bytes > this.capacityBytes) return;
      this.takenBytes += next.bytes;
      this.line.shift();
      next.enter();
    }
  }
}
