/**
 * Notices when the address of Redis leads to another server than the one connected to, and renews the connections.
 * After a failover or a move by name (DNS, a Service's selector, a virtual address), connections stay with the old
 * server as long as it runs and accepts commands. Each role would stay where it is: the projector would fold into a
 * read model that ingest does not read, or the other way round, and no documents would be accepted until somebody
 * restarts the right role.
 */
const LOOK_INTERVAL_MS = 15_000;
/**
 * If new connections reached another server this often, without that many looks in between that found the same one, the
 * address belongs to several servers.
 */
const MOST_MOVES = 3;
const LOOKS_OF_ONE_SERVER = 40;

export interface AddressWatchOptions {
  /** The server's INFO: on the existing connections, and on a new one. */
  here: () => Promise<string>;
  atAddress: () => Promise<string>;
  /** Called to renew the connections. */
  onMoved: () => void;
  /** Called once for as long as it lasts; connections stay where they are. */
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
    // A proxy, or a server that does not answer INFO.
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

  /** Ignores a server that is away or refuses to answer; that is reported elsewhere. */
  private round(): Promise<void> {
    return this.look().catch(() => undefined);
  }
}

/** The server's run id, which is new with each of its starts. */
const runIdIn = (told: string): string | undefined => /^run_id:([0-9a-f]{40})\r?$/m.exec(told)?.[1];
