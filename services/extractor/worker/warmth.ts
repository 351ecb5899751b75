/**
 * Which kinds of document a worker has read. The first one of a kind loads its reader and compiles it, for a PDF half
 * a second; so a fresh worker reads documents of our own of each kind that its pool was sent, before a caller's.
 * Kinds that nobody sends cost no memory, but for HTML, which costs hardly any, and PDF in one worker: it takes 35 MB.
 * Once callers do send PDFs, fresh workers read more of ours: what V8 optimises for one program's files is not what the next
 * program's take, so variety counts for more than repetition. That is another 45 MB, which a service that nobody uses is spared.
 */
import { readFileSync } from 'node:fs';
import type { Worker } from './worker.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const NAMES: Readonly<Record<string, readonly [string, ...string[]]>> = {
  'application/pdf': [
    'report.pdf',
    'fpdf2-invoice.pdf',
    'groff-paper.pdf',
    'libreoffice-minutes.pdf',
    'reportlab-register.pdf',
    'typst-invoice.pdf',
    'weasyprint-manual.pdf',
  ],
  [`${OFFICE}.wordprocessingml.document`]: ['report.docx'],
  [`${OFFICE}.presentationml.presentation`]: ['slides.pptx'],
  [`${OFFICE}.spreadsheetml.sheet`]: ['sheet.xlsx'],
  'message/rfc822': ['mail.eml'],
  'text/html': ['report.html'],
};

/** Where a kind has several first documents, each is read so many times; more of it gains nothing that could be measured. */
const TIMES = 6;

/**
 * One that takes longer is given up, and with it the worker; ms. Against hanging: a worker gives way meanwhile, and where other programs
 * want every core half a second of CPU time takes minutes. What spins is ended by its CPU time, as callers' documents are.
 */
const LIMIT_MS = 600_000;

/** What callers may be expected to send first. */
export interface Expected {
  byAll: readonly string[];
  byOne: readonly string[];
}

export const NOTHING: Expected = { byAll: [], byOne: [] };
export const USUAL: Expected = { byAll: ['text/html'], byOne: ['application/pdf'] };

export class Warmth {
  /** Content types that were read, and have a first document. */
  private readonly sent: Set<string>;
  /** Kinds that one worker is to have read, and which has. */
  private readonly readers: Map<string, Worker | undefined>;
  /** Documents of each kind that a worker has read, ours and callers'. */
  private readonly counts = new WeakMap<Worker, Map<string, number>>();

  private readonly open: (contentType: string, turn: number) => Uint8Array;

  /** `open`: for tests. */
  constructor({ byAll, byOne }: Expected = NOTHING, open = firstDocument) {
    this.open = open;
    this.sent = new Set(byAll);
    this.readers = new Map(byOne.map(kind => [kind, undefined]));
  }

  note(worker: Worker, contentType: string): void {
    if (!Object.hasOwn(NAMES, contentType)) return;
    this.sent.add(contentType);
    this.count(worker, contentType);
  }

  /** A kind of which this worker should have read more documents; undefined: it is warm. */
  missing(worker: Worker): string | undefined {
    const kind = [...this.sent].find(contentType => this.countOf(worker, contentType) < wanted(contentType));
    return kind ?? [...this.readers].find(([, reader]) => reader?.alive !== true)?.[0];
  }

  /** One document. Never rejects. A worker may have died of it: the kind is not tried again then, in no worker. */
  async read(worker: Worker, contentType: string): Promise<void> {
    const turn = this.countOf(worker, contentType);
    this.count(worker, contentType);
    if (this.readers.has(contentType)) this.readers.set(contentType, worker);
    const document = this.opened(contentType, turn);
    // As cold as it is, it can read callers' documents.
    if (document === undefined) return;
    const outcome = await worker.rehearse(document, performance.now() + LIMIT_MS);
    if (outcome.kind === 'answered') return;
    this.sent.delete(contentType);
    this.readers.delete(contentType);
  }

  /** Reads everything that is missing; ends early where the worker dies. */
  async readAll(worker: Worker): Promise<void> {
    for (let kind = this.missing(worker); kind !== undefined && worker.alive; kind = this.missing(worker))
      await this.read(worker, kind);
  }

  /** Undefined where the system opens no file now: with all descriptors taken, say. */
  private opened(contentType: string, turn: number): Uint8Array | undefined {
    try {
      return this.open(contentType, turn);
    } catch {
      return undefined;
    }
  }

  private countOf(worker: Worker, contentType: string): number {
    return this.counts.get(worker)?.get(contentType) ?? 0;
  }

  private count(worker: Worker, contentType: string): void {
    const counts = this.counts.get(worker) ?? new Map<string, number>();
    this.counts.set(worker, counts.set(contentType, (counts.get(contentType) ?? 0) + 1));
  }
}

/** Documents of a kind after which a worker is warm. */
function wanted(contentType: string): number {
  const { length } = namesOf(contentType);
  return length > 1 ? TIMES * length : length;
}

const namesOf = (contentType: string): readonly string[] => NAMES[contentType] ?? [];

/** A small document of this kind with a heading, a list and a table where the kind has them; by `turn`, one after the other. */
export function firstDocument(contentType: string, turn = 0): Uint8Array {
  const names = namesOf(contentType);
  return readFileSync(new URL(`first-documents/${names[turn % names.length]}`, import.meta.url));
}

export const KINDS: readonly string[] = Object.keys(NAMES);
