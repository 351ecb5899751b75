/**
 * The network between processes and servers. The two directions of a link can be cut separately. What is sent into a
 * cut arrives late, after the cut has healed (as with TCP), or is lost with its connection.
 */
import { currentProcess, isDefect, type SimulatedProcess, type World } from './world.ts';

export type ServerName = 'kafka' | 'redis' | 's3';
type Direction = 'up' | 'down';

/** `swallow`: packets disappear and are sent again after the cut. `reset`: connections break at once. */
export type CutKind = 'swallow' | 'reset';

/** A connection broke: either the question or its answer may be lost. */
export class ConnectionLost extends Error {
  override readonly name = 'ConnectionLost';
}

/** Messages on one connection arrive in order; on two they may not. */
export class Connection {
  readonly arrival: Record<Direction, number> = { up: 0, down: 0 };
}

interface Message {
  process: string;
  server: ServerName;
  direction: Direction;
  connection: Connection | undefined;
  deliver: () => void;
}

interface Cut {
  kind: CutKind;
  directions: readonly Direction[];
  /** Name of the process concerned; undefined: all processes. */
  process: string | undefined;
  server: ServerName;
}

const QUICK_MS = [0.2, 2] as const;
/** After a cut, a held message arrives after a random time within these limits, as if the system sent it again. */
const RETRANSMISSION_MS = [10, 1_500] as const;

export class Network {
  private readonly world: World;
  private readonly cuts = new Set<Cut>();
  private readonly held: Message[] = [];
  private readonly healedListeners = new Set<() => void>();
  /** For each server, functions that break the connections of the questions without an answer. */
  private readonly unanswered = new Map<ServerName, Set<() => void>>();
  /** Most ms that a message takes in addition while the network is slow. */
  slowMs = 0;

  constructor(world: World) {
    this.world = world;
  }

  cut(cut: Cut): () => void {
    this.cuts.add(cut);
    return () => {
      if (!this.cuts.delete(cut)) return;
      for (const message of this.held.splice(0)) {
        const { process, server, direction } = message;
        if (this.cutOf(process, server, direction) !== undefined) this.held.push(message);
        else this.bring(message, this.world.between(...RETRANSMISSION_MS));
      }
      for (const listener of this.healedListeners) listener();
    };
  }

  onHealed(listener: () => void): void {
    this.healedListeners.add(listener);
  }

  isOpen(process: SimulatedProcess | undefined, server: ServerName): boolean {
    const name = process?.name ?? '';
    return this.cutOf(name, server, 'up') === undefined && this.cutOf(name, server, 'down') === undefined;
  }

  /**
   * Asks a server. `work` runs there when the question arrives, even if its sender is gone by then. The answer reaches
   * the process if it still runs. Rejects with `ConnectionLost` if a connection breaks; a swallowed message is only
   * late.
   */
  ask<T>(server: ServerName, connection: Connection | undefined, work: () => T | Promise<T>): Promise<T> {
    const process = currentProcess();
    const name = process?.name ?? '';
    const arrive = (act: () => void) => (process === undefined ? act() : process.enter(act));
    const { promise, resolve, reject } = this.breakable<T>(server, arrive);
    const back = (act: () => void) => {
      const deliver = () => arrive(act);
      const isLost = this.send({ process: name, server, direction: 'down', connection, deliver });
      if (isLost) arrive(() => reject(new ConnectionLost('the answer was lost with its connection')));
    };
    const deliver = () => {
      try {
        const result = work();
        if (result instanceof Promise)
          result.then(
            value => back(() => resolve(value)),
            error => back(() => reject(error)),
          );
        else back(() => resolve(result));
      } catch (error) {
        if (isDefect(error)) this.world.fail(error);
        back(() => reject(error));
      }
    };
    const isLost = this.send({ process: name, server, direction: 'up', connection, deliver });
    if (isLost)
      this.world.after(1, () => arrive(() => reject(new ConnectionLost('the connection was refused'))));
    return promise;
  }

  /** The server is replaced by another one: callers who wait for an answer of the old one learn that it is gone. */
  breakConnections(server: ServerName): void {
    for (const end of [...(this.unanswered.get(server) ?? [])]) end();
  }

  private breakable<T>(server: ServerName, arrive: (act: () => void) => void): PromiseWithResolvers<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const waiting = this.unanswered.get(server) ?? new Set();
    this.unanswered.set(server, waiting);
    const end = () => arrive(() => reject(new ConnectionLost('the server is gone')));
    waiting.add(end);
    const settled =
      <A>(settle: (value: A) => void) =>
      (value: A) => {
        waiting.delete(end);
        settle(value);
      };
    return { promise, resolve: settled(resolve), reject: settled(reject) };
  }

  /** Sends a message from a server to a process that did not ask for it. It is lost if the connection is. */
  push(process: SimulatedProcess, server: ServerName, connection: Connection, act: () => void): void {
    const deliver = () => process.enter(act);
    this.send({ process: process.name, server, direction: 'down', connection, deliver });
  }

  /** Returns true if the message is lost. */
  private send(message: Message): boolean {
    const cut = this.cutOf(message.process, message.server, message.direction);
    if (cut?.kind === 'reset') return true;
    if (cut !== undefined) this.held.push(message);
    else this.bring(message, this.world.between(...QUICK_MS) + this.world.between(0, this.slowMs));
    return false;
  }

  private bring({ connection, direction, deliver }: Message, ms: number): void {
    if (connection === undefined) return void this.world.after(ms, deliver);
    const at = Math.max(this.world.now + ms, connection.arrival[direction]);
    connection.arrival[direction] = at;
    this.world.after(at - this.world.now, deliver);
  }

  private cutOf(process: string, server: ServerName, direction: Direction): Cut | undefined {
    // Most of the time there is no cut.
    if (this.cuts.size === 0) return undefined;
    for (const cut of this.cuts)
      if (
        cut.server === server &&
        (cut.process ?? process) === process &&
        process !== '' &&
        cut.directions.includes(direction)
      )
        return cut;
    return undefined;
  }
}
