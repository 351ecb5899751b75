import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Longest wait for the lock in ms: longer than the slowest first `up` (which builds the S3 server). */
const WAIT_LIMIT_MS = 20 * 60_000;
const POLL_MS = 200;

/**
 * Runs `work` under a lock. Two concurrent `up` (two test runs) would start each server twice; with the lock the second
 * one waits, and then finds all servers running.
 */
export async function withLock<T>(path: string, work: () => Promise<T>): Promise<T> {
  const end = Date.now() + WAIT_LIMIT_MS;
  mkdirSync(dirname(path), { recursive: true });
  while (!take(path)) {
    if (Date.now() > end) throw new Error(`another stack command has held ${path} for too long`);
    await sleep(POLL_MS);
  }
  try {
    return await work();
  } finally {
    rmSync(path, { force: true });
  }
}

function take(path: string): boolean {
  try {
    writeFileSync(path, String(process.pid), { flag: 'wx' });
    return true;
  } catch {
    if (!isHolderAlive(path)) rmSync(path, { force: true });
    return false;
  }
}

function isHolderAlive(path: string): boolean {
  try {
    process.kill(Number(readFileSync(path, 'utf8')), 0);
    return true;
  } catch {
    return false;
  }
}
