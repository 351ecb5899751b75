/** Finds the API key where clients of other services put it: each knows only its own way, and offers no choice. */
import type { FastifyRequest } from 'fastify';

/**
 * The equivalent `Authorization` header: from `X-Api-Key`, or from the password of HTTP Basic (RFC 7617), which clients
 * take from an address such as `https://key:dk_…@host/tika-compat`. Undefined if there is no key at all.
 */
export function authorizationOf({ headers }: FastifyRequest): string | undefined {
  const { authorization, 'x-api-key': apiKey } = headers;
  if (authorization === undefined) return typeof apiKey === 'string' ? `Bearer ${apiKey}` : undefined;
  const [, encoded] = /^Basic +([A-Za-z0-9+/=]+)$/i.exec(authorization) ?? [];
  if (encoded === undefined) return authorization;
  const pair = Buffer.from(encoded, 'base64').toString();
  const [user = '', ...password] = pair.split(':');
  return `Bearer ${password.join(':') || user}`;
}
