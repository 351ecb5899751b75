/** Building blocks for the descriptions of routes in /openapi.json. */
import { ERRORS } from './errors.ts';

export type Node = Record<string, unknown>;

export const json = (...names: string[]): Node => {
  const references = names.map(name => ({ $ref: `#/components/schemas/${name}` }));
  return { 'application/json': { schema: references.length === 1 ? references[0] : { oneOf: references } } };
};

export const header = (description: string): Node => ({ description, schema: { type: 'integer' } });

export function errorsWith(status: number): string {
  const codes = Object.entries(ERRORS).filter(([, entry]) => entry.status === status);
  return codes.map(([code, entry]) => `\`${code}\`: ${entry.cause}`).join('\n\n');
}

export function failures(statuses: readonly number[]): Node {
  const entries = statuses.map(status => [
    String(status),
    { description: errorsWith(status), content: json('ExtractError') },
  ]);
  return Object.fromEntries(entries);
}

export const AUTHENTICATION_FAILURES: Node = {
  401: {
    description: 'no Authorization header',
    headers: {
      'WWW-Authenticate': { description: 'the scheme to use', schema: { type: 'string', const: 'Bearer' } },
    },
    content: json('AuthFailure'),
  },
  403: { description: 'the key is malformed, unknown or revoked', content: json('AuthFailure') },
};

/** Not in the interface's table of errors, which has no code for it; callers should do the same as for `timeout`. */
export const UNAVAILABLE: Node = {
  503: {
    description: 'the service is stopping, or what it stands on is away: `timeout`, retry',
    headers: { 'Retry-After': header('seconds to wait') },
    content: json('ExtractError'),
  },
};

export function query(name: string, description: string, schema: Node): Node {
  return { name, in: 'query', required: false, description, schema };
}
