/**
 * Thrown for an address that callers may not reach. The message is the same for every reason, so that it cannot be used
 * as an oracle.
 */
export class EgressRefused extends Error {
  constructor() {
    super('the address may not be reached');
    this.name = 'EgressRefused';
  }
}
