/** The rights of each role in Redis and S3, read from deploy/access and adapted to the names of a deployment. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

const ACCESS = join(import.meta.dirname, '..', '..', 'deploy', 'access');
export const ACCESS_ROLES = ['ingest', 'extractor', 'projector', 'webhooker', 'operator'] as const;
export type AccessRole = (typeof ACCESS_ROLES)[number];
/** The user's name in both servers. */
export const userOf = (role: AccessRole): string => `textrail-${role}`;

interface Statement {
  Effect: string;
  Action: string[];
  Resource: string[];
}

export interface Policy {
  Version: string;
  Statement: Statement[];
}

/** What a role may do with `bucket`, which may be a pattern (`textrail*`). */
export function policyOf(role: AccessRole, bucket: string): Policy {
  const text = readFileSync(join(ACCESS, 's3', `${role}.json`), 'utf8');
  return JSON.parse(text.replaceAll(':::textrail', () => `:::${bucket}`)) as Policy;
}

/**
 * The users of Redis, one a line, for an ACL file (which has no comments).
 * @param prefix REDIS_PREFIX, or a pattern that matches several.
 */
export function redisUsers(prefix: string, secretOf: (role: AccessRole) => string): string[] {
  return readFileSync(join(ACCESS, 'redis.acl'), 'utf8')
    .split('\n')
    .filter(line => line.startsWith('user '))
    .map(line =>
      ACCESS_ROLES.reduce(
        (sofar, role) => sofar.replace(`>PASSWORD-OF-${role.toUpperCase()}`, () => `>${secretOf(role)}`),
        line.replaceAll('{textrail}', () => `{${prefix}}`),
      ),
    );
}
