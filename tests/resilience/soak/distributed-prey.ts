/** The four services, two instances each, on servers of their own. Processes, servers and the network between them may fail. */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { freeBlock } from '../../support/free-ports.ts';
import { ROLES, type Role } from '../../support/service.ts';
import { sleep } from '../../support/waiting.ts';
import { KafkaCluster } from '../kafka-cluster.ts';
import { makeNextBuild } from '../next-build.ts';
import { OwnStack, type StackServer } from '../own-stack.ts';
import { brokerFaults } from './broker-faults.ts';
import type { Ledger } from './ledger.ts';
import { longFaults } from './long-faults.ts';
import { Member } from './member.ts';
import { DIRECTIONS, LONGEST_OUTAGE_MS, Network, portOf } from './network.ts';
import { descendants, type Fault, freeze, type Prey, signal, weight } from './prey.ts';
import type { Random } from './random.ts';
import { RedisFailover, told } from './redis-failover.ts';
import { redisStates } from './redis-states.ts';

const REPLICAS = 2;
/** 3 is what users run; one broker takes less time and memory. */
const BROKERS = Number(process.env.TEXTRAIL_SOAK_BROKERS ?? 1);

/** Seconds until a preferred leader leads again after its broker has come back, or after leaders have moved. */
const ELECTION_INTERVAL_SECONDS = 2;

export async function startDistributedPrey(settings: Record<string, string>, ledger: Ledger): Promise<Prey> {
  const network = new Network(ledger);
  const stack = await OwnStack.up(await network.kafkaPort());
  // The stack's own broker is then idle.
  const cluster =
    BROKERS === 1
      ? undefined
      : await KafkaCluster.start(BROKERS, {
          listen: broker => network.brokerPort(broker),
          electionIntervalSeconds: ELECTION_INTERVAL_SECONDS,
        });
  const given = stack.settings;
  network.leadTo(given, cluster?.brokers);
  const environmentOf = async (user: string) => ({
    ...settings,
    ...given,
    EXTRACT_WORKERS: '1',
    ...(await network.addresses(user)),
  });
  const environments = await Promise.all(ROLES.map(environmentOf));
  const first = await freeBlock(ROLES.length * REPLICAS);
  const members = ROLES.flatMap((role, at) =>
    Array.from({ length: REPLICAS }, (_, n) => {
      // One instance of each role has a name, so after a restart it is the same member as before; the other becomes a
      // new one.
      const name = n === 0 ? { INSTANCE_NAME: `${role}-0` } : {};
      return new Member(role, first + at * REPLICAS + n, { ...environments[at], ...name }, ledger);
    }),
  );
  const ofRole = (role: Role) => members.filter(member => member.role === role);
  const startAll = async (changes?: Record<string, string>) => {
    for (const member of members) member.start(changes);
    await Promise.all(members.map(member => member.ready()));
  };
  const stopAll = async () => {
    for (const role of ROLES.toReversed()) await Promise.all(ofRole(role).map(member => member.stop()));
  };
  const next = makeNextBuild();
  const failover = new RedisFailover(stack.folder, network.relays.redis, portOf(given.REDIS_URL), ledger);
  const bases = () => ofRole('ingest').map(({ base }) => base);
  const destroy = async () => {
    await Promise.all(members.map(member => member.end('SIGKILL')));
    network.close();
    failover.destroy();
    next.dispose();
    await cluster?.destroy();
    await stack.destroy();
  };
  // No caller has it yet, so what has started would run on and restart itself.
  await startAll().catch(error => destroy().then(() => Promise.reject(error)));
  return {
    place: { base: bases()[0] ?? '', environment: await environmentOf('operator'), dataFolder: '' },
    bases,
    faults: [
      ...processFaults(members),
      ...(cluster === undefined ? kafkaFaults(stack) : brokerFaults(cluster, members)),
      ...serverFaults(stack, portOf(given.REDIS_URL), ledger),
      ...redisStates(portOf(given.REDIS_URL)),
      ...network.faults(),
      ...stopsWithoutNetwork(members, network),
      ...longFaults({ members, network, ledger, next, environment: environments[0] ?? {} }),
      { name: 'fail Redis over to a replica', weight: 1, strike: random => failover.strike(random) },
    ],
    heal: async () => {
      network.heal();
      await stack.again();
      await cluster?.complete();
      await startAll();
    },
    log: () => members.map(member => member.log()).join('\n'),
    weights: () => members.map(({ role, pid }) => weight(role, pid)),
    stop: stopAll,
    again: startAll,
    destroy,
  };
}

