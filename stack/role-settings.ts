/**
 * The settings of a role with its own user in Redis and S3, if the environment has one: ROLE_NAME (INGEST_REDIS_URL,
 * OPERATOR_S3_ACCESS_KEY, …) replaces NAME. The plain names are the administrator's.
 */
import { ACCESS_ROLES, type AccessRole, userOf } from '../commands/access/roles.ts';

const OWN = ['REDIS_URL', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'] as const;
type Environment = Record<string, string | undefined>;

/** The variables to change in `environment` for a process of this role. */
export function roleSettings(role: AccessRole, environment: Environment): Record<string, string> {
  const own = OWN.map(name => [name, environment[`${role.toUpperCase()}_${name}`]] as const);
  return Object.fromEntries(
    own.filter((entry): entry is [(typeof OWN)[number], string] => entry[1] !== undefined),
  );
}

/** The settings of all roles with their prefixes, for a Redis at `redisAddress` (`host:port`). */
export function settingsOfRoles(
  redisAddress: string,
  secretOf: (role: AccessRole) => string,
): Record<string, string> {
  const entries = ACCESS_ROLES.flatMap(role => {
    const own = {
      REDIS_URL: `redis://${userOf(role)}:${secretOf(role)}@${redisAddress}`,
      S3_ACCESS_KEY: userOf(role),
      S3_SECRET_KEY: secretOf(role),
    };
    return OWN.map(name => [`${role.toUpperCase()}_${name}`, own[name]]);
  });
  return Object.fromEntries(entries);
}
