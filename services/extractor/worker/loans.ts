/**
 * Pictures of one worker's document that other workers read, seen from the extractor: a scan's pages are read on all
 * idle workers, here and elsewhere. A worker is reserved before its picture is sent, so that four megabytes are never
 * sent in vain.
 */
import { TransientMap } from '../../../platform/transient.ts';
import { PAGES_AT_ONCE, type PictureSize, type ToWorker } from './protocol.ts';

/** A worker in its role as reader of another's page; null if reading failed. `deadline`: monotonic ms. */
export interface Helper {
  readPicture(size: PictureSize, pixels: Uint8Array, deadline: number): Promise<Buffer | null>;
}

/** Result of a lent page: `unread` if its reader failed or died, after which the document's own worker reads it. */
export type LentPage = 'read' | 'unread';

/** Where idle workers come from and go back to. */
export interface Lender<H extends Helper> {
  lend(): H | undefined;
  /** `page`: the result, if the helper got a page. */
  giveBack(helper: H, page?: LentPage): void;
  /** Where a page can be read for which `lend` has no worker. */
  readonly elsewhere?: Elsewhere | undefined;
}

/** Other extractors. */
export interface Elsewhere {
  /** Numbers of the pages that were sent there, by result. */
  readonly pages: Readonly<Record<LentPage, number>>;
  /** Null if none of them has a worker for a page. */
  ask(): Promise<Place | null>;
}

/** A worker elsewhere that is promised for one page. */
export interface Place extends Helper {
  /** See `Lender.giveBack`. */
  giveBack(page?: LentPage): void;
}

/** An A3 page at 400 dpi has 31 million; pages are rendered, and pictures scaled, to far fewer. */
const PICTURE_CEILING_PIXELS = 64_000_000;

/** The asking worker is not trusted: it has parsed a stranger's document. */
export class Loans<H extends Helper> {
  private readonly lender: Lender<H>;
  private readonly tell: (header: ToWorker, body?: Uint8Array) => void;
  /** Workers that wait for their picture, by the loan's id. */
  private readonly waiting = new TransientMap<number, Place>();
  /** Pages for which a worker is being sought, is promised, or is reading. */
  private underWay = 0;
  /** The asking worker's current document. Without one nothing is lent to it, since nobody would take it back. */
  private document: object | undefined;

  constructor(lender: Lender<H>, tell: (header: ToWorker, body?: Uint8Array) => void) {
    this.lender = lender;
    this.tell = tell;
  }

  begin(): void {
    this.document = {};
  }

  ask(id: number): void {
    const { document, lender } = this;
    const mayHave = document !== undefined && !this.waiting.has(id) && this.underWay < PAGES_AT_ONCE;
    const helper = mayHave ? lender.lend() : undefined;
    if (helper !== undefined) this.underWay++;
    if (helper !== undefined || !mayHave || lender.elsewhere === undefined)
      this.answer(id, helper && placeOf(helper, lender));
    else void this.askElsewhere(id, document, lender.elsewhere);
  }

  /** `deadline`: the document's, monotonic ms. */
  async read(id: number, size: PictureSize, pixels: Uint8Array, deadline: number): Promise<void> {
    const place = this.waiting.get(id);
    if (place === undefined) return;
    this.waiting.delete(id);
    const page = isWhole(size, pixels) ? await place.readPicture(size, pixels, deadline) : null;
    this.underWay--;
    place.giveBack(page === null ? 'unread' : 'read');
    if (page === null) this.tell({ kind: 'unread', id });
    else this.tell({ kind: 'page', id }, page);
  }

  /** The document has ended: workers that wait for its pictures are free again. */
  end(): void {
    this.document = undefined;
    for (const place of this.waiting.values()) place.giveBack();
    this.underWay -= this.waiting.size;
    this.waiting.clear();
  }

  private async askElsewhere(id: number, document: object, elsewhere: Elsewhere): Promise<void> {
    this.underWay++;
    const place = await elsewhere.ask();
    const isOver = this.document !== document || this.waiting.has(id);
    if (place === null || isOver) this.underWay--;
    if (!isOver) this.answer(id, place ?? undefined);
    // The document has ended, so nobody waits for the answer.
    else place?.giveBack();
  }

  private answer(id: number, place: Place | undefined): void {
    if (place !== undefined) this.waiting.set(id, place);
    this.tell({ kind: 'loan', id, granted: place !== undefined });
  }
}

const placeOf = <H extends Helper>(helper: H, lender: Lender<H>): Place => ({
  readPicture: (size, pixels, deadline) => helper.readPicture(size, pixels, deadline),
  giveBack: page => lender.giveBack(helper, page),
});

/** Whether there is one byte per pixel, as the size says. */
function isWhole({ width, height }: PictureSize, { length }: Uint8Array): boolean {
  return (
    [width, height].every(side => Number.isInteger(side) && side > 0) &&
    width * height === length &&
    length <= PICTURE_CEILING_PIXELS
  );
}
