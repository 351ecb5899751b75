/** Keeps two services from one data folder: each would answer for the other's jobs and never wake its waiters. */
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const FILE = 'service.pid';

/** Throws with a clear line if a running service holds the folder. Returns the release. */
export function lockFolder(folder: string): () => void {
  const path = join(folder, FILE);
  for (let tries = 0; tries < 2; tries++) {
    try {
      writeFileSync(path, String(process.pid), { flag: 'wx' });
      return () => rmSync(path, { force: true });
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const holder = Number(readFileSync(path, 'utf8'));
      if (isService(holder)) throw new Error(`DATA_DIR is in use by the service with process id ${holder}`);
      rmSync(path, { force: true });
    }
  }
  throw new Error('DATA_DIR is being taken by another service');
}

/** A process id may belong to something else after a crash or in another container: look at what it runs. */
function isService(pid: number): boolean {
  if (!Number.isInteger(pid) || pid <= 0 || pid === process.pid) return false;
  try {
    process.kill(pid, 0);
  } catch {
    return false;
  }
  try {
    return readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('main.ts');
  } catch {
    return true;
  }
}
