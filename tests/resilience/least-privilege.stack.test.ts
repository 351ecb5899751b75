import assert from 'node:assert/strict';
import { randomBytes, randomUUID } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { ACCESS_ROLES, type AccessRole } from '../../commands/access/roles.ts';
import { Keyspace } from '../../platform/view-store/redis/keyspace.ts';
import { stackSettings } from '../../stack/settings.ts';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { startReceiver } from '../support/receiver.ts';
import { type Instance, operate, ROLES, startRole } from '../support/service.ts';
import { until } from '../support/waiting.ts';
import { MAY, rightsOf } from './access/blob-rights.ts';
import { type GuardedServers, startGuardedServers } from './access/guarded-servers.ts';

const MIB = 1024 * 1024;

let servers: GuardedServers;
const instances: Instance[] = [];
const environment = (role: AccessRole): Record<string, string> => ({
  ...TEST,
  ...stackSettings(),
  ...servers.settings(role),
});
const TEST = {
  LOG_LEVEL: 'warn',
  EXTRACT_WORKERS: '1',
  EGRESS_ALLOW: '127.0.0.0/8',
  KAFKA_TOPIC_PREFIX: `test-${randomUUID().slice(0, 8)}.`,
  // A short retention makes sweeps come soon.
  SOURCE_RETENTION_SECONDS: '2',
};

before(async () => {
  servers = await startGuardedServers();
  instances.push(...(await Promise.all(ROLES.map(role => startRole(role, environment(role))))));
});
after(async () => {
  for (const { running } of instances) running.child.kill('SIGKILL');
  await Promise.all(instances.map(({ running }) => running.ended));
  await servers?.stop();
});

const logs = () => instances.map(({ running }) => running.stderr()).join('');

describe('each role, with a user of its own in Redis and S3', { timeout: 180_000 }, () => {
  test('does its work: keys, callers who wait, jobs with large documents, webhooks, sweeps and a rebuild', async () => {
    const place = { base: '', dataFolder: '', environment: environment('operator') };
    const lines = await operate(place, 'keys', 'issue', '--name', 'test');
    const issued = lines.at(-1) as { api_key: string } | undefined;
    const base = instances.find(({ role }) => role === 'ingest')?.base ?? '';
    const client = new Client({ base }, issued?.api_key);
    await until('the key to be known', async () => (await client.poll('none')).status === 404);
    assert.match(await client.text(page('least privilege')), /least privilege/);
    const receiver = await startReceiver();
    const large = Buffer.concat([page('a large one'), randomBytes(9 * MIB).map(() => 32)]);
    const query = { webhook_url: receiver.url('/done') };
    const jobId = await client.accepted({ file: large, query, headers: { 'idempotency-key': 'once' } });
    assert.equal((await client.finished(jobId, 60_000)).status, 200);
    await receiver.deliveries('/done', 1);
    assert.equal((await client.extract({ file: Buffer.alloc(MIB, 'junk ') })).status, 415);
    await operate(place, 'rebuild');
    assert.match(await client.text(page('after the rebuild')), /after the rebuild/);
    await receiver.close();
    const sweeper = instances.find(({ role }) => role === 'projector')?.base ?? '';
    const metrics = async () => (await fetch(`${sweeper}/metrics`)).text();
    await until('a sweep', async () => /textrail_swept_total\{kind="job"\} 0/.test(await metrics()));
    const loud = logs().match(/"msg":"[^"]*(failed|refuses|NOPERM)[^"]*"/g) ?? [];
    assert.deepEqual(loud, []);
  });

  for (const role of ACCESS_ROLES) {
    test(`${role} can do to blobs what is its part, and nothing else`, async () => {
      assert.deepEqual(await rightsOf(role, who => servers.settings(who)), MAY[role]);
    });
  }

  /** Commands beyond the reads that all roles may do: what an intruder in a role would try. */
  const ATTEMPTS: [what: string, allowed: AccessRole[], command: (keyspace: Keyspace) => Promise<unknown>][] =
    [
      [
        'issues a key',
        ['projector', 'operator'],
        ({ redis, prefix }) => redis.hset(`${prefix}1:keys`, 'stolen', '{}'),
      ],
      [
        'makes a job look done',
        ['projector', 'operator'],
        ({ redis, prefix }) => redis.hset(`${prefix}1:jobs`, 'x', '{}'),
      ],
      [
        'gives itself quota',
        ['projector', 'operator'],
        ({ redis, prefix }) => redis.hset(`${prefix}1:quota`, 'x', '0'),
      ],
      [
        'swaps the read model',
        ['projector', 'operator'],
        ({ redis, prefix }) => redis.set(`${prefix}live`, '1'),
      ],
      [
        'writes by a script',
        ['projector', 'operator'],
        ({ redis, prefix }) => redis.eval(`return redis.call('SET', '${prefix}x', 1)`, 0),
      ],
      [
        'says how far a job is',
        ['extractor', 'projector', 'operator'],
        ({ redis, prefix }) => redis.set(`${prefix}progress:x`, '1/2', 'PX', 1_000),
      ],
      [
        'unlocks a breaker',
        ['ingest', 'projector', 'operator'],
        ({ redis, prefix }) => redis.del(`${prefix}breaker:x`),
      ],
      [
        'hears documents',
        ['ingest', 'extractor'],
        ({ redis, prefix }) => redis.subscribe(`${prefix}blob:source`),
      ],
      ['hears extractors', ['extractor'], ({ redis, prefix }) => redis.subscribe(`${prefix}peers:extractor`)],
      [
        'speaks to extractors',
        ['extractor'],
        ({ redis, prefix }) => redis.publish(`${prefix}peers:extractor`, '{}'),
      ],
      ['reads what is not the service’s', [], ({ redis }) => redis.get('somebody-else')],
      ['empties the server', [], ({ redis }) => redis.flushall()],
      ['asks for the users', [], ({ redis }) => redis.call('ACL', 'LIST')],
      ['changes the server', [], ({ redis }) => redis.config('SET', 'maxmemory', '1')],
    ];
  for (const [what, allowed, command] of ATTEMPTS) {
    test(`${allowed.length === 0 ? 'nobody' : `only ${allowed.join(', ')}`} ${what} in Redis`, async () => {
      const able: AccessRole[] = [];
      for (const role of ACCESS_ROLES) {
        const { REDIS_URL, REDIS_PREFIX } = servers.settings(role);
        const keyspace = new Keyspace(REDIS_URL!, REDIS_PREFIX!);
        const said = await command(keyspace).then(
          () => undefined,
          (error: Error) => error.message,
        );
        if (said === undefined) able.push(role);
        else assert.match(said, /NOPERM|ACL failure|No permissions|can't (access|run)/i);
        keyspace.redis.disconnect();
      }
      assert.deepEqual(able, allowed);
    });
  }
});
