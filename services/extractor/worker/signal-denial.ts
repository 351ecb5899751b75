/**
 * Denies signals inside a document worker: the service runs as the same user, and Node's permission model does not
 * cover signals.
 */

function denied(): never {
  throw new Error('document workers send no signals');
}

/** Call it before any parser is loaded. A worker ends with `process.exit`. */
export function denySignals(): void {
  Object.assign(process, { kill: denied, _kill: denied });
}
