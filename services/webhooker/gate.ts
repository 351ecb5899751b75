/**
 * Limits which webhook calls are made at once. A receiver is an origin, and each key has its own places at each
 * receiver: calls that hang (a slow path, a dead host under a thousand names) fill only their own key's places.
 *
 * A circuit breaker for each key and receiver, and one for each key, opens after a number of calls in a row that nobody
 * answered. While it is open one call at a time (a few for a key) goes out as a probe; the first answer closes it.
 * Waiting for a turn uses up no attempt, but the number of a key's calls that wait for dead receivers is limited:
 * further calls fail without being made. A key most of whose places are held by dead receivers gets some more for
 * receivers that answer.
 */

export interface GateLimits {
  /** Most calls at once of one key to one receiver, of one key, and in all. */
  perReceiver: number;
  perKey: number;
  inAll: number;
  /** Calls in a row without an answer after which the circuit to a receiver opens, and that of a key. */
  opensReceiverAfter: number;
  opensKeyAfter: number;
  /** Most calls at once of a key whose circuit is open; to a receiver with an open circuit it is one. */
  perOpenKey: number;
  /** Most calls of one key that wait while its circuits are open. */
  waitingPerKey: number;
}

export const GATE_LIMITS: GateLimits = {
  perReceiver: 16,
  perKey: 64,
  inAll: 256,
  opensReceiverAfter: 32,
  opensKeyAfter: 128,
  perOpenKey: 8,
  waitingPerKey: 4_000,
};

/**
 * Extra share of a key's places, only for receivers that answered last, while more than `HELD_SHARE` of its places are
 * held by others. A call to a dead receiver holds its place for a whole time-out, and hundreds of them may wait before
 * each call to a living one.
 */
const MORE_FOR_LIVING = 0.25;
const HELD_SHARE = 0.5;

/** Most circuits remembered that are not in use; the oldest are forgotten, which closes them. */
const MAX_CIRCUITS = 10_000;

export interface Called {
  /** Whether anybody answered, whatever the answer was; null if nobody was called. */
  met: boolean | null;
}

interface Line {
  running: number;
  /** Each is called with whether its turn came as a probe. */
  waiting: ((isProbe: boolean) => void)[];
}

interface Place {
  running: number;
  /** Running calls to receivers that had not answered their last call. */
  probes: number;
  receivers: Map<string, Line>;
}

export class Gate {
  private readonly limits: GateLimits;
  /** By key, its running and waiting calls; keys in the order of their turns. */
  private readonly keys = new Map<string, Place>();
  /** Calls in a row without an answer, by key, and by key and receiver. */
  private readonly failures = new Map<string, number>();
  /** By key and receiver, those that answered their last call. */
  private readonly living = new Set<string>();
  private total = 0;

  constructor(limits: GateLimits = GATE_LIMITS) {
    this.limits = limits;
  }

  /** Runs `call` when its turn has come; undefined if too many of the key's calls wait already. */
  async run<T extends Called>(key: string, receiver: string, call: () => Promise<T>): Promise<T | undefined> {
    const isFree = this.isFree(key, receiver);
    // Checked before a line is created, since nobody would remove an empty one.
    if (!isFree && this.isOpen(key, receiver) && this.isFull(key)) return undefined;
    const place = this.place(key);
    const line = lineOf(place, receiver);
    let isProbe = !this.isLiving(key, receiver);
    if (isFree) this.enter(place, line, isProbe);
    else isProbe = await new Promise<boolean>(resolve => line.waiting.push(resolve));
    try {
      const result = await call();
      this.count(key, receiver, result.met);
      return result;
    } finally {
      this.leave(key, receiver, isProbe);
    }
  }

  /** Number of open circuits, for metrics. */
  get open(): number {
    const { opensKeyAfter, opensReceiverAfter } = this.limits;
    return [...this.failures].filter(
      ([name, failures]) => failures >= (name.includes(' ') ? opensReceiverAfter : opensKeyAfter),
    ).length;
  }

  /** Number of lines, of keys at receivers, with running or waiting calls. */
  get lines(): number {
    return this.keys.values().reduce((sum, { receivers }) => sum + receivers.size, 0);
  }

  private isOpen(key: string, receiver: string): boolean {
    return this.isReceiverOpen(key, receiver) || this.isKeyOpen(key);
  }

