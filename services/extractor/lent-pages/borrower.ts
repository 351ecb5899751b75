/**
 * Has pages of this extractor's documents read by other extractors. Their messages of the last seconds tell which have
 * places, so a document waits only if one has a place, and then for one question and one answer.
 */
import { randomUUID } from 'node:crypto';
import type { Peers } from '../../../platform/peers/peers.ts';
import { reasonOf } from '../../../platform/reason.ts';
import type { Telemetry } from '../../../platform/telemetry.ts';
import { within } from '../../../platform/within.ts';
import type { Lane } from '../../../schemas/events.ts';
import type { Elsewhere, LentPage, Place } from '../worker/loans.ts';
import type { PictureSize } from '../worker/protocol.ts';
import { MOST_PIXELS, type PageBlobs } from './page-blobs.ts';
import type { Word } from './words.ts';

/** How often to ask all others for places while a document wants some. */
const WANTED_EVERY_MS = 500;
/** What an extractor said about its places is forgotten after this. */
const NEWS_MS = 5_000;
/** Time limit for an answer, which takes milliseconds; the document's worker waits for it. */
const CLAIM_MS = 250;
/** How many claims of one page may be refused, because others claimed from the same extractor meanwhile. */
const CLAIMS = 2;
/** A reader that is silent for longer is considered lost: readers report once a second what they hold. */
const LEASE_MS = 5_000;
const LOOK_EVERY_MS = 500;
/** Storing a page takes a few milliseconds; the store's own retries take longer than reading the page here. */
const STORED_WITHIN_MS = 5_000;
/** How long the store is not used after it failed to store a page. */
const STORE_PAUSE_MS = 30_000;
/** How long an extractor is not asked after it failed to read a page. */
const FAILED_PAUSE_MS = 10_000;

interface Loan {
  id: string;
  reader: string;
  /** Monotonic ms of the reader's last message about it. */
  heardAt: number;
  claimed: PromiseWithResolvers<'granted' | 'refused'>;
  /** The page may be returned unread before its picture was sent. */
  ended: PromiseWithResolvers<'read' | 'unread'>;
  /** Settles when the store has, or has not, taken the pixels; never rejects. */
  stored: Promise<unknown>;
}

interface Lender {
  places: number;
  heardAt: number;
  /** Not asked before this time; monotonic ms. */
  restsUntil: number;
}

export interface BorrowerPorts {
  peers: Pick<Peers, 'tell' | 'tellAll'>;
  blobs: PageBlobs;
  /** How pages are read here: extractors read only pages of those with the same settings. */
  reading: () => string;
  logger: Pick<Telemetry['logger'], 'warn'>;
}

/** The borrower of one lane. */
export class Borrower implements Elsewhere {
  /** Numbers of the pages that were sent, by result. */
  readonly pages: Record<LentPage, number> = { read: 0, unread: 0 };
  /** When a document of this extractor last found no free worker; monotonic ms. */
  wantedAt = Number.NEGATIVE_INFINITY;
  private readonly lane: Lane;
  private readonly ports: BorrowerPorts;
  private readonly lenders = new Map<string, Lender>();
  private readonly loans = new Map<string, Loan>();
  /** Deletions in progress of pages that are finished. */
  private readonly forgetting = new Set<Promise<void>>();
  private saidAt = Number.NEGATIVE_INFINITY;
  private restsUntil = Number.NEGATIVE_INFINITY;

  constructor(lane: Lane, ports: BorrowerPorts) {
    this.lane = lane;
    this.ports = ports;
  }

  async ask(): Promise<Place | null> {
    const now = performance.now();
    this.wantedAt = now;
    if (now < this.restsUntil) return null;
    if (now - this.saidAt >= WANTED_EVERY_MS) {
      this.saidAt = now;
      const { peers, reading } = this.ports;
      peers.tellAll({ kind: 'wanted', lane: this.lane, reading: reading() } satisfies Word);
    }
    for (let claims = 0; claims < CLAIMS; claims++) {
      const lender = this.best(now);
      if (lender === undefined) return null;
      const place = await this.claim(lender);
      if (place !== null) return place;
    }
    return null;
  }

  /** Resolves when the store has been asked to delete all finished pages. */
  async forgotten(): Promise<void> {
    await Promise.all(this.forgetting);
  }

  /** Handles a message about a loan of this lane, or about a peer's places. */
  heard(from: string, word: Word): void {
    if ('places' in word) {
      if (word.lane !== this.lane) return;
      const lender = this.lenders.get(from);
      const restsUntil = lender?.restsUntil ?? Number.NEGATIVE_INFINITY;
      this.lenders.set(from, { places: word.places, heardAt: performance.now(), restsUntil });
    }
    for (const id of word.kind === 'holding' ? word.ids : 'id' in word ? [word.id] : []) {
      const loan = this.loans.get(id);
      if (loan === undefined || loan.reader !== from) continue;
      loan.heardAt = performance.now();
      if (word.kind === 'granted' || word.kind === 'refused') loan.claimed.resolve(word.kind);
      if (word.kind === 'read' || word.kind === 'unread') loan.ended.resolve(word.kind);
      if (word.kind === 'unread' && word.why === 'failed') this.rest(from, FAILED_PAUSE_MS);
    }
  }

