/**
 * Reads pages of other extractors' documents on idle workers of one lane. Two pages are taken for each worker, so that
 * the next one is here when one has been read. No worker is reserved for them: this extractor's own documents come
 * first, and a page for which there is no worker is returned unread at once.
 */
import type { Peers } from '../../../platform/peers/peers.ts';
import { within } from '../../../platform/within.ts';
import type { Lane } from '../../../schemas/events.ts';
import type { LentPage } from '../worker/loans.ts';
import type { PictureSize } from '../worker/protocol.ts';
import type { PageBlobs } from './page-blobs.ts';
import { MOST_IDS, type Word } from './words.ts';

const PAGES_PER_WORKER = 2;
/** How long to wait for the picture after granting a page. */
const PICTURE_WITHIN_MS = 15_000;
const SAY_EVERY_MS = 1_000;
/** Whoever asked for places is told about new ones for this long. */
const INTEREST_MS = 5_000;
/** A borrower deletes what it stored and says so. If it has not by then, it has died, and the reader deletes it. */
const DONE_WITHIN_MS = 15_000;
/** While documents of this extractor found no free worker within this time, none are lent. */
const OWN_WANT_MS = 1_000;
const LONGEST_MS = 3_600_000;

/** The part of a worker pool that is used here. */
export interface LendingPool<W extends LentWorker = LentWorker> {
  /** Number of workers that could be lent now. */
  readonly lendable: number;
  lend(): W | undefined;
  /** Starts a worker to lend, if none could be lent and the pool may have one more. */
  startToLend(): void;
  giveBack(worker: W): void;
  /** Called when a worker becomes idle. */
  onIdle: () => void;
}

export interface LentWorker {
  readPicture(size: PictureSize, pixels: Uint8Array, deadline: number): Promise<Buffer | null>;
}

/** A page, from the promise to read it until its borrower is done with it or is considered dead. */
interface Page {
  id: string;
  borrower: string;
  /** `left`: it was returned unread. */
  state: 'granted' | 'fetched' | 'reading' | 'told' | 'left';
  /** When its state began; monotonic ms. */
  since: number;
  isWanted: boolean;
  picture?: { size: PictureSize; pixels: Uint8Array; deadline: number };
}

export interface ReaderPorts<W extends LentWorker> {
  peers: Pick<Peers, 'tell'>;
  blobs: PageBlobs;
  /** See `BorrowerPorts.reading`. */
  reading: () => string;
  pool: LendingPool<W>;
  /** When a document of this extractor last found no free worker; monotonic ms. */
  ownWantedAt: () => number;
}

/** The reader of one lane. */
export class Reader<W extends LentWorker = LentWorker> {
  /** Numbers of the pages that were taken, by result. */
  readonly pages: Record<LentPage, number> = { read: 0, unread: 0 };
  private readonly lane: Lane;
  private readonly ports: ReaderPorts<W>;
  private readonly inHand = new Map<string, Page>();
  /** Peers that want places, and until when. */
  private readonly interested = new Map<string, { until: number; told: number }>();
  private readonly working = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;
  private isStopped = false;

  constructor(lane: Lane, ports: ReaderPorts<W>) {
    this.lane = lane;
    this.ports = ports;
    ports.pool.onIdle = () => this.idle();
  }

  /** How many more pages would be taken now. */
  get places(): number {
    const { pool } = this.ports;
    if (!this.mayLend) return 0;
    const pages = [...this.inHand.values()].filter(page => !isOver(page));
    const reading = pages.filter(({ state }) => state === 'reading').length;
    return Math.max(0, PAGES_PER_WORKER * (reading + pool.lendable) - pages.length);
  }

  private get mayLend(): boolean {
    return !this.isStopped && performance.now() - this.ports.ownWantedAt() >= OWN_WANT_MS;
  }

  heard(from: string, word: Word): void {
    if (word.kind === 'wanted' && word.lane === this.lane && word.reading === this.ports.reading())
      this.offer(from);
    else if (word.kind === 'claim' && word.lane === this.lane) this.claimed(from, word.id);
    else if ('id' in word) {
      const page = this.inHand.get(word.id);
      if (page === undefined || page.borrower !== from) return;
      if (word.kind === 'picture' && page.state === 'granted') this.work(this.fetch(page, word));
      else if (word.kind === 'done') this.dismiss(page);
    }
  }

  /** Takes nothing more; resolves when everything begun has been read and reported, or at the deadline. */
  async stop(withinMs: number): Promise<void> {
    this.isStopped = true;
    for (const page of this.inHand.values())
      if (page.state === 'granted' || page.state === 'fetched') this.leave(page, 'busy');
    await within(withinMs, Promise.all(this.working));
    clearInterval(this.timer);
  }

  private offer(to: string): void {
    const { places } = this;
    this.interested.set(to, { until: performance.now() + INTEREST_MS, told: places });
    if (places > 0) this.tell(to, { kind: 'places', lane: this.lane, places });
    // An extractor that nobody has used yet has no more workers than those reserved for its callers.
    else if (this.mayLend) this.ports.pool.startToLend();
  }

  /** A worker became idle. This runs at the end of every small document, so it usually does next to nothing. */
  private idle(): void {
    if (this.inHand.size > 0) this.read();
    if (this.interested.size === 0) return;
    const { places } = this;
    const now = performance.now();
    for (const [peer, interest] of this.interested) {
      if (now > interest.until) this.interested.delete(peer);
      else if (places > 0 && interest.told === 0) {
        interest.told = places;
        this.tell(peer, { kind: 'places', lane: this.lane, places });
      }
    }
  }

