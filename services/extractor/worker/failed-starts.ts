/** Reports workers that did not start, and the system's reason, to the service's operator. */
import type { Readable } from 'node:stream';
import { reasonOf } from '../../../platform/reason.ts';

/**
 * How much of a failing start's output is kept: some lines of V8 or of the shell. The rest is read and dropped, so that
 * the worker does not block.
 */
const HEARD_BYTES = 16 * 1024;
/** Longest line that is reported. */
const LINE_CHARACTERS = 200;
const SAYS_WHY = /error|cannot|can't|fail|unavailable|denied|not found|no such|not permitted|assertion/i;
const NO_MORE = /EAGAIN|cannot fork|resource temporarily unavailable|thread_create|system_clone/i;
const NO_MORE_HINT = 'no further process or thread may be made (ulimit -u, pids.max)';
/** How Node ends if it gets no thread or memory at start, and how the system ends it. */
const SHORT: ReadonlyMap<string, string> = new Map([
  ...['SIGSEGV', 'SIGABRT', 'SIGTRAP'].map(
    signal => [signal, ', as where threads (ulimit -u, pids.max) or memory are short'] as const,
  ),
  ['SIGKILL', ', as where memory is short'],
]);

/** What a worker wrote before it was ready, when it had not seen any document. */
export class StartWords {
  private text = '';

  /** `stream` is null if nobody listens. */
  constructor(stream: Readable | null) {
    stream?.setEncoding('latin1').on('data', (words: string) => {
      if (this.text.length < HEARD_BYTES) this.text += words;
    });
    stream?.on('error', () => undefined);
  }

  /** The first line that names an error, otherwise the last one; empty if there was no output. */
  get line(): string {
    const lines = this.text.split('\n').map(line => line.trim());
    const said = lines.filter(line => line !== '' && !line.startsWith('throw '));
    return (said.find(line => SAYS_WHY.test(line)) ?? said.at(-1) ?? '').slice(0, LINE_CHARACTERS);
  }
}

/** How the process ended before it was ready. */
export interface FailedStart {
  error?: Error | undefined;
  code: number | null;
  signal: string | null;
  /** Set if it was killed because it was not ready in time. */
  limitMs?: number | undefined;
}

export function whyNotStarted({ error, code, signal, limitMs }: FailedStart, words: string): string {
  if (limitMs !== undefined) return `not ready within ${limitMs / 1000} s`;
  if (error !== undefined) return reasonOf(error);
  if (words !== '') return words;
  return signal === null ? `it ended with ${code}` : `it was ended by ${signal}${SHORT.get(signal) ?? ''}`;
}

export class FailedStarts {
  /** Number of failed starts in a row. */
  count = 0;
  /** Reason of the last one; undefined once workers start. */
  why: string | undefined;
  /** Called with each reason that differs from the last one. */
  onReason: (why: string) => void = () => undefined;
  private hasStarted = false;

  /** Whether to read the next worker's output: as long as none has started, or if the last one did not. */
  get areHeard(): boolean {
    return !this.hasStarted || this.count > 0;
  }

  failed(error: unknown): void {
    this.count++;
    const reason = reasonOf(error);
    const why = NO_MORE.test(reason) ? `${NO_MORE_HINT}: ${reason}` : reason;
    if (why === this.why) return;
    this.why = why;
    this.onReason(why);
  }

  started(): void {
    this.count = 0;
    this.why = undefined;
    this.hasStarted = true;
  }
}
