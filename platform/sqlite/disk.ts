/** A disk that is full or fails is an outage like any other: what needs it waits, and whoever does not goes on. */
import { statfsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

/** Result codes of SQLite (their low byte): held by another process, a failed read or write, full, cannot be opened. */
const SQLITE_CODES = [5, 10, 13, 14];
const SYSTEM_CODES = ['ENOSPC', 'EDQUOT', 'EIO', 'EROFS', 'EMFILE', 'ENFILE'];
const PAUSE_MS = 500;

export function isDiskFailure(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if ('errcode' in error) return SQLITE_CODES.includes(Number(error.errcode) & 0xff);
  return 'code' in error && SYSTEM_CODES.includes(String(error.code));
}

/**
 * A start that failed at the disk, in words that say where to look; anything else as it is. SQLite says `disk I/O error` of most of it, and
 * names no file once it is open.
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

/** Whether the file is no database any more, or not a whole one: no attempt will read it. */
export function isDamage(error: unknown): boolean {
  return error instanceof Error && 'errcode' in error && DAMAGE_CODES.includes(Number(error.errcode) & 0xff);
}

/** For a look that is taken again and again: one that the disk does not let through is left to the next. */
export function unlessDiskFails(look: () => void): void {
  try {
    look();
  } catch (error) {
    if (!isDiskFailure(error)) throw error;
  }
}

/** Repeats what the disk does not take for `patienceMs`, and then rejects with the port's own error. */
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