  private isReceiverOpen(key: string, receiver: string): boolean {
    return (this.failures.get(circuit(key, receiver)) ?? 0) >= this.limits.opensReceiverAfter;
  }

  private isKeyOpen(key: string): boolean {
    return (this.failures.get(key) ?? 0) >= this.limits.opensKeyAfter;
  }

  /** Whether as many of the key's calls wait as may. */
  private isFull(key: string): boolean {
    const place = this.keys.get(key);
    return place !== undefined && waitingOf(place) >= this.limits.waitingPerKey;
  }

  private isFree(key: string, receiver: string): boolean {
    const { inAll, perKey, perOpenKey, perReceiver } = this.limits;
    const place = this.keys.get(key);
    const running = place?.receivers.get(receiver)?.running ?? 0;
    const places = this.isKeyOpen(key) ? perOpenKey : perKey;
    const areHeld = (place?.probes ?? 0) > places * HELD_SHARE;
    const more = areHeld && this.isLiving(key, receiver) ? Math.ceil(places * MORE_FOR_LIVING) : 0;
    return (
      this.total < inAll &&
      (place?.running ?? 0) < places + more &&
      running < (this.isReceiverOpen(key, receiver) ? 1 : perReceiver)
    );
  }

  /** An answer closes both circuits: the key has a living receiver. */
  private count(key: string, receiver: string, met: boolean | null): void {
    if (met === null) return;
    for (const name of [key, circuit(key, receiver)]) {
      const failures = (this.failures.get(name) ?? 0) + 1;
      this.failures.delete(name);
      if (!met) this.failures.set(name, failures);
    }
    const name = circuit(key, receiver);
    this.living.delete(name);
    if (met) this.living.add(name);
    for (const oldest of this.living) {
      if (this.living.size <= MAX_CIRCUITS) break;
      this.living.delete(oldest);
    }
    while (this.failures.size > MAX_CIRCUITS) {
      const [oldest] = this.failures.keys();
      if (oldest !== undefined) this.failures.delete(oldest);
    }
  }

  private isLiving(key: string, receiver: string): boolean {
    return this.living.has(circuit(key, receiver));
  }

  private place(key: string): Place {
    const place = this.keys.get(key) ?? { running: 0, probes: 0, receivers: new Map() };
    this.keys.set(key, place);
    return place;
  }

  private enter(place: Place, line: Line, isProbe: boolean): void {
    this.total++;
    place.running++;
    if (isProbe) place.probes++;
    line.running++;
  }

  private leave(key: string, receiver: string, wasProbe: boolean): void {
    const place = this.place(key);
    const line = lineOf(place, receiver);
    this.total--;
    place.running--;
    if (wasProbe) place.probes--;
    line.running--;
    if (line.running === 0 && line.waiting.length === 0) place.receivers.delete(receiver);
    if (place.receivers.size === 0) this.keys.delete(key);
    this.admit();
  }

  /** Several at once: a circuit that closes may free several places. */
  private admit(): void {
    while (this.total < this.limits.inAll && this.admitNext());
  }

  /** Admits a call of the key with the fewest running calls that has one waiting; its receivers take turns. */
  private admitNext(): boolean {
    const byLoad = [...this.keys].toSorted(([, a], [, b]) => a.running - b.running);
    for (const [key, place] of byLoad) {
      for (const [receiver, line] of place.receivers) {
        if (line.waiting.length === 0 || !this.isFree(key, receiver)) continue;
        place.receivers.delete(receiver);
        place.receivers.set(receiver, line);
        this.keys.delete(key);
        this.keys.set(key, place);
        const isProbe = !this.isLiving(key, receiver);
        this.enter(place, line, isProbe);
        line.waiting.shift()?.(isProbe);
        return true;
      }
    }
    return false;
  }
}

const circuit = (key: string, receiver: string) => `${key} ${receiver}`;

function lineOf({ receivers }: Place, receiver: string): Line {
  const line = receivers.get(receiver) ?? { running: 0, waiting: [] };
  receivers.set(receiver, line);
  return line;
}

function waitingOf({ receivers }: Place): number {
  let waiting = 0;
  for (const line of receivers.values()) waiting += line.waiting.length;
  return waiting;
}
