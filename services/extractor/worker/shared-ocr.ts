/**
 * OCR inside a worker that also uses other workers: while more pictures follow, each is offered to an idle worker; a
 * picture that nobody takes, and the last one, is read here. A picture that cannot be finished in the remaining time is
 * not begun.
 */
import type { Writable } from 'node:stream';
import { type GreyImage, type OcrEngine, OutOfTime, type RecognizedPage } from '../ocr/engine.ts';
import { writeFrame, writtenFrame } from './framing.ts';
import { type FromWorker, PAGES_AT_ONCE, type ToWorker } from './protocol.ts';

/** The extractor's answers to offers. */
export type OfferAnswer = Extract<ToWorker, { id: number }>;

/** What offers pictures to others. */
export interface Offering {
  /** Null if no worker is free; `page` becomes null if the other worker failed. */
  offer(image: GreyImage): Promise<{ page: Promise<RecognizedPage | null> } | null>;
  /** Called before a picture is read here. */
  recognizing(): void;
}

export class Helpers implements Offering {
  private readonly answers: Writable;
  private lastId = 0;
  private readonly asked = new Map<number, (granted: boolean) => void>();
  private readonly loaned = new Map<number, (page: RecognizedPage | null) => void>();

  constructor(answers: Writable) {
    this.answers = answers;
  }

  async offer(image: GreyImage): Promise<{ page: Promise<RecognizedPage | null> } | null> {
    const id = ++this.lastId;
    const { promise: granted, resolve: grant } = Promise.withResolvers<boolean>();
    this.asked.set(id, grant);
    this.say({ kind: 'ask', id });
    if (!(await granted)) return null;
    const { promise: page, resolve } = Promise.withResolvers<RecognizedPage | null>();
    this.loaned.set(id, resolve);
    const { width, height, pixels } = image;
    const header: FromWorker = { kind: 'loaned', id, width, height };
    // Recognition blocks the event loop: whatever is not written by then would wait here until its end.
    await writtenFrame(this.answers, header, pixels);
    return { page };
  }

  recognizing(): void {
    this.say({ kind: 'recognizing' });
  }

  answered(answer: OfferAnswer, body: Uint8Array): void {
    const { id } = answer;
    if (answer.kind === 'loan') {
      this.asked.get(id)?.(answer.granted);
      this.asked.delete(id);
      return;
    }
    this.loaned.get(id)?.(answer.kind === 'page' ? pageIn(body) : null);
    this.loaned.delete(id);
  }

  private say(header: FromWorker): void {
    writeFrame(this.answers, header, new Uint8Array());
  }
}

/** Null if the body is no page: a worker that was taken over may send anything, and must not end any document but its own. */
function pageIn(body: Uint8Array): RecognizedPage | null {
  try {
    const page = JSON.parse(Buffer.from(body).toString('utf8'));
    return Array.isArray(page?.lines) && typeof page.rules === 'object' ? page : null;
  } catch {
    return null;
  }
}

interface Job {
  image: GreyImage;
  more: boolean;
  done: (page: RecognizedPage | PromiseLike<RecognizedPage>) => void;
  fail: (reason: OutOfTime) => void;
}

/** With fewer lines it is no page of print. */
const LEAST_LINES = 6;

/** When the document's time is over, by a monotonic clock in ms. */
export interface TimeLimit {
  end: number;
  now: () => number;
}

export class SharedOcr implements OcrEngine {
  readonly atOnce = PAGES_AT_ONCE;
  private readonly own: OcrEngine;
  private readonly helpers: Offering;
  private readonly limit: TimeLimit;
  private readonly jobs: Job[] = [];
  private working = false;
  /** Time of the quickest page of print in this document, in ms: the next one may be as quick. */
  private quickest: number | null = null;

  constructor(own: OcrEngine, helpers: Offering, limit: TimeLimit) {
    this.own = own;
    this.helpers = helpers;
    this.limit = limit;
  }

  recognize(image: GreyImage, more = false): Promise<RecognizedPage> {
    const { promise, resolve, reject } = Promise.withResolvers<RecognizedPage>();
    this.jobs.push({ image, more, done: resolve, fail: reject });
    void this.work();
    return promise;
  }

  /** The document is finished: pictures that have not been begun are never read. */
  close(): void {
    this.jobs.length = 0;
  }

  private async work(): Promise<void> {
    if (this.working) return;
    this.working = true;
    for (let job = this.jobs.shift(); job !== undefined; job = this.jobs.shift()) {
      if (!this.fits()) {
        job.fail(new OutOfTime());
        continue;
      }
      const isLast = !job.more && this.jobs.length === 0;
      const elsewhere = isLast ? null : await this.helpers.offer(job.image);
      if (elsewhere !== null) void this.await(job, elsewhere.page);
      else await this.readHere(job);
    }
    this.working = false;
  }

  private async await(job: Job, reading: Promise<RecognizedPage | null>): Promise<void> {
    const page = await reading;
    if (page !== null) job.done(page);
    else if (this.fits()) await this.readHere(job);
    else job.fail(new OutOfTime());
  }

  private async readHere({ image, done }: Job): Promise<void> {
    this.helpers.recognizing();
    const { now } = this.limit;
    const begunAt = now();
    const reading = this.own.recognize(image);
    done(reading);
    // The caller of `recognize` gets the error.
    const page = await reading.catch(() => null);
    // A blank page, or one of a few words, takes hardly any time and says nothing about the others.
    if (page === null || page.lines.length < LEAST_LINES) return;
    this.quickest = Math.min(this.quickest ?? Number.POSITIVE_INFINITY, now() - begunAt);
  }

  /** Whether there is time to read another page. */
  private fits(): boolean {
    return this.limit.now() + (this.quickest ?? 0) < this.limit.end;
  }
}
