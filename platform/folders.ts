/** Folders that are made where they are missing. */
import { existsSync, mkdirSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * One by one: where a folder that is there takes none (/proc), Node's recursive way asks for its parents for ever
 * instead of saying so. `mode` is that of what is made.
 */
export function makeFolder(folder: string, mode?: number): void {
  const missing: string[] = [];
  for (let at = resolve(folder); !existsSync(at); at = dirname(at)) missing.unshift(at);
  for (const at of missing) makeOne(at, mode);
  // A file, and a link that leads nowhere, are told from a folder.
  mkdirSync(folder, { recursive: true });
}

function makeOne(folder: string, mode?: number): void {
  try {
    mkdirSync(folder, mode);
  } catch (error) {
    // Another process was quicker.
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
}