  private claimed(by: string, id: string): void {
    const { lane } = this;
    const isGranted = this.places > 0 && !this.inHand.has(id);
    if (isGranted) {
      const since = performance.now();
      this.inHand.set(id, { id, borrower: by, state: 'granted', since, isWanted: true });
      this.timer ??= setInterval(() => this.tick(), SAY_EVERY_MS).unref();
    }
    this.tell(by, { kind: isGranted ? 'granted' : 'refused', lane, id, places: this.toldTo(by) });
  }

  private async fetch(page: Page, word: Extract<Word, { kind: 'picture' }>): Promise<void> {
    const deadline = performance.now() + Math.min(word.leftMs, LONGEST_MS);
    const { width, height } = word;
    const size = { width, height };
    page.since = Number.POSITIVE_INFINITY;
    const pixels = await this.ports.blobs.pixels(page.id, size).catch(() => null);
    // The page was dismissed, or returned because of a stop, meanwhile.
    if (this.inHand.get(page.id) !== page || page.state !== 'granted') return;
    if (pixels === null) return this.leave(page, 'failed');
    page.state = 'fetched';
    page.picture = { size, pixels, deadline };
    this.read();
  }

  /** Gives pages to workers in order of arrival; returns a page that finds no worker while none is reading pages. */
  private read(): void {
    for (const page of this.inHand.values()) {
      if (page.state !== 'fetched') continue;
      const worker = this.isStopped ? undefined : this.ports.pool.lend();
      if (worker !== undefined) this.work(this.readBy(worker, page));
      else if (![...this.inHand.values()].some(({ state }) => state === 'reading')) this.leave(page, 'busy');
      else return;
    }
  }

  private async readBy(worker: W, page: Page): Promise<void> {
    const { blobs, pool } = this.ports;
    page.state = 'reading';
    const lines = await this.begin(worker, page);
    page.state = 'told';
    page.since = Number.POSITIVE_INFINITY;
    pool.giveBack(worker);
    this.read();
    const { id, borrower } = page;
    const isSent = lines !== null && page.isWanted;
    const isStored = isSent && (await this.store(page, lines));
    if (isStored) {
      this.pages.read++;
      page.since = performance.now();
      this.tell(borrower, { kind: 'read', lane: this.lane, id, places: this.toldTo(borrower) });
    } else this.leave(page, 'failed');
    // The store may have taken the lines, whatever it answered.
    if (isSent && !page.isWanted) await blobs.forget(id);
  }

  /**
   * From here on only the worker has the pixels: this process holds only those of pages that no worker has begun, one
   * per worker.
   */
  private begin(worker: W, page: Page): Promise<Buffer | null> | null {
    const { picture } = page;
    delete page.picture;
    return picture === undefined ? null : worker.readPicture(picture.size, picture.pixels, picture.deadline);
  }

  private store({ id }: Page, lines: Buffer): Promise<boolean> {
    return this.ports.blobs.putLines(id, lines).then(
      () => true,
      () => false,
    );
  }

  /** Returns the page unread. Its pixels may be in the store, or on their way there, and its borrower dead. */
  private leave(page: Page, why: 'busy' | 'failed'): void {
    const { id, borrower } = page;
    this.pages.unread++;
    page.state = 'left';
    page.since = performance.now();
    delete page.picture;
    if (page.isWanted)
      this.tell(borrower, { kind: 'unread', lane: this.lane, id, places: this.toldTo(borrower), why });
    else this.inHand.delete(id);
  }

  /** The borrower has what it wanted, or does not want it any more. */
  private dismiss(page: Page): void {
    page.isWanted = false;
    if (page.state !== 'reading') this.inHand.delete(page.id);
  }

  private tick(): void {
    const now = performance.now();
    const held = new Map<string, string[]>();
    for (const page of this.inHand.values()) {
      const { id, borrower, state, since } = page;
      if (state === 'granted' && now - since > PICTURE_WITHIN_MS) this.leave(page, 'busy');
      else if (isOver(page) && now - since > DONE_WITHIN_MS) {
        this.inHand.delete(id);
        this.work(this.ports.blobs.forget(id));
      } else if (state !== 'left') held.set(borrower, [...(held.get(borrower) ?? []), id]);
    }
    for (const [borrower, ids] of held)
      for (let at = 0; at < ids.length; at += MOST_IDS)
        this.tell(borrower, { kind: 'holding', ids: ids.slice(at, at + MOST_IDS) });
    if (this.inHand.size > 0) return;
    clearInterval(this.timer);
    this.timer = undefined;
  }

  private work(doing: Promise<void>): void {
    this.working.add(doing);
    void doing.finally(() => this.working.delete(doing));
  }

  /** The number of places, noted as what the peer has been told. */
  private toldTo(peer: string): number {
    const { places } = this;
    const interest = this.interested.get(peer);
    if (interest !== undefined) interest.told = places;
    return places;
  }

  private tell(to: string, word: Word): void {
    this.ports.peers.tell(to, word);
  }
}

/** Whether the page only waits for its borrower to be done with it. */
const isOver = ({ state }: Page): boolean => state === 'told' || state === 'left';
