/**
 * Which kinds of document a worker has read. The first document of a kind loads and compiles its reader, for a PDF half
 * a second; so a fresh worker reads our own documents of each kind that its pool was sent before it reads a caller's.
 * Kinds that nobody sends take no memory, except HTML, which takes hardly any, and PDF in one worker, which takes 35
 * MB. Once callers send PDFs, fresh workers read more of ours: the code that V8 optimises for one program's files is
 * not what the next program's need, so variety matters more than repetition. That takes another 45 MB, which an unused
 * service is spared.
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

/** If a kind has several first documents, each is read this many times; more has no measurable effect. */
const TIMES = 6;

/**
 * Time limit for one document in ms, after which the worker is killed. It protects against hanging only: a worker gives
 * way meanwhile, and if other programs want every core, half a second of CPU time takes minutes. An endless loop is
 * ended by the CPU time limit, as with callers' documents.
 */
const LIMIT_MS = 600_000;

/** What callers are expected to send first. */
export interface Expected {
  byAll: readonly string[];
  byOne: readonly string[];
}

export const NOTHING: Expected = { byAll: [], byOne: [] };
export const USUAL: Expected = { byAll: ['text/html'], byOne: ['application/pdf'] };

export class Warmth {
  /** Content types that callers sent, and that have a first document. */
  private readonly sent: Set<string>;
  /** Kinds that one worker should have read, and which worker has. */
  private readonly readers: Map<string, Worker | undefined>;
  /** Number of documents of each kind that a worker has read, ours and callers'. */
  private readonly counts = new WeakMap<Worker, Map<string, number>>();

  private readonly open: (contentType: string, turn: number) => Uint8Array;

  /** `open` is replaced by tests. */
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

  /** A kind of which this worker should have read more documents; undefined if it is warm. */
  missing(worker: Worker): string | undefined {
    const kind = [...this.sent].find(contentType => this.countOf(worker, contentType) < wanted(contentType));
    return kind ?? [...this.readers].find(([, reader]) => reader?.alive !== true)?.[0];
  }

  /** Reads one document. Never rejects. If the worker died of it, the kind is not tried again in any worker. */
  async read(worker: Worker, contentType: string): Promise<void> {
    const turn = this.countOf(worker, contentType);
    this.count(worker, contentType);
    if (this.readers.has(contentType)) this.readers.set(contentType, worker);
    const document = this.opened(contentType, turn);
    // Even a cold worker can read callers' documents.
    if (document === undefined) return;
    const outcome = await worker.rehearse(document, performance.now() + LIMIT_MS);
    if (outcome.kind === 'answered') return;
    this.sent.delete(contentType);
    this.readers.delete(contentType);
  }

  /** Reads everything that is missing; ends early if the worker dies. */
  async readAll(worker: Worker): Promise<void> {
    for (let kind = this.missing(worker); kind !== undefined && worker.alive; kind = this.missing(worker))
      await this.read(worker, kind);
  }

  /** Undefined if the system cannot open the file now, for example if all descriptors are in use. */
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

/** Number of documents of a kind after which a worker is warm. */
function wanted(contentType: string): number {
  const { length } = namesOf(contentType);
  return length > 1 ? TIMES * length : length;
}

const namesOf = (contentType: string): readonly string[] => NAMES[contentType] ?? [];

/** A small document of this kind with a heading, a list and a table if the kind has them; `turn` selects one after another. */
export function firstDocument(contentType: string, turn = 0): Uint8Array {
  const names = namesOf(contentType);
  return readFileSync(new URL(`first-documents/${names[turn % names.length]}`, import.meta.url));
}

export const KINDS: readonly string[] = Object.keys(NAMES);
