/**
 * Pictures of one worker's document that other workers read meanwhile, seen from the extractor: a scan's pages are read
 * on all workers that have nothing to do. A worker is set aside before its picture travels, so that nothing of four
 * megabytes is sent for nothing.
 */
import type { PictureSize, ToWorker } from './protocol.ts';
import type { Worker } from './worker.ts';

/** Where free workers come from and go back to. */
export interface Lender {
  lend(): Worker | undefined;
  giveBack(worker: Worker): void;
}

export class Loans {
  private readonly lender: Lender;
  private readonly tell: (header: ToWorker, body?: Uint8Array) => void;
  /** Workers that wait for their picture, by the loan's id. */
  private readonly waiting = new Map<number, Worker>();

  constructor(lender: Lender, tell: (header: ToWorker, body?: Uint8Array) => void) {
    this.lender = lender;
    this.tell = tell;
  }

  ask(id: number): void {
    const helper = this.waiting.has(id) ? undefined : this.lender.lend();
    if (helper !== undefined) this.waiting.set(id, helper);
    this.tell({ kind: 'loan', id, granted: helper !== undefined });
  }

  /** `deadline`: epoch ms, of the document. */
  async read(id: number, size: PictureSize, pixels: Uint8Array, deadline: number): Promise<void> {
    const helper = this.waiting.get(id);
    if (helper === undefined) return;
    this.waiting.delete(id);
    const page = await helper.readPicture(size, pixels, deadline);
    this.lender.giveBack(helper);
    if (page === null) this.tell({ kind: 'unread', id });
    else this.tell({ kind: 'page', id }, page);
  }

  /** The document has ended: what waits for pictures of it is free again. */
  end(): void {
    for (const helper of this.waiting.values()) this.lender.giveBack(helper);
    this.waiting.clear();
  }
}
