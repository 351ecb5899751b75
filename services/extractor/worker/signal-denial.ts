/**
 * Denies signals inside a document worker: the service has the same user, and Node's permissions leave them to everybody.
 */

function denied(): never {
  throw new Error('document workers send no signals');
}

/** Call before any parser is loaded. A worker ends by `process.exit`. */
export function denySignals(): void {
  Object.assign(process, { kill: denied, _kill: denied });
}
