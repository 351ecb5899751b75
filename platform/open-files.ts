/** How many files and connections this process may have open at once. */
import { readFileSync } from 'node:fs';

/**
 * Kept from callers' connections: for 256 webhooks, documents that are fetched, blobs that are read and written, workers' pipes, servers, stores. Of
 * a small limit half.
 */
const OWN_FILES = 512;

/** Undefined where the system does not say. Node has raised its own to the highest that it may have. */
export function openFilesLimit(limits: () => string = systemsLimits): number | undefined {
  try {
    const told = /^Max open files\s+(\d+)/m.exec(limits());
    return told?.[1] === undefined ? undefined : Number(told[1]);
  } catch {
    return undefined;
  }
}

/** Of `most` connections as many as leave enough for everything else: an attempt of a webhook that finds no socket is used up. */
export function connectionsWithin(limit: number | undefined, most: number): number {
  if (limit === undefined) return most;
  return Math.max(1, Math.min(most, limit - Math.min(OWN_FILES, Math.ceil(limit / 2))));
}

const systemsLimits = (): string => readFileSync('/proc/self/limits', 'utf8');
