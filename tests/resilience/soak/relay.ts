/**
 * A TCP relay in front of a server of the stack, as the network between: it can be cut, refuse connections, be silent
 * in one or both directions, or be slow; for all users or for one role.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Meddler } from './errors.ts';

/** Which direction is silent. `answers`: requests arrive, but their answers do not come back. */
export type Direction = 'both' | 'requests' | 'answers';

export interface Slowness {
  delayMs: number;
  /** Share of the pieces that are lost and sent again. */
  loss: number;
}

/** The first retransmission time-out after a lost packet on Linux. */
const SENT_AGAIN_MS = 200;

/** The client id of a role's kafkajs clients (set by `KafkaEventLog`). */
const CLIENT_ID = /textrail-(\w+)/;

interface Way {
  from: Socket;
  to: Socket;
  direction: Exclude<Direction, 'both'>;
  /** Pieces under way, with the performance.now() at which each arrives. None overtakes another. */
  underWay: { chunk: Buffer; dueAt: number }[];
}

interface Link {
  /** Undefined until the client has named itself. */
  role: string | undefined;
  /** The port that it leads to. */
  target: number;
  ways: [Way, Way];
  isSwallowed: boolean;
  meddler: Meddler | undefined;
}

export class Relay {
  /** The server's port. */
  target = 0;
  private readonly meddlerOf: ((target: number) => Meddler) | undefined;
  private readonly servers: Server[] = [];
  private readonly links = new Set<Link>();
  private refusing: string | undefined;
  private silent: { direction: Direction; role: string } | undefined;
  private slowness: (Slowness & { role: string }) | undefined;

  /** `meddlerOf`: makes the meddler of each connection to a server that may refuse. */
  constructor(meddlerOf?: (target: number) => Meddler) {
    this.meddlerOf = meddlerOf;
  }

  /**
   * Opens a port for a role and returns it. On the port of role '' the role is taken from what clients say. `target`:
   * the port of one of several servers.
   */
  listen(role: string, target?: number): Promise<number> {
    return new Promise(resolve => {
      const server = createServer(client => this.join(client, role, target ?? this.target));
      this.servers.push(server);
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
  }

  /** Breaks every connection at once; new ones are accepted. */
  cut(role = ''): void {
    for (const link of this.links) if (isOf(link, role)) for (const { from } of link.ways) from.destroy();
  }

  /** Silences the network: connections stay open and are accepted, but nothing passes. */
  hush(direction: Direction = 'both', role = ''): void {
    this.silent = { direction, role };
    for (const link of this.links) this.regulate(link);
  }

  /** Open connections pass nothing any more, without notice; new ones do. `chosen`: whether to include the next one. */
  swallow(role = '', chosen = () => true): void {
    for (const link of this.links) if (isOf(link, role)) link.isSwallowed ||= chosen();
    for (const link of this.links) this.regulate(link);
  }

  refuse(role = ''): void {
    this.refusing = role;
    this.cut(role);
  }

  slow(slowness: Slowness, role = ''): void {
    this.slowness = { ...slowness, role };
  }

  heal(): void {
    this.refusing = undefined;
    this.silent = undefined;
    this.slowness = undefined;
    for (const link of this.links) this.regulate(link);
  }

  close(): void {
    for (const server of this.servers) server.close();
    this.cut();
  }

  private join(client: Socket, role: string, target: number): void {
    const who = { role: role || undefined, target };
    if (this.refusing !== undefined && isOf(who, this.refusing)) return void client.destroy();
    const server = connect(target, '127.0.0.1');
    const ways: Link['ways'] = [
      { from: client, to: server, direction: 'requests', underWay: [] },
      { from: server, to: client, direction: 'answers', underWay: [] },
    ];
    const link: Link = { ...who, ways, isSwallowed: false, meddler: this.meddlerOf?.(target) };
    this.links.add(link);
    const end = () => {
      this.links.delete(link);
      client.destroy();
      server.destroy();
    };
    for (const way of ways) {
      way.from.on('error', end);
      way.from.on('close', end);
      way.from.on('data', chunk => this.pass(link, way, chunk));
    }
    this.regulate(link);
  }

  private pass(link: Link, way: Way, chunk: Buffer): void {
    // Look only into the first piece: data that brokers copy from each other also contains names of clients.
    if (link.role === undefined) {
      link.role = CLIENT_ID.exec(chunk.toString('latin1'))?.[1] ?? '';
      this.regulate(link);
    }
    if (this.refusing !== undefined && isOf(link, this.refusing)) return void way.from.destroy();
    const passed = way.direction === 'requests' ? link.meddler?.request(chunk) : link.meddler?.answer(chunk);
    if (passed !== undefined && 'lastWords' in passed) return void endWith(link, passed.lastWords);
    if (passed !== undefined && 'instead' in passed) return void way.from.write(passed.instead);
    const dueAt = performance.now() + this.delayOf(link);
    way.underWay.push({ chunk: passed?.piece ?? chunk, dueAt });
    if (way.underWay.length === 1) this.arrive(link, way);
  }

  /** Delivers pieces in the order in which they were sent, because timers of different lengths may fire in another. */
  private arrive(link: Link, way: Way): void {
    for (let [next] = way.underWay; next !== undefined; [next] = way.underWay) {
      const leftMs = next.dueAt - performance.now();
      if (leftMs > 0) return void setTimeout(() => this.arrive(link, way), leftMs);
      this.write(link, way, next.chunk);
      way.underWay.shift();
    }
  }

  private write(link: Link, { from, to }: Way, chunk: Buffer): void {
    if (to.destroyed || to.write(chunk)) return;
    from.pause();
    to.once('drain', () => this.regulate(link));
  }

  private delayOf(link: Link): number {
    if (this.slowness === undefined || !isOf(link, this.slowness.role)) return 0;
    const { delayMs, loss } = this.slowness;
    return Math.random() < loss ? 3 * delayMs + SENT_AGAIN_MS : delayMs;
  }

  private regulate(link: Link): void {
    const { silent } = this;
    for (const { from, direction } of link.ways) {
      const isHushed =
        silent !== undefined &&
        isOf(link, silent.role) &&
        (silent.direction === 'both' || silent.direction === direction);
      if (isHushed || link.isSwallowed) from.pause();
      else from.resume();
    }
  }
}

function endWith({ ways: [{ from: client, to: server }] }: Link, lastWords: Buffer): void {
  server.removeAllListeners('data');
  client.removeAllListeners('data');
  client.resume();
  client.end(lastWords, () => server.destroy());
}

/** '' means everybody; a port means one server and all who talk to it; `clients of` a port leaves out the other servers. */
const isOf = ({ role = '', target }: Pick<Link, 'role' | 'target'>, whose: string): boolean =>
  whose === '' || whose === role || whose === `${target}` || (whose === clientsOf(target) && role !== '');

export const clientsOf = (target: number): string => `clients of ${target}`;