  /** The lender with the most places: an idle one has more than one that is reading pages already. */
  private best(now: number): string | undefined {
    let [best, most]: [string | undefined, number] = [undefined, 0];
    for (const [id, { places, heardAt, restsUntil }] of this.lenders) {
      if (now - heardAt > NEWS_MS) this.lenders.delete(id);
      else if (places > most && now >= restsUntil) [best, most] = [id, places];
    }
    return best;
  }

  private rest(reader: string, ms: number): void {
    const lender = this.lenders.get(reader);
    if (lender !== undefined) lender.restsUntil = performance.now() + ms;
  }

  private async claim(reader: string): Promise<Place | null> {
    const id = randomUUID();
    const lender = this.lenders.get(reader);
    // Count it here until the reader reports its places itself, since pages are asked for one after another.
    if (lender !== undefined) lender.places--;
    const loan: Loan = {
      id,
      reader,
      heardAt: performance.now(),
      claimed: Promise.withResolvers(),
      ended: Promise.withResolvers(),
      stored: Promise.resolve(),
    };
    this.loans.set(id, loan);
    this.tell(reader, { kind: 'claim', lane: this.lane, id });
    const said = await this.said(loan, loan.claimed.promise, CLAIM_MS);
    if (said === 'granted') return this.placeOf(loan);
    if (said === undefined) this.end(loan);
    this.loans.delete(id);
    return null;
  }

  private placeOf(loan: Loan): Place {
    return {
      readPicture: async (size, pixels, deadline) => {
        const lines = await this.readElsewhere(loan, { size, pixels, deadline });
        this.forget(loan);
        return lines;
      },
      giveBack: page => {
        if (page === undefined) this.end(loan);
        else this.pages[page]++;
      },
    };
  }

  private end({ id, reader }: Loan): void {
    this.loans.delete(id);
    this.tell(reader, { kind: 'done', id });
  }

  /** Tells the reader that the loan is over, once nothing is left for it to delete. */
  private forget(loan: Loan): void {
    const forgetting = loan.stored.then(() => this.ports.blobs.forget(loan.id)).then(() => this.end(loan));
    this.forgetting.add(forgetting);
    void forgetting.then(() => this.forgetting.delete(forgetting));
  }

  private async readElsewhere(
    loan: Loan,
    { size, pixels, deadline }: { size: PictureSize; pixels: Uint8Array; deadline: number },
  ): Promise<Buffer | null> {
    const { blobs } = this.ports;
    if (pixels.length > MOST_PIXELS) return null;
    const { width, height } = size;
    const { id, reader } = loan;
    try {
      const storing = blobs.putPixels(id, pixels).then(() => true);
      loan.stored = storing.catch(() => undefined);
      if (!(await within(STORED_WITHIN_MS, storing))) throw new Error('it took too long');
      const leftMs = Math.max(0, Math.round(deadline - performance.now()));
      loan.heardAt = performance.now();
      this.tell(reader, { kind: 'picture', id, width, height, leftMs });
      const said = await this.said(loan, loan.ended.promise, leftMs);
      return said === 'read' ? await blobs.lines(id) : null;
    } catch (error) {
      this.restsUntil = performance.now() + STORE_PAUSE_MS;
      this.ports.logger.warn(
        { lane: this.lane, error: reasonOf(error) },
        'the store did not carry a page to another extractor: for a while pages are read here alone',
      );
      return null;
    }
  }

  /**
   * What the reader says; undefined if nothing arrives in time, or if it is silent about the loan, in which case it is
   * not asked again until it speaks.
   */
  private async said<T>(loan: Loan, saying: Promise<T>, withinMs: number): Promise<T | undefined> {
    const begunAt = performance.now();
    const { promise: silence, resolve } = Promise.withResolvers<undefined>();
    const look = () => {
      const now = performance.now();
      const isOver = now - begunAt >= withinMs || now - loan.heardAt >= LEASE_MS;
      // In a process that was suspended, timers fire before messages that arrived meanwhile; handle those first.
      if (isOver) setImmediate(resolve, undefined);
    };
    const timer = setInterval(look, Math.min(withinMs, LOOK_EVERY_MS));
    const said = await Promise.race([saying, silence]);
    clearInterval(timer);
    if (said === undefined) this.lenders.delete(loan.reader);
    return said;
  }

  private tell(to: string, word: Word): void {
    this.ports.peers.tell(to, word);
  }
}
