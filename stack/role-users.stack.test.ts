import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, test } from 'node:test';
import { type Administrator, ensureBucket, setUser } from '../commands/access/minio-admin.ts';
import { ACCESS_ROLES, type AccessRole, userOf } from '../commands/access/roles.ts';
import { Keyspace } from '../platform/view-store/redis/keyspace.ts';
import { MAY, rightsOf } from '../tests/resilience/access/blob-rights.ts';
import { roleSettings } from './role-settings.ts';
import { stackSettings } from './settings.ts';

const stack = stackSettings();
const settings = (role: AccessRole) => ({ ...stack, ...roleSettings(role, stack) });
const signIn = (role: AccessRole): Administrator => ({
  endpoint: stack.S3_ENDPOINT ?? '',
  accessKey: settings(role).S3_ACCESS_KEY ?? '',
  secretKey: settings(role).S3_SECRET_KEY ?? '',
});

/** The error that a role gets for `command`; undefined if it is permitted. */
async function refusalOf(role: AccessRole, tag: string, command: (at: Keyspace) => Promise<unknown>) {
  const keyspace = new Keyspace(settings(role).REDIS_URL ?? '', tag);
  const said = await command(keyspace).then(
    () => undefined,
    (error: Error) => error.message,
  );
  keyspace.redis.disconnect();
  return said;
}

describe('the local stack has a user for each role', () => {
  for (const role of ACCESS_ROLES) {
    test(`${role} can do to MinIO's blobs what is its part, and nothing else`, async () => {
      assert.deepEqual(await rightsOf(role, settings), MAY[role]);
    });

    test(`${role} can change no other user of MinIO and make no bucket`, async () => {
      const other = userOf(role === 'ingest' ? 'operator' : 'ingest');
      await assert.rejects(setUser(signIn(role), other, randomUUID()), /403 AccessDenied/);
      await assert.rejects(ensureBucket(signIn(role), `other-${randomUUID()}`), /403 AccessDenied/);
    });
  }

  test('in Redis only projector and operator write the read model, whatever its prefix', async () => {
    const tag = `test-${randomUUID()}`;
    for (const role of ACCESS_ROLES) {
      const said = await refusalOf(role, tag, ({ redis, prefix }) =>
        redis.hset(`${prefix}1:jobs`, 'x', '{}'),
      );
      if (role === 'projector' || role === 'operator') assert.equal(said, undefined, role);
      else assert.match(said ?? '', /^NOPERM/, role);
    }
    assert.equal(
      await refusalOf('operator', tag, ({ redis, prefix }) => redis.del(`${prefix}1:jobs`)),
      undefined,
    );
  });

  test('in Redis no role reaches what is not the service’s, or the server itself', async () => {
    for (const role of ACCESS_ROLES) {
      assert.match((await refusalOf(role, 'x', ({ redis }) => redis.get('other'))) ?? '', /^NOPERM/);
      assert.match((await refusalOf(role, 'x', ({ redis }) => redis.flushall())) ?? '', /^NOPERM/);
    }
  });
});
