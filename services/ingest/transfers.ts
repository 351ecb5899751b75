/**
 * Places for bodies and results that are too large to wait in memory, with a limit for each key and for all. While
 * another key waits for one, the slowest holder gives up its place, so that nobody can block others by being slow on
 * purpose.
 */

import { TransientSet } from '../../platform/transient.ts';
import { Turnstile } from '../../platform/turnstile.ts';
import { NoRoomNow } from './come-again.ts';

/** A holder slower than this gives way to anyone. */
const SLOW_BYTES_PER_SECOND = 64 * 1024;
/** A holder slower than this gives way to a key that has fewer places; a faster one will be done soon. */
const BRISK_BYTES_PER_SECOND = 1024 * 1024;
/** Most transfers of one key that wait; further ones are told to retry. */
const WAITING_PER_KEY = 64;
const RETRY_AFTER_SECONDS = 5;

export interface Transfer {
  keyId: string;
  /** Bytes moved so far. */
  moved(): number;
  /** Whether the caller, and not this service, is holding it up. */
  waitsForCaller(): boolean;
  /** Ends the transfer, so that its place becomes free soon. */
  cut(): void;
}

interface Holder {
  transfer: Transfer;
  /** Monotonic ms. */
  measuredAt: number;
  measured: number;
  waitedForCaller: boolean;
  isCut: boolean;
}

interface Waiter {
  keyId: string;
  since: number;
}

export class Transfers {
  private readonly turnstile: Turnstile;
  private readonly perKey: number;
  private readonly holders = new TransientSet<Holder>();
  private readonly waiters = new TransientSet<Waiter>();

  constructor(perKey: number, inAll: number) {
    this.turnstile = new Turnstile(perKey, inAll);
    this.perKey = perKey;
  }

  /** Runs `work` when a place is free. Throws `NoRoomNow` if too many of the key's transfers wait already. */
  async run<T>(transfer: Transfer, work: () => Promise<T>): Promise<T> {
    const { keyId } = transfer;
    const ahead = [...this.waiters].filter(waiter => waiter.keyId === keyId).length;
    if (ahead >= WAITING_PER_KEY)
      throw new NoRoomNow('Too many transfers of this key wait for each other.', RETRY_AFTER_SECONDS);
    const waiter: Waiter = { keyId, since: performance.now() };
    this.waiters.add(waiter);
    return this.turnstile.run(keyId, async () => {
      this.waiters.delete(waiter);
      const holder = {
        transfer,
        measuredAt: performance.now(),
        measured: transfer.moved(),
        waitedForCaller: true,
        isCut: false,
      };
      this.holders.add(holder);
      try {
        return await work();
      } finally {
        this.holders.delete(holder);
      }
    });
  }

  /** Call it at intervals. Gives the places of slow holders to keys that have waited since the last call. */
  makeRoom(now: number, intervalMs: number): void {
    const speeds = this.measure(now, intervalMs);
    const keys = new Set<string>();
    for (const { keyId, since } of this.waiters) if (now - since >= intervalMs) keys.add(keyId);
    for (const keyId of keys) {
      const held = this.heldBy(keyId);
      // The key waits for one of its own transfers.
      if (held >= this.perKey) continue;
      const slowest = [...speeds]
        .filter(([{ transfer }, speed]) => givesWay(speed, this.heldBy(transfer.keyId), held))
        .reduce<[Holder, number] | undefined>(
          (least, entry) => (least === undefined || entry[1] < least[1] ? entry : least),
          undefined,
        );
      if (slowest === undefined) continue;
      const [holder] = slowest;
      speeds.delete(holder);
      holder.isCut = true;
      holder.transfer.cut();
    }
  }

  /** Bytes a second of each holder that was here at the last call, and whose caller was holding it up then and now. */
  private measure(now: number, intervalMs: number): Map<Holder, number> {
    const speeds = new Map<Holder, number>();
    for (const holder of this.holders) {
      const tookMs = now - holder.measuredAt;
      if (tookMs < intervalMs) continue;
      const { transfer, waitedForCaller } = holder;
      const moved = transfer.moved();
      holder.waitedForCaller = transfer.waitsForCaller();
      if (waitedForCaller && holder.waitedForCaller && !holder.isCut)
        speeds.set(holder, ((moved - holder.measured) / tookMs) * 1_000);
      holder.measuredAt = now;
      holder.measured = moved;
    }
    return speeds;
  }

  private heldBy(keyId: string): number {
    let held = 0;
    for (const { transfer, isCut } of this.holders) if (transfer.keyId === keyId && !isCut) held++;
    return held;
  }
}

function givesWay(speed: number, heldByIts: number, heldByOther: number): boolean {
  if (speed < SLOW_BYTES_PER_SECOND) return true;
  return speed < BRISK_BYTES_PER_SECOND && heldByIts > heldByOther + 1;
}
