/**
 * Which kinds of document a worker has read. The first one of a kind loads its reader and compiles it, for a PDF half
 * a second; so a fresh worker reads a document of our own of each kind that its pool was sent, before a caller's.
 * Kinds that nobody sends cost no memory, but for HTML, which costs hardly any, and PDF in one worker: it takes 35 MB.
 */
import { readFileSync } from 'node:fs';
import type { Worker } from './worker.ts';

const OFFICE = 'application/vnd.openxmlformats-officedocument';
const NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'report.pdf',
  [`${OFFICE}.wordprocessingml.document`]: 'report.docx',
  [`${OFFICE}.presentationml.presentation`]: 'slides.pptx',
  [`${OFFICE}.spreadsheetml.sheet`]: 'sheet.xlsx',
  'message/rfc822': 'mail.eml',
  'text/html': 'report.html',
};

/** One that takes longer is given up, and with it the worker; ms. */
const LIMIT_MS = 20_000;

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
  private readonly hasRead = new WeakMap<Worker, Set<string>>();

  constructor({ byAll, byOne }: Expected = NOTHING) {
    this.sent = new Set(byAll);
    this.readers = new Map(byOne.map(kind => [kind, undefined]));
  }

  note(worker: Worker, contentType: string): void {
    if (!Object.hasOwn(NAMES, contentType)) return;
    this.sent.add(contentType);
    this.readBy(worker).add(contentType);
  }

  /** A kind that this worker should have read and has not; undefined: it is warm. */
  missing(worker: Worker): string | undefined {
    const has = this.readBy(worker);
    const kind = [...this.sent].find(contentType => !has.has(contentType));
    return kind ?? [...this.readers].find(([, reader]) => reader?.alive !== true)?.[0];
  }

  /** Never rejects. A worker may have died of it: the kind is not tried again then, in no worker. */
  async read(worker: Worker, contentType: string): Promise<void> {
    this.readBy(worker).add(contentType);
    if (this.readers.has(contentType)) this.readers.set(contentType, worker);
    const outcome = await worker.rehearse(firstDocument(contentType), performance.now() + LIMIT_MS);
    if (outcome.kind === 'answered') return;
    this.sent.delete(contentType);
    this.readers.delete(contentType);
  }

  /** Reads everything that is missing; ends early where the worker dies. */
  async readAll(worker: Worker): Promise<void> {
    for (let kind = this.missing(worker); kind !== undefined && worker.alive; kind = this.missing(worker))
      await this.read(worker, kind);
  }

  private readBy(worker: Worker): Set<string> {
    const known = this.hasRead.get(worker) ?? new Set();
    this.hasRead.set(worker, known);
    return known;
  }
}

/** A small document of this kind with a heading, a list and a table where the kind has them. */
export function firstDocument(contentType: string): Uint8Array {
  return readFileSync(new URL(`first-documents/${NAMES[contentType]}`, import.meta.url));
}

export const KINDS: readonly string[] = Object.keys(NAMES);
