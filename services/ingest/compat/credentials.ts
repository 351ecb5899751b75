/** Where the clients of other services put their key: each has one way only, and none of them asks which. */
import type { FastifyRequest } from 'fastify';

/**
 * The `Authorization` header that a request would have here: `X-Api-Key`, or the password of HTTP Basic (RFC 7617), which
 * clients take from an address such as `https://key:dk_…@host/tika-compat`. Undefined where there is no key at all.
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
