/**
 * A mark of the secret that signs webhooks, left in the data folder by the service: a command that was not given the service's setting
 * derives secrets that fit nothing, and could not tell. It tells the secret to nobody who could not try it on a delivery as well.
 */
import { createHmac } from 'node:crypto';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

export const MARK_FILE = 'webhook-secret.mark';
/** 64 bits: two secrets that are taken for one another by chance are not met. */
const MARK_DIGITS = 16;

const markOf = (secret: string): string =>
  createHmac('sha256', secret).update('textrail webhook secret mark').digest('hex').slice(0, MARK_DIGITS);

/** By the service that signs. */
export function leaveMark(folder: string, [newest = '']: readonly string[]): void {
  const path = join(folder, MARK_FILE);
  if (!isMarked(path, newest)) writeFileSync(path, `${markOf(newest)}\n`);
}

/** Whether the service of this folder signs by another secret; false where none has said so. */
export function signsByAnother(folder: string, [newest = '']: readonly string[]): boolean {
  const path = join(folder, MARK_FILE);
  return existsSync(path) && !isMarked(path, newest);
}

const isMarked = (path: string, secret: string): boolean =>
  existsSync(path) && readFileSync(path, 'utf8').trim() === markOf(secret);
