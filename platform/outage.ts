/**
 * Tells whether an error means that a server or store we depend on is away: waiting helps, and restarting the process
 * would not.
 */
const OUTAGE = /^(Log|BlobStore|ViewStore)Unavailable$/;

/** Compares names, so that no port needs to import the others. */
export function isOutage(error: unknown): boolean {
  return error instanceof Error && OUTAGE.test(error.name);
}
