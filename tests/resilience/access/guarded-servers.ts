/** Redis and an S3 server for one test, with a user for each role that has the rights of deploy/access. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'minio';
import {
  ACCESS_ROLES,
  type AccessRole,
  policyOf,
  redisUsers,
  userOf,
} from '../../../commands/access/roles.ts';
import { planRedis, prepareRedis } from '../../../stack/redis.ts';
import { planVersitygw, prepareVersitygw } from '../../../stack/s3.ts';
import { ensureRunning, type Server, stopServer } from '../../../stack/supervise.ts';
import { run } from '../../../stack/tools.ts';
import { freeBlock } from '../../support/free-ports.ts';

/** The names used in the files of deploy/access. */
const PREFIX = 'textrail';
const BUCKET = 'textrail';
const ROOT = { accessKey: 'root', secretKey: 'root-secret' };
const secretOf = (role: string): string => `secret-of-${role}`;

export interface GuardedServers {
  /** The REDIS_* and S3_* settings of a role. */
  settings(role: AccessRole): Record<string, string>;
  stop(): Promise<void>;
}

export async function startGuardedServers(): Promise<GuardedServers> {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-access-'));
  const first = await freeBlock(2);
  const [redisPort, s3Port] = [first, first + 1];
  const servers = [await guardedRedis(folder, redisPort), await guardedS3(folder, s3Port)];
  await Promise.all(servers.map(ensureRunning));
  await makeUsers(s3Port);
  return {
    settings: role => ({
      REDIS_URL: `redis://${userOf(role)}:${secretOf(role)}@127.0.0.1:${redisPort}`,
      REDIS_PREFIX: PREFIX,
      S3_ENDPOINT: `http://127.0.0.1:${s3Port}`,
      S3_ACCESS_KEY: userOf(role),
      S3_SECRET_KEY: secretOf(role),
      S3_BUCKET: BUCKET,
    }),
    stop: async () => {
      for (const server of servers) await stopServer(server);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

async function guardedRedis(folder: string, port: number): Promise<Server> {
  return planRedis(await prepareRedis(), folder, port, redisUsers(PREFIX, secretOf));
}

async function guardedS3(folder: string, port: number): Promise<Server> {
  const server = planVersitygw(await prepareVersitygw(), { folder, port, ...ROOT });
  return { ...server, args: ['--iam-dir', mkdtempSync(join(folder, 'iam-')), ...server.args] };
}

/**
 * Creates the users. versitygw knows only policies of buckets, so the roles' policies are joined into one that names
 * the user of each statement.
 */
async function makeUsers(port: number): Promise<void> {
  const program = await prepareVersitygw();
  const signIn = ['--access', ROOT.accessKey, '--secret', ROOT.secretKey];
  const admin = ['admin', ...signIn, '--endpoint-url', `http://127.0.0.1:${port}`];
  for (const role of ACCESS_ROLES) {
    const user = ['--access', userOf(role), '--secret', secretOf(role), '--role', 'user'];
    await run(program, [...admin, 'create-user', ...user]);
  }
  const client = new Client({ endPoint: '127.0.0.1', port, useSSL: false, region: 'us-east-1', ...ROOT });
  await client.makeBucket(BUCKET, 'us-east-1');
  const statements = ACCESS_ROLES.flatMap(role =>
    policyOf(role, BUCKET).Statement.map(statement => ({ ...statement, Principal: { AWS: [userOf(role)] } })),
  );
  await client.setBucketPolicy(BUCKET, JSON.stringify({ Version: '2012-10-17', Statement: statements }));
}
