/**
 * A TCP relay before a server of the stack: the network between, which can be cut, refuse, be silent in one direction or
 * in both, or slow; for all who use it or for one role.
 */
import { connect, createServer, type Server, type Socket } from 'node:net';
import type { Meddler } from './errors.ts';

/** `answers`: what is asked arrives, and nobody hears what came of it. */
export type Direction = 'both' | 'requests' | 'answers';

export interface Slowness {
  delayMs: number;
  /** The share of pieces that are lost and sent again. */
  loss: number;
}

/** The first pause of a sender whose packet was lost, on Linux. */
const SENT_AGAIN_MS = 200;

/** kafkajs's clients of a role call themselves this (`KafkaEventLog`). */
const CLIENT_ID = /textrail-(\w+)/;

interface Way {
  from: Socket;
  to: Socket;
  direction: Exclude<Direction, 'both'>;
  /** Pieces under way, and the performance milliseconds at which each arrives: none overtakes another. */
  underWay: { chunk: Buffer; dueAt: number }[];
}

interface Link {
  /** Undefined until the client has said who it is. */
  role: string | undefined;
  /** The port that it leads to. */
  target: number;
  ways: [Way, Way];
  isSwallowed: boolean;
  meddler: Meddler | undefined;
}

export class Relay {
  /** The port of the server that stands behind it. */
  target = 0;
  private readonly meddlerOf: ((target: number) => Meddler) | undefined;
  private readonly servers: Server[] = [];
  private readonly links = new Set<Link>();
  private refusing: string | undefined;
  private silent: { direction: Direction; role: string } | undefined;
  private slowness: (Slowness & { role: string }) | undefined;

  /** `meddlerOf`: of each connection, where the server may say no. */
  constructor(meddlerOf?: (target: number) => Meddler) {
    this.meddlerOf = meddlerOf;
  }

  /**
   * Opens a port of its own for a role. Connections to the port of role '' get their role from what the client says of itself. `target`: of
   * one among several servers.
   */
  listen(role: string, target?: number): Promise<number> {
    return new Promise(resolve => {
      const server = createServer(client => this.join(client, role, target ?? this.target));
      this.servers.push(server);
      server.listen(0, '127.0.0.1', () => resolve((server.address() as { port: number }).port));
    });
  }

  /** Every connection dies at once; new ones are taken. */
  cut(role = ''): void {
    for (const link of this.links) if (isOf(link, role)) for (const { from } of link.ways) from.destroy();
  }

  /** Connections stay and are taken, and nothing passes. */
  hush(direction: Direction = 'both', role = ''): void {
    this.silent = { direction, role };
    for (const link of this.links) this.regulate(link);
  }

  /** Connections that are open pass nothing any more, and nobody is told; new ones do. `chosen`: whether it is one of them. */
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
    // Who it is shows in the first piece only: what brokers copy from each other names clients, too.
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

  /** In the order in which they were sent: timers of different lengths may end in another. */
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

/** '' is everybody; a port is one server and all who speak to it, `clients of` it are without the other servers. */
const isOf = ({ role = '', target }: Pick<Link, 'role' | 'target'>, whose: string): boolean =>
  whose === '' || whose === role || whose === `${target}` || (whose === clientsOf(target) && role !== '');

export const clientsOf = (target: number): string => `clients of ${target}`;
