/**
 * Where log lines go: written beside the work, in order. What cannot be written is lost and nothing else: a full disk
 * under the log file, a terminal that was closed or a collector that is gone must not end the service, nor hold it up
 * (pino's own stream does either).
 */
import { write, writeSync } from 'node:fs';
import { promisify } from 'node:util';

/** Takes bytes and answers how many; `writeNow` before it returns. Both fail with the system's codes. */
export interface Place {
  write(bytes: Uint8Array): Promise<number>;
  writeNow(bytes: Uint8Array): number;
}

/** Waiting for whoever reads them; later ones are lost. */
const CEILING_BYTES = 1024 * 1024;
const BUSY_PAUSE_MS = 50;
/** At the end of the process: a second of the pauses. */
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
  /** Of what was written last; it goes first. */
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

  /** For the end of the process, and pino's fatal lines: what waits is written now, or never. */
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

  /** Everything that is to be written and is not being written, and nothing of it waits any more. */
  private take(): Uint8Array {
    const all = Buffer.concat([this.rest, ...this.waiting]);
    this.rest = Buffer.alloc(0);
    this.waiting = [];
    this.waitingBytes = 0;
    return all;
  }
}

/** A pipe whose reader is behind. */
function isBusy(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EAGAIN';
}
