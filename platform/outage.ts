/** Whether something that we stand on is away: waiting helps, and starting the process again would not. */
const OUTAGE = /^(Log|BlobStore|ViewStore)Unavailable$/;

/** By name, so that no port has to know the others. */
export function isOutage(error: unknown): boolean {
  return error instanceof Error && OUTAGE.test(error.name);
}