function processFaults(members: Member[]): Fault[] {
  const some = (random: Random) => random.pick(members);
  return [
    {
      name: 'kill -9',
      weight: 4,
      strike: async random => {
        const member = some(random);
        await member.end('SIGKILL');
        await sleep(random.next() * 2_000);
        member.start();
      },
    },
    {
      name: 'kill -9 of a whole role',
      weight: 1,
      strike: async random => {
        const { role } = some(random);
        const both = members.filter(member => member.role === role);
        await Promise.all(both.map(member => member.end('SIGKILL')));
        await sleep(random.next() * 2_000);
        for (const member of both) member.start();
      },
    },
    {
      name: 'SIGTERM',
      weight: 3,
      strike: async random => {
        const member = some(random);
        await member.stop();
        member.start();
      },
    },
    { name: 'freeze', weight: 4, strike: random => freeze(some(random).pid, random) },
    {
      name: 'freeze two',
      weight: 2,
      strike: async random => {
        const other = random.fork();
        await Promise.all([freeze(some(random).pid, random), freeze(some(other).pid, other)]);
      },
    },
    {
      name: 'kill a worker',
      weight: 1,
      strike: async random => {
        const extractor = random.pick(members.filter(({ role }) => role === 'extractor'));
        signal(random.pick(descendants(extractor.pid)), 'SIGKILL');
      },
    },
  ];
}

/** A stop is orderly even if the process cannot reach a server. */
function stopsWithoutNetwork(members: Member[], network: Network): Fault[] {
  return Object.entries(network.relays).map(([name, relay]) => ({
    name: `SIGTERM while the network to ${name} is silent`,
    weight: 0.5,
    strike: async random => {
      const member = random.pick(members);
      relay.hush(random.pick(DIRECTIONS), member.role);
      await sleep(random.next() * 2_000);
      await member.stop();
      relay.heal();
      member.start();
    },
  }));
}

const restarted =
  (stack: OwnStack, server: StackServer, meanwhile: () => void = () => undefined) =>
  async (random: Random) => {
    stack.kill(server);
    await sleep(random.next() * 3_000);
    meanwhile();
    await stack.again();
  };

function kafkaFaults(stack: OwnStack): Fault[] {
  return [
    { name: 'kill Kafka', weight: 1, strike: restarted(stack, 'kafka') },
    {
      name: 'freeze Kafka',
      weight: 1,
      strike: async random => freeze(stack.pid('kafka'), random, LONGEST_OUTAGE_MS),
    },
  ];
}

function serverFaults(stack: OwnStack, redisPort: number, ledger: Ledger): Fault[] {
  const data = join(stack.folder, 'redis');
  const copy = join(stack.folder, 'redis-of-old');
  return [
    // Redis may not have written the last moments to disk.
    { name: 'kill Redis', weight: 1, strike: restarted(stack, 'redis', () => ledger.forget()) },
    {
      name: 'freeze Redis',
      weight: 1,
      strike: async random => freeze(stack.pid('redis'), random, LONGEST_OUTAGE_MS),
    },
    {
      name: 'flush Redis',
      weight: 1,
      strike: () => {
        ledger.forget();
        return told(redisPort, 'FLUSHALL').then(() => undefined);
      },
    },
    {
      name: 'take a copy of Redis',
      weight: 1,
      strike: async () => {
        rmSync(copy, { recursive: true, force: true });
        cpSync(data, copy, { recursive: true });
      },
    },
    {
      name: 'bring back an old Redis',
      weight: 1,
      strike: restarted(stack, 'redis', () => {
        if (!existsSync(copy)) return;
        ledger.forget();
        rmSync(data, { recursive: true });
        cpSync(copy, data, { recursive: true });
      }),
    },
    { name: 'kill S3', weight: 1, strike: restarted(stack, 'minio') },
    {
      name: 'freeze S3',
      weight: 1,
      strike: async random => freeze(stack.pid('minio'), random, LONGEST_OUTAGE_MS),
    },
  ];
}
