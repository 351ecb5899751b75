/** Limits connections by how many files and connections this process may have open at once. */
import { readFileSync } from 'node:fs';

/**
 * Files that are reserved, and not available to callers' connections: for 256 webhooks, documents being fetched, blobs
 * being read and written, workers' pipes, servers and stores. At most half of a small limit.
 */
const OWN_FILES = 512;

/** The limit of open files; undefined if the system does not say. Node raises its soft limit to the hard one at the start. */
export function openFilesLimit(limits: () => string = systemsLimits): number | undefined {
  try {
    const told = /^Max open files\s+(\d+)/m.exec(limits());
    return told?.[1] === undefined ? undefined : Number(told[1]);
  } catch {
    return undefined;
  }
}

/**
 * As many of `most` connections as leave enough files for everything else: a webhook attempt that finds no socket
 * counts as used.
 */
export function connectionsWithin(limit: number | undefined, most: number): number {
  if (limit === undefined) return most;
  return Math.max(1, Math.min(most, limit - Math.min(OWN_FILES, Math.ceil(limit / 2))));
}

const systemsLimits = (): string => readFileSync('/proc/self/limits', 'utf8');
