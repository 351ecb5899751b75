/** `textrail extract`: reads the documents of an order, several at a time, and continues after those that cannot be read. */
import { type Order, readOrder } from './arguments.ts';
import type { OpenBucket, objectsBelow } from './buckets.ts';
import { findInputs, type Input, load } from './inputs.ts';
import { askedFormat, printed, written } from './outputs.ts';
import { bucketPlace, folderPlace, type Place } from './places.ts';
import { Progress, type Terminal } from './progress.ts';
import { type Answer, type DocumentReader, Stopped, Unread } from './reader.ts';

export const EXIT = { read: 0, someUnread: 1, wrongUse: 2, stopped: 3, interrupted: 130 } as const;

export interface Surroundings {
  stdout: { write(text: string): unknown };
  stderr: Terminal;
  /** `workers`: number of documents at a time; `many`: true if there are several documents. */
  open: (workers: number, many: boolean) => DocumentReader;
  /** Throws `WrongUse` if no bucket can be reached. Only called, and its modules loaded, if an order names a bucket. */
  buckets: () => Promise<Buckets>;
  /** Ends the run; documents that are being read then are not written. */
  signal: AbortSignal;
}

export interface Buckets {
  open: OpenBucket;
  objectsBelow: typeof objectsBelow;
}

/** Returns the exit code. Throws `WrongUse` before anything is read. */
export async function extract(args: readonly string[], surroundings: Surroundings): Promise<number> {
  const order = readOrder(args);
  const { found, place } = await whatAndWhere(order, surroundings);
  const { format } = order;
  const inputs = order.resume && place !== null ? found.filter(input => !place.isWritten(input)) : found;
  const many = found.length > 1 || order.buckets.length > 0;
  const progress = new Progress(surroundings.stderr, inputs.length, many || place !== null);
  if (inputs.length < found.length) progress.line(`${found.length - inputs.length} were written before`);
  if (found.length === 0) progress.line('no documents there');
  if (inputs.length === 0) return EXIT.read;
  const workers = Math.min(order.jobs, inputs.length);
  const reader = surroundings.open(workers, many);
  surroundings.signal.addEventListener('abort', () => void reader.close(), { once: true });
  const sink = new InOrder(text => surroundings.stdout.write(text));
  const done = async (input: Input, at: number, outcome: Answer | Unread): Promise<void> => {
    if (outcome instanceof Unread) progress.failed(input.name, `${outcome.code}: ${outcome.message}`);
    if (place === null) sink.put(at, printed(input, outcome, format, many));
    else if (!(outcome instanceof Unread)) await place.write(input, written(outcome, format));
    if (!(outcome instanceof Unread)) progress.read(input.name, noteOf(outcome));
  };
  try {
    const run = new Run({ inputs, format: askedFormat(format), reader, done, signal: surroundings.signal });
    await run.begin(workers);
    sink.end();
    progress.end();
    if (surroundings.signal.aborted) return EXIT.interrupted;
    if (run.stopped !== null) {
      const left = inputs.length - run.settled;
      progress.line(`stopped: ${run.stopped}; ${left} of ${inputs.length} documents are left`);
      return EXIT.stopped;
    }
    return run.unread > 0 ? EXIT.someUnread : EXIT.read;
  } finally {
    await reader.close();
  }
}

async function whatAndWhere(
  order: Order,
  { buckets }: Surroundings,
): Promise<{ found: Input[]; place: Place | null }> {
  const { out, to, format, resume } = order;
  const folder = out === null ? null : folderPlace(out, format);
  if (to === null && order.buckets.length === 0) return { found: findInputs(order, []), place: folder };
  const { open, objectsBelow } = await buckets();
  const objects: Input[] = [];
  for (const place of order.buckets) objects.push(...(await objectsBelow(open, place, to)));
  const found = findInputs(order, objects);
  return { found, place: to === null ? folder : await bucketPlace(open, to, format, resume) };
}

function noteOf({ metadata }: Answer): string {
  const { chars, ocr } = metadata;
  const pages = 'pages' in metadata && metadata.pages !== null ? `${metadata.pages} pages, ` : '';
  return ` (${pages}${chars} characters${ocr ? ', by OCR' : ''})`;
}

interface Work {
  inputs: readonly Input[];
  format: 'text' | 'json';
  reader: DocumentReader;
  done: (input: Input, at: number, outcome: Answer | Unread) => Promise<void>;
  signal: AbortSignal;
}

/** One pass over the inputs: each is started once, in their order, until all are done or the run is stopped. */
class Run {
  unread = 0;
  settled = 0;
  stopped: string | null = null;
  private readonly work: Work;
  private next = 0;

  constructor(work: Work) {
    this.work = work;
  }

  async begin(lanes: number): Promise<void> {
    await Promise.all(Array.from({ length: lanes }, () => this.lane()));
  }

  private async lane(): Promise<void> {
    const { inputs, done, signal } = this.work;
    while (this.stopped === null && !signal.aborted && this.next < inputs.length) {
      const at = this.next++;
      const input = inputs[at] as Input;
      const outcome = await this.outcome(input);
      if (outcome === null || signal.aborted) return;
      if (outcome instanceof Unread) this.unread++;
      this.settled++;
      await done(input, at, outcome);
    }
  }

  /** The outcome for one input; null if the run is over. */
  private async outcome(input: Input): Promise<Answer | Unread | null> {
    const { format, reader, signal } = this.work;
    try {
      return await reader.read(await load(input), format, signal);
    } catch (error) {
      if (signal.aborted) return null;
      if (error instanceof Unread) return error;
      if (error instanceof Stopped) {
        this.stopped ??= error.message;
        return null;
      }
      if (isRefusedObject(error)) return new Unread('unreadable', error.message);
      // For example a file that cannot be opened; others may be readable.
      if (error instanceof Error && 'syscall' in error && input.kind === 'file')
        return new Unread('unreadable', 'code' in error ? String(error.code) : error.message);
      throw error;
    }
  }
}

/**
 * True if the store refuses this one object; others may be readable. Checked by name, because the S3 client is only
 * loaded if it is needed.
 */
function isRefusedObject(error: unknown): error is Error {
  return error instanceof Error && error.name === 'BucketRefused' && 'isAway' in error && !error.isAway;
}

/**
 * Writes texts in the order of their numbers, each as soon as all before it are written. At the end it also writes
 * those after a missing one.
 */
class InOrder {
  private readonly write: (text: string) => unknown;
  private readonly waiting = new Map<number, string>();
  private next = 0;

  constructor(write: (text: string) => unknown) {
    this.write = write;
  }

  put(at: number, text: string): void {
    this.waiting.set(at, text);
    for (let ready = this.waiting.get(this.next); ready !== undefined; ready = this.waiting.get(this.next)) {
      this.waiting.delete(this.next++);
      if (ready !== '') this.write(ready);
    }
  }

  end(): void {
    for (const [, text] of [...this.waiting].sort(([one], [other]) => one - other))
      if (text !== '') this.write(text);
    this.waiting.clear();
  }
}
