/** Why something failed, in the words of whoever met it first: the system's or the server's, below all wrappers. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // Node tries each address of a name, and leaves the message empty.
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.map(reasonOf))].join(', ');
  return error.message === '' ? error.name : error.message;
}
