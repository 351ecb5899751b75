/** Makes folders that are missing. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a folder and its missing parents, one by one: if an existing folder does not allow new ones (/proc), Node's
 * recursive mkdir keeps trying its parents for ever instead of failing. `mode` applies to the folders that are made.
 */
export function makeFolder(folder: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const at of missing) makeOne(at, mode);
  // Throws if the path is a file, or a link that leads nowhere.
  mkdirSync(folder, { recursive: true });
}

function makeOne(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process made it first.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
