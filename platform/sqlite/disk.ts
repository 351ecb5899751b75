/** Treats a disk that is full or fails as an outage: work that needs the disk waits, the rest goes on. */
import { statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** SQLite's primary result codes (the low byte): locked by another process, I/O error, disk full, cannot be opened. */
const SQLITE_CODES = [5, 10, 13, 14];
const SYSTEM_CODES = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'];
const PAUSE_MS = 500;

export function isDiskFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return SQLITE_CODES.includes(Number(error.errcode) & 0xff);
  return 'code' in error && SYSTEM_CODES.includes(String(error.code));
}

/**
 * Turns the error of a start that failed at the disk into a message that says where to look; returns other errors
 * unchanged. SQLite says `disk I/O error` for most failures, and names no file once it is open.
 */
export function atTheDisk(error: unknown, folder: string): unknown {
  const causes: unknown[] = [error];
  for (const one of causes) if (one instanceof Error && one.cause !== undefined) causes.push(one.cause);
  const failure = causes.find(isDiskFailure);
  if (!(failure instanceof Error)) return error;
  return new Error(`the disk of DATA_DIR fails: ${failure.message} (${folder}: ${leftOf(folder)})`, {
    cause: error,
  });
}

function leftOf(folder: string): string {
  try {
    const { bavail, bsize, ffree } = statfsSync(folder);
    return `${((bavail * bsize) / 1024 ** 2).toFixed(1)} MB and ${ffree} files free`;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}

/** SQLITE_CORRUPT, SQLITE_NOTADB. */
const DAMAGE_CODES = [11, 26];

/** True if the file is not a complete database any more, so that no retry can read it. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && DAMAGE_CODES.includes(Number(error.errcode) & 0xff);
}

/** Runs a periodic check; one that fails at the disk is left to the next time. */
export function unlessDiskFails(look: () => void): void {
  try {
    look();
  } catch (error) {
    if (!isDiskFailure(error)) throw error;
  }
}

/** Retries work that the disk refuses for `patienceMs`, and then rejects with the port's own error. */
export async function onDisk<T>(
  work: () => T | Promise<T>,
  Unavailable: new (message: string, options: ErrorOptions) => Error,
  patienceMs = 0,
): Promise<T> {
  const end = performance.now() + patienceMs;
  for (;;) {
    try {
      return await work();
    } catch (cause) {
      if (!isDiskFailure(cause)) throw cause;
      if (performance.now() >= end) throw new Unavailable('the disk takes no writes', { cause });
      await sleep(PAUSE_MS);
    }
  }
}
