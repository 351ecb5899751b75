/**
 * Sees when the address of Redis leads to another server than the connections go to, and has them made anew. A failover or a move by name (DNS, a
 * Service's selector, a virtual address) leaves connections with the old server for as long as it lives and takes what it is told. Each role
 * would stay where it is: the projector folds into a read model that ingest does not read, or the other way round, and nobody's documents
 * are accepted until somebody restarts the right one.
 */
const LOOK_INTERVAL_MS = 15_000;
/** Another server answered so often on a new connection, without so many looks between that found the same: the address is that of several. */
const MOST_MOVES = 3;
const LOOKS_OF_ONE_SERVER = 40;

export interface AddressWatchOptions {
  /** What INFO says of the server: on the connections that there are, and on a new one. */
  here: () => Promise<string>;
  atAddress: () => Promise<string>;
  /** To make the connections anew. */
  onMoved: () => void;
  /** Told once for as long as it lasts; connections stay where they are. */
  onSeveral: () => void;
}

export class AddressWatch {
  private readonly options: AddressWatchOptions;
  private readonly timer: NodeJS.Timeout;
  private moves = 0;
  /** Looks since the last move. */
  private alike = 0;

  constructor(options: AddressWatchOptions) {
    this.options = options;
    this.timer = setInterval(() => void this.round(), LOOK_INTERVAL_MS);
    this.timer.unref();
  }

  stop(): void {
    clearInterval(this.timer);
  }

  async look(): Promise<void> {
    const { here, atAddress, onMoved, onSeveral } = this.options;
    const connected = runIdIn(await here());
    // A proxy, or a server that does not tell.
    if (connected === undefined) return;
    const found = runIdIn(await atAddress());
    if (found === undefined) return;
    if (found === connected) {
      if (++this.alike === LOOKS_OF_ONE_SERVER) this.moves = 0;
      return;
    }
    this.alike = 0;
    if (this.moves < MOST_MOVES) {
      this.moves++;
      onMoved();
    } else if (this.moves++ === MOST_MOVES) onSeveral();
  }

  /** A server that is away, or does not let us ask, is told of elsewhere. */
  private round(): Promise<void> {
    return this.look().catch(() => undefined);
  }
}

/** Each start of a server has another one. */
const runIdIn = (told: string): string | undefined => /^run_id:([0-9a-f]{40})\r?$/m.exec(told)?.[1];
