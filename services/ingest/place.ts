/** A request's place in the month's quota, until it is known whether the request becomes a job. */
import { isOutage } from '../../platform/outage.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';

export class Place {
  /** The job's id. An Idempotency-Key may replace it by another one. */
  id: string;
  private readonly views: Pick<ViewStore, 'giveBack'>;
  private readonly keyId: string;
  private isKept = false;

  constructor(views: Pick<ViewStore, 'giveBack'>, keyId: string, id: string) {
    this.views = views;
    this.keyId = keyId;
    this.id = id;
  }

  /**
   * Call it once the job's event is, or may be, in the log. From then on folding the job's end frees the place, or the
   * place expires.
   */
  keep(): void {
    this.isKept = true;
  }

  async giveBack(): Promise<void> {
    if (this.isKept) return;
    this.isKept = true;
    try {
      await this.views.giveBack(this.keyId, this.id);
    } catch (error) {
      // The place expires by itself; the caller's answer does not depend on it.
      if (!isOutage(error)) throw error;
    }
  }
}
