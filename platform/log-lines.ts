/**
 * Writes log lines in order without holding up other work. Lines that cannot be written are lost, with no other effect:
 * a full disk under the log file, a closed terminal or a missing collector must neither end the service nor block it
 * (pino's own stream does one or the other).
 */
import { write, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/**
 * Where lines go. Both functions return how many bytes were taken, `writeNow` synchronously, and fail with the system's
 * error codes.
 */
export interface Place {
  write(bytes: Uint8Array): Promise<number>;
  writeNow(bytes: Uint8Array): number;
}

/** Most bytes that wait to be written; later lines are lost. */
const CEILING_BYTES = 1024 * 1024;
const BUSY_PAUSE_MS = 50;
/** Attempts at the end of the process; with the pauses between them they take a second. */
const LAST_ATTEMPTS = 20;

const writeTo = promisify(write);

export const STDERR: Place = {
  write: async bytes => (await writeTo(2, bytes)).bytesWritten,
  writeNow: bytes => writeSync(2, bytes),
};

export class LogLines {
  private readonly place: Place;
  private waiting: Buffer[] = [];
  private waitingBytes = 0;
  /** The part of the last write that is not written yet; it goes first. */
  private rest: Uint8Array = Buffer.alloc(0);
  private writing = false;

  constructor(place: Place = STDERR) {
    this.place = place;
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.waitingBytes + bytes.length > CEILING_BYTES) return;
    this.waiting.push(bytes);
    this.waitingBytes += bytes.length;
    if (!this.writing) void this.writeAll();
  }

  /** Writes what waits, or drops it. For the end of the process, and for pino's fatal lines. */
  flushSync(): void {
    let rest = this.take();
    for (let attempt = 0; rest.length > 0 && attempt < LAST_ATTEMPTS; attempt++) {
      try {
        rest = rest.subarray(this.place.writeNow(rest));
      } catch (error) {
        if (!isBusy(error)) return;
        Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, BUSY_PAUSE_MS);
      }
    }
  }

  private async writeAll(): Promise<void> {
    this.writing = true;
    for (let bytes = this.take(); bytes.length > 0; bytes = this.take()) await this.writeSome(bytes);
    this.writing = false;
  }

  private async writeSome(bytes: Uint8Array): Promise<void> {
    try {
      this.rest = bytes.subarray(await this.place.write(bytes));
    } catch (error) {
      if (!isBusy(error)) return;
      this.rest = bytes;
      await new Promise(resolve => setTimeout(resolve, BUSY_PAUSE_MS).unref());
    }
  }

  /** Takes everything that waits and empties the queue. */
  private take(): Uint8Array {
    const all = Buffer.concat([this.rest, ...this.waiting]);
    this.rest = Buffer.alloc(0);
    this.waiting = [];
    this.waitingBytes = 0;
    return all;
  }
}

/** True if a pipe's reader is behind. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
