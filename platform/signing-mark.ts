/**
 * A mark of the secret that signs webhooks, which the service leaves in the data folder. A command that runs without
 * the service's setting would derive secrets that match nothing; the mark lets it notice. The mark gives no more away
 * than a signed delivery does: both only let somebody test a guess of the secret.
 */
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const MARK_FILE = 'webhook-secret.mark';
/** 64 bits, so that two secrets do not have the same mark by chance. */
const MARK_DIGITS = 16;

const markOf = (secret: string): string =>
  createHmac('sha256', secret).update('textrail webhook secret mark').digest('hex').slice(0, MARK_DIGITS);

/** Leaves the mark; called by the service that signs. */
export function leaveMark(folder: string, [newest = '']: readonly string[]): void {
  const path = join(folder, MARK_FILE);
  if (!isMarked(path, newest)) writeFileSync(path, `${markOf(newest)}\n`);
}

/** True if the service of this folder signs with another secret; false if there is no mark. */
export function signsByAnother(folder: string, [newest = '']: readonly string[]): boolean {
  const path = join(folder, MARK_FILE);
  return existsSync(path) && !isMarked(path, newest);
}

const isMarked = (path: string, secret: string): boolean =>
  existsSync(path) && readFileSync(path, 'utf8').trim() === markOf(secret);
