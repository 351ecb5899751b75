/** A request's place of the month's quota, until it is known whether it comes to a job. */
import { isOutage } from '../../platform/outage.ts';
import type { ViewStore } from '../../platform/view-store/view-store.ts';

export class Place {
  /** The job's id, unless an Idempotency-Key gives it another one. */
  id: string;
  private readonly views: Pick<ViewStore, 'giveBack'>;
  private readonly keyId: string;
  private isKept = false;

  constructor(views: Pick<ViewStore, 'giveBack'>, keyId: string, id: string) {
    this.views = views;
    this.keyId = keyId;
    this.id = id;
  }

  /** Its job stands in the log, or may come to: the fold of it gives the place back, or the place's own end. */
  keep(): void {
    this.isKept = true;
  }

  async giveBack(): Promise<void> {
    if (this.isKept) return;
    this.isKept = true;
    try {
      await this.views.giveBack(this.keyId, this.id);
    } catch (error) {
      // It ends by itself, and the caller's answer is another one.
      if (!isOutage(error)) throw error;
    }
  }
}
