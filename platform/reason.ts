/** Why something failed, in the words of the system or the server, taken from the innermost cause. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  // Node tries each address of a name and collects the errors, with an empty message.
  if (error instanceof AggregateError && error.errors.length > 0)
    return [...new Set(error.errors.map(reasonOf))].join(', ');
  return error.message === '' ? error.name : error.message;
}
