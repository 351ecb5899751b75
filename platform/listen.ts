import type { FastifyInstance } from 'fastify';
import { InvalidSetting } from './setting-value.ts';
import type { Settings } from './settings.ts';

/**
 * Addresses that mean all addresses of the machine (RFC 1122 3.2.1.3, RFC 4291 2.5.2), which nothing can be sent to;
 * and an address to use instead.
 */
const REACHED_AT = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['::', '::1'],
]);

/** The URL at which this machine reaches a server that listens there; IPv6 addresses are in brackets (RFC 3986, 3.2.2). */
export function baseUrl(host: string, port: number): string {
  const address = REACHED_AT.get(host) ?? host;
  return `http://${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** Starts a role's listener. Throws `InvalidSetting` if HOST or PORT cannot be used. */
export async function listen(server: FastifyInstance, { HOST, PORT }: Settings): Promise<void> {
  try {
    await server.listen({ host: HOST, port: PORT });
  } catch (error) {
    throw new InvalidSetting('HOST, PORT', error instanceof Error ? error.message : String(error));
  }
}
