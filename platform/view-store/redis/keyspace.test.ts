import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { afterEach, describe, it } from 'node:test';
import { ViewStoreUnavailable } from '../view-store.ts';
import { Keyspace } from './keyspace.ts';
import { SCRIPTS } from './scripts.ts';

const opened: (() => void)[] = [];
afterEach(() => {
  for (const close of opened.splice(0)) close();
});

const bulk = (text: string) => `$${text.length}\r\n${text}\r\n`;

/** A server that answers scripts with `answer`, by the number of the connection, and everything else as Redis does. */
async function keyspaceOn(answer: (connection: number) => string, info = () => ''): Promise<Keyspace> {
  let connections = 0;
  const server: Server = createServer(socket => {
    const connection = ++connections;
    socket.on('error', () => undefined);
    socket.on('data', data => {
      for (const command of data.toString('latin1').split(/(?=\*\d+\r\n\$)/)) {
        const name = /^\*\d+\r\n\$\d+\r\n(\w+)/.exec(command)?.[1]?.toLowerCase();
        if (name === undefined) continue;
        const isScript = name === 'evalsha' || name === 'eval';
        socket.write(isScript ? answer(connection) : name === 'info' ? bulk(info()) : '+OK\r\n');
      }
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const keyspace = new Keyspace(`redis://127.0.0.1:${(server.address() as AddressInfo).port}`, 'test');
  opened.push(() => {
    keyspace.redis.disconnect();
    server.close();
  });
  return keyspace;
}

it('a Redis server that is away is told by the system’s word for it, not by how often it was asked', async () => {
  const keyspace = new Keyspace('redis://127.0.0.1:1', 'test');
  opened.push(() => keyspace.redis.disconnect());
  await assert.rejects(keyspace.run(SCRIPTS.caughtUp, ''), {
    message: /connect ECONNREFUSED 127\.0\.0\.1:1$/,
  });
});

describe('a Redis server that cannot serve now', () => {
  for (const words of [
    'MISCONF Redis is configured to save RDB snapshots, but it is currently unable to persist to disk.',
    'NOREPLICAS Not enough good replicas to write.',
    'OOM command not allowed when used memory > maxmemory.',
    'LOADING Redis is loading the dataset in memory',
    'MASTERDOWN Link with MASTER is down',
    'ERR max number of clients reached',
    "NOPERM this user has no permissions to run the 'evalsha' command",
    'NOAUTH Authentication required.',
    "ERR The user executing the script can't access at least one of the keys mentioned in the command arguments script: x",
    "ERR The user executing the script can't run this command or subcommand script: x",
    'ERR Script killed by user with SCRIPT KILL... script: x, on @user_script:1.',
  ])
    it(`and says ${words.split(' ', 7).join(' ')} is waited for, as one that is away`, async () => {
      const keyspace = await keyspaceOn(() => `-${words}\r\n`);
      await assert.rejects(keyspace.run(SCRIPTS.caughtUp, ''), ViewStoreUnavailable);
    });

  it('is not one that finds a mistake in a script', async () => {
    const keyspace = await keyspaceOn(() => '-ERR Error running script: attempt to index a nil value\r\n');
    await assert.rejects(keyspace.run(SCRIPTS.caughtUp, ''), { name: 'ReplyError' });
  });
});

for (const words of [
  "READONLY You can't write against a read only replica. script: x, on @user_script:1.",
  "MASTERDOWN Link with MASTER is down and replica-serve-stale-data is set to 'no'.",
])
  it(`a connection to a server that has become a replica (${words.split(' ', 1)}) is given up: behind the address stands another by now`, async () => {
    const keyspace = await keyspaceOn(connection => (connection === 1 ? `-${words}\r\n` : ':1\r\n'));
    await assert.rejects(keyspace.run(SCRIPTS.markCaughtUp, ''), ViewStoreUnavailable);
    assert.equal(await keyspace.run(SCRIPTS.markCaughtUp, ''), 1);
  });

it('a server that loads its data is used as soon as it has, however long it thought that would take', async () => {
  let asked = 0;
  const loading = 'loading:1\r\nloading_eta_seconds:9\r\n';
  const keyspace = await keyspaceOn(
    () => ':1\r\n',
    () => (++asked === 1 ? loading : 'loading:0\r\n'),
  );
  assert.equal(await keyspace.run(SCRIPTS.markCaughtUp, ''), 1);
});
