/** Places in quotas that requests on their way to the log have taken. They end with the process, as the requests do. */
import { TransientMap } from '../../transient.ts';

export class Reservations {
  private readonly leaseMs: number;
  /** By key id and reservation: epoch ms until which it holds. */
  private readonly byKey = new TransientMap<string, TransientMap<string, number>>();

  constructor(leaseMs: number) {
    this.leaseMs = leaseMs;
  }

  /** Number of reservations that hold at `at` (epoch ms). */
  count(keyId: string, at: number): number {
    const held = this.byKey.get(keyId);
    if (held === undefined) return 0;
    for (const [reservation, until] of held) if (until <= at) held.delete(reservation);
    return held.size;
  }

  has(keyId: string, reservation: string): boolean {
    return this.byKey.get(keyId)?.has(reservation) ?? false;
  }

  take(keyId: string, reservation: string, at: number): void {
    const held = this.byKey.get(keyId) ?? new TransientMap<string, number>();
    this.byKey.set(keyId, held.set(reservation, at + this.leaseMs));
  }

  rename(keyId: string, reservation: string, jobId: string): void {
    const until = this.byKey.get(keyId)?.get(reservation);
    if (until === undefined || reservation === jobId) return;
    this.byKey.get(keyId)?.delete(reservation);
    this.byKey.get(keyId)?.set(jobId, until);
  }

  giveBack(keyId: string, reservation: string): void {
    const held = this.byKey.get(keyId);
    held?.delete(reservation);
    if (held?.size === 0) this.byKey.delete(keyId);
  }

  /** Every key with each of its reservations. */
  all(): [string, string][] {
    return [...this.byKey].flatMap(([keyId, held]) =>
      [...held.keys()].map(id => [keyId, id] as [string, string]),
    );
  }
}
