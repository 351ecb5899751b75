import type { FastifyInstance } from 'fastify';
import { InvalidSetting } from './setting-value.ts';
import type { Settings } from './settings.ts';

/** An IPv6 address stands in brackets there (RFC 3986, 3.2.2). */
export const baseUrl = (host: string, port: number): string =>
  `http://${host.includes(':') ? `[${host}]` : host}:${port}`;

/** Opens a role's listener; throws `InvalidSetting` where HOST or PORT cannot be had. */
export async function listen(server: FastifyInstance, { HOST, PORT }: Settings): Promise<void> {
  try {
    await server.listen({ host: HOST, port: PORT });
  } catch (error) {
    throw new InvalidSetting('HOST, PORT', error instanceof Error ? error.message : String(error));
  }
}
