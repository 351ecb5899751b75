/**
 * Pictures of one worker's document that other workers read meanwhile, seen from the extractor: a scan's pages are read
 * on all workers that have nothing to do. A worker is set aside before its picture travels, so that nothing of four
 * megabytes is sent for nothing.
 */
import type { PictureSize, ToWorker } from './protocol.ts';

/** A worker, as far as its part in another's document goes: null where reading failed. `deadline`: monotonic ms. */
export interface Helper {
  readPicture(size: PictureSize, pixels: Uint8Array, deadline: number): Promise<Buffer | null>;
}

/** What became of a page that was lent: `unread` where its reader failed or died, and the document's own worker reads it. */
export type LentPage = 'read' | 'unread';

/** Where free workers come from and go back to. */
export interface Lender<H extends Helper> {
  lend(): H | undefined;
  /** `page`: what became of it, where the helper got one. */
  giveBack(helper: H, page?: LentPage): void;
}

/** A page at 400 dpi on A3 has 31 million; what pages are rendered to, and pictures scaled to, stays far below. */
const PICTURE_CEILING_PIXELS = 64_000_000;

/** What the asker says is not believed: it has parsed a stranger's document. */
export class Loans<H extends Helper> {
  private readonly lender: Lender<H>;
  private readonly tell: (header: ToWorker, body?: Uint8Array) => void;
  /** Workers that wait for their picture, by the loan's id. */
  private readonly waiting = new Map<number, H>();
  /** Whether the asker is at a document: nothing is lent to it otherwise, since nobody would take it back. */
  private open = false;

  constructor(lender: Lender<H>, tell: (header: ToWorker, body?: Uint8Array) => void) {
    this.lender = lender;
    this.tell = tell;
  }

  begin(): void {
    this.open = true;
  }

  ask(id: number): void {
    const helper = this.open && !this.waiting.has(id) ? this.lender.lend() : undefined;
    if (helper !== undefined) this.waiting.set(id, helper);
    this.tell({ kind: 'loan', id, granted: helper !== undefined });
  }

  /** `deadline`: monotonic ms, of the document. */
  async read(id: number, size: PictureSize, pixels: Uint8Array, deadline: number): Promise<void> {
    const helper = this.waiting.get(id);
    if (helper === undefined) return;
    this.waiting.delete(id);
    const page = isWhole(size, pixels) ? await helper.readPicture(size, pixels, deadline) : null;
    this.lender.giveBack(helper, page === null ? 'unread' : 'read');
    if (page === null) this.tell({ kind: 'unread', id });
    else this.tell({ kind: 'page', id }, page);
  }

  /** The document has ended: what waits for pictures of it is free again. */
  end(): void {
    this.open = false;
    for (const helper of this.waiting.values()) this.lender.giveBack(helper);
    this.waiting.clear();
  }
}

/** One byte a pixel, as the size says. */
function isWhole({ width, height }: PictureSize, { length }: Uint8Array): boolean {
  return (
    [width, height].every(side => Number.isInteger(side) && side > 0) &&
    width * height === length &&
    length <= PICTURE_CEILING_PIXELS
  );
}
