/**
 * Shows the progress of a long command: a bar on a terminal, a line every few seconds elsewhere, JSON lines with
 * `--json`. All of it goes to stderr, because stdout is for results. SIGINT ends the command at its next step with exit
 * code 130; a second one ends it at once.
 */

import { setImmediate as turn } from 'node:timers/promises';

const BAR_WIDTH = 30;
const TERMINAL_PAUSE_MS = 100;
const LINE_PAUSE_MS = 5_000;
/**
 * Shortest time between two turns of the event loop, in ms. A log on this machine is read without ever waiting, but
 * signals only arrive between turns.
 */
const TURN_MS = 50;
const INTERRUPTED_CODE = 130;
const CLEAR_LINE = '\r\u001b[K';

export class Interrupted extends Error {
  override readonly name = 'Interrupted';
  readonly exitCode = INTERRUPTED_CODE;

  constructor() {
    super('interrupted');
  }
}

export interface ProgressOptions {
  /** The unit of the count, such as `events`. */
  unit: string;
  json: boolean;
  /** Undefined if it is not known. */
  total?: number;
  stream?: Pick<NodeJS.WriteStream, 'write'> & { isTTY?: boolean };
  /** Monotonic ms; for tests. */
  now?: () => number;
}

export class Progress {
  /** Aborts on SIGINT with `Interrupted`. */
  readonly signal: AbortSignal;
  private readonly options: Required<Omit<ProgressOptions, 'total'>>;
  private readonly interrupt = new AbortController();
  private readonly startedAt: number;
  private readonly total: number | undefined;
  private done = 0;
  private note = '';
  private shownAt: number;
  private turnedAt = Number.NEGATIVE_INFINITY;
  private readonly onSigint = () => {
    if (this.interrupt.signal.aborted) process.exit(INTERRUPTED_CODE);
    this.interrupt.abort(new Interrupted());
  };

  constructor({
    unit,
    json,
    total,
    stream = process.stderr,
    now = () => performance.now(),
  }: ProgressOptions) {
    this.options = { unit, json, stream, now };
    this.total = total;
    this.startedAt = now();
    // A command that ends within seconds needs no progress line.
    this.shownAt = stream.isTTY === true || json ? Number.NEGATIVE_INFINITY : this.startedAt;
    this.signal = this.interrupt.signal;
    process.on('SIGINT', this.onSigint);
  }

  /** Shows the progress; throws `Interrupted` if the command must end. `note`: what it is working on. */
  async at(done: number, note = this.note): Promise<void> {
    const { now, json, stream } = this.options;
    if (now() - this.turnedAt >= TURN_MS) {
      await turn();
      this.turnedAt = now();
    }
    this.signal.throwIfAborted();
    [this.done, this.note] = [done, note];
    const pause = stream.isTTY === true && !json ? TERMINAL_PAUSE_MS : LINE_PAUSE_MS;
    if (now() - this.shownAt < pause) return;
    this.shownAt = now();
    this.show();
  }

  more(count: number, note?: string): Promise<void> {
    return this.at(this.done + count, note);
  }

  /** Must be called in any case, to restore the normal meaning of SIGINT. */
  end(): void {
    process.off('SIGINT', this.onSigint);
    const { stream, json } = this.options;
    if (this.shownAt > Number.NEGATIVE_INFINITY && stream.isTTY === true && !json) stream.write(CLEAR_LINE);
  }

  private show(): void {
    const { stream, json, unit, now } = this.options;
    const { done, total, note } = this;
    const seconds = Math.round((now() - this.startedAt) / 100) / 10;
    if (json) {
      const line = {
        progress: unit,
        done,
        ...(total !== undefined && { total }),
        ...(note !== '' && { note }),
      };
      stream.write(`${JSON.stringify({ ...line, seconds })}\n`);
      return;
    }
    const count = total === undefined ? `${done} ${unit}` : `${done} of ${total} ${unit}`;
    const words = [count, note, `${seconds} s`].filter(word => word !== '').join(', ');
    if (stream.isTTY !== true) stream.write(`${words}\n`);
    else
      stream.write(`${CLEAR_LINE}${total === undefined ? '' : `${bar(done / Math.max(1, total))} `}${words}`);
  }
}

function bar(share: number): string {
  const full = Math.round(Math.min(1, Math.max(0, share)) * BAR_WIDTH);
  return `[${'#'.repeat(full)}${'.'.repeat(BAR_WIDTH - full)}]`;
}
