/**
 * Which webhook calls are under way at once. A receiver is an origin, and a key has its own place at each: whoever makes
 * calls hang (a slow path, a dead host under a thousand names) fills the places of its own key, and nobody else's.
 *
 * A circuit breaker by key and receiver, and one by key, opens after so many calls in a row that met nobody. While it is
 * open one call at a time (a few for a key) goes out, as a probe; the first that is answered closes it. Nothing is
 * counted against an attempt that waits for its turn, but a key's line before dead receivers has an end: what comes
 * beyond is not called. A key most of whose places are held at dead receivers has some more, for those that answer.
 */

export interface GateLimits {
  /** Calls at once of one key to one receiver, of one key, and in all. */
  perReceiver: number;
  perKey: number;
  inAll: number;
  /** Calls in a row that met nobody, before the circuit to a receiver is open, and that of a key. */
  opensReceiverAfter: number;
  opensKeyAfter: number;
  /** Calls at once of a key whose circuit is open; to a receiver it is one. */
  perOpenKey: number;
  /** Calls of one key that wait before open circuits. */
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
 * Of a key's places, as many more, and only for receivers that answered last, while more than half are held at others: a call to a dead one
 * holds its place for a whole time-out, and hundreds of them stand in line before each call to one that lives.
 */
const MORE_FOR_LIVING = 0.25;
const HELD_SHARE = 0.5;

/** Circuits remembered that nobody uses now; the oldest are forgotten, and so closed. */
const MAX_CIRCUITS = 10_000;

export interface Called {
  /** Whether anybody answered, whatever the answer was; null where nobody was called, which tells nothing. */
  met: boolean | null;
}

interface Line {
  running: number;
  /** Told whether its turn came as a probe. */
  waiting: ((isProbe: boolean) => void)[];
}

interface Place {
  running: number;
  /** Those of them at receivers that had not answered last. */
  probes: number;
  receivers: Map<string, Line>;
}

export class Gate {
  private readonly limits: GateLimits;
  /** By key, those that run or wait; in the order of their turns. */
  private readonly keys = new Map<string, Place>();
  /** Calls in a row that met nobody, by key, and by key and receiver. */
  private readonly failures = new Map<string, number>();
  /** By key and receiver, those that answered their last call. */
  private readonly living = new Set<string>();
  private total = 0;

  constructor(limits: GateLimits = GATE_LIMITS) {
    this.limits = limits;
  }

  /** Runs `call` when its turn has come; undefined where the key's line before open circuits is at its end. */
  async run<T extends Called>(key: string, receiver: string, call: () => Promise<T>): Promise<T | undefined> {
    const isFree = this.isFree(key, receiver);
    // Before there is a line for it: nobody would take an empty one away.
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

  /** Circuits that are open now, for metrics. */
  get open(): number {
    const { opensKeyAfter, opensReceiverAfter } = this.limits;
    return [...this.failures].filter(
      ([name, failures]) => failures >= (name.includes(' ') ? opensReceiverAfter : opensKeyAfter),
    ).length;
  }

  /** Of keys at receivers, that somebody stands in. */
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

  /** Whether the key's line before open circuits is at its end. */
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

  /** An answer closes both circuits: the key has a receiver that lives. */
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

  /** A closed circuit may have let in several at once. */
  private admit(): void {
    while (this.total < this.limits.inAll && this.admitNext());
  }

  /** Of the key with the fewest calls under way that has one to make; its receivers take turns. */
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
