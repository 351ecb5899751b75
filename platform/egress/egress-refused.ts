/** The address is not one that callers may reach. Its message is the same for every reason: it must not be an oracle. */
export class EgressRefused extends Error {
  constructor() {
    super('the address may not be reached');
    this.name = 'EgressRefused';
  }
}
