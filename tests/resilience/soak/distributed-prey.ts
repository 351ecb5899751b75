/** The four services, two of each, on servers of their own: processes, servers and the network between all may fail. */
import { cpSync, existsSync, rmSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { type Running, run } from '../../support/process.ts';
import { ROLES, type Role } from '../../support/service.ts';
import { sleep, until } from '../../support/waiting.ts';
import { freeBlock } from '../free-ports.ts';
import { OwnStack, type StackServer } from '../own-stack.ts';
import type { Ledger } from './ledger.ts';
import { DIRECTIONS, LONGEST_OUTAGE_MS, Network, portOf } from './network.ts';
import { descendants, type Fault, freeze, type Prey, signal, weight } from './prey.ts';
import type { Random } from './random.ts';

const REPLICAS = 2;
const READY_MS = 90_000;
/** Beyond DRAIN_MS: closing connections (`CLOSE_MS` of the runtime), and a machine that is busy. */
const STOP_GRACE_MS = 9_000;
const RESTART_PAUSE_MS = 1_000;

class Member {
  readonly role: Role;
  readonly base: string;
  private readonly environment: Record<string, string>;
  private readonly ledger: Ledger;
  private readonly logs: string[] = [];
  private running: Running | undefined;
  private dying = false;

  constructor(role: Role, port: number, environment: Record<string, string>, ledger: Ledger) {
    this.role = role;
    this.base = `http://127.0.0.1:${port}`;
    this.environment = { ...environment, PORT: String(port) };
    this.ledger = ledger;
  }

  get pid(): number {
    return this.running?.child.pid ?? 0;
  }

  start(changes: Record<string, string> = {}): void {
    if (this.running !== undefined) return;
    const begun = run(['main.ts', this.role], { ...this.environment, ...changes });
    this.running = begun;
    this.dying = false;
    void begun.ended.then(() => {
      this.logs.push(begun.stderr());
      this.running = undefined;
      if (this.dying) return;
      // A crash that a restart heals is a way to stand an outage; an orchestrator would start it again as well.
      this.ledger.count(
        `${this.role} ended by itself: ${/"name":"(\w+)"/.exec(begun.stderr().slice(-4_000))?.[1]}`,
      );
      setTimeout(() => this.dying || this.start(), RESTART_PAUSE_MS);
    });
  }

  async end(name: 'SIGKILL' | 'SIGTERM'): Promise<number | string | undefined> {
    const { running } = this;
    this.dying = true;
    running?.child.kill(name);
    return running?.ended;
  }

  async stop(): Promise<void> {
    const begun = Date.now();
    const code = await this.end('SIGTERM');
    const ms = Date.now() - begun;
    this.ledger.count(`stop of ${this.role}`);
    if (ms > Number(this.environment.DRAIN_MS) + STOP_GRACE_MS)
      this.ledger.violation(`the stop of ${this.role} took ${ms} ms`);
    if (code !== 0 && code !== undefined) this.ledger.count(`stop of ${this.role} ended with ${code}`);
  }

  async ready(): Promise<void> {
    const isReady = async () => (await fetch(`${this.base}/readyz`).catch(() => undefined))?.status === 200;
    await until(`${this.role} to get ready`, isReady, READY_MS);
  }

  log(): string {
    return [...this.logs, this.running?.stderr() ?? ''].join('\n');
  }
}

export async function startDistributedPrey(settings: Record<string, string>, ledger: Ledger): Promise<Prey> {
  const network = new Network();
  const stack = await OwnStack.up(await network.kafkaPort());
  const given = stack.settings;
  network.leadTo(given);
  const environmentOf = async (user: string) => ({
    ...settings,
    ...given,
    EXTRACT_WORKERS: '1',
    ...(await network.addresses(user)),
  });
  const environments = await Promise.all(ROLES.map(environmentOf));
  const first = await freeBlock(ROLES.length * REPLICAS);
  const members = ROLES.flatMap((role, at) =>
    Array.from(
      { length: REPLICAS },
      (_, n) => new Member(role, first + at * REPLICAS + n, environments[at] ?? {}, ledger),
    ),
  );
  const ofRole = (role: Role) => members.filter(member => member.role === role);
  const startAll = async (changes?: Record<string, string>) => {
    for (const member of members) member.start(changes);
    await Promise.all(members.map(member => member.ready()));
  };
  const stopAll = async () => {
    for (const role of ROLES.toReversed()) await Promise.all(ofRole(role).map(member => member.stop()));
  };
  await startAll();
  const bases = () => ofRole('ingest').map(({ base }) => base);
  return {
    place: { base: bases()[0] ?? '', environment: await environmentOf('operator'), dataFolder: '' },
    bases,
    faults: [
      ...processFaults(members),
      ...serverFaults(stack, portOf(given.REDIS_URL), ledger),
      ...network.faults(),
      ...stopsWithoutNetwork(members, network),
    ],
    heal: async () => {
      network.heal();
      await stack.again();
      await startAll();
    },
    log: () => members.map(member => member.log()).join('\n'),
    weights: () => members.map(({ role, pid }) => weight(role, pid)),
    stop: stopAll,
    again: startAll,
    destroy: async () => {
      await Promise.all(members.map(member => member.end('SIGKILL')));
      network.close();
      await stack.destroy();
    },
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

/** A stop is orderly whatever its process can no longer reach. */
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

function serverFaults(stack: OwnStack, redisPort: number, ledger: Ledger): Fault[] {
  const data = join(stack.folder, 'redis');
  const copy = join(stack.folder, 'redis-of-old');
  const restarted =
    (server: StackServer, meanwhile: () => void = () => undefined) =>
    async (random: Random) => {
      stack.kill(server);
      await sleep(random.next() * 3_000);
      meanwhile();
      await stack.again();
    };
  return [
    { name: 'kill Kafka', weight: 1, strike: restarted('kafka') },
    {
      name: 'freeze Kafka',
      weight: 1,
      strike: async random => freeze(stack.pid('kafka'), random, LONGEST_OUTAGE_MS),
    },
    // What it was told in the last moments it may not have written.
    { name: 'kill Redis', weight: 1, strike: restarted('redis', () => ledger.forget()) },
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
        return told(redisPort, 'FLUSHALL');
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
      strike: restarted('redis', () => {
        if (!existsSync(copy)) return;
        ledger.forget();
        rmSync(data, { recursive: true });
        cpSync(copy, data, { recursive: true });
      }),
    },
    { name: 'kill S3', weight: 1, strike: restarted('minio') },
    {
      name: 'freeze S3',
      weight: 1,
      strike: async random => freeze(stack.pid('minio'), random, LONGEST_OUTAGE_MS),
    },
  ];
}

function told(port: number, command: string): Promise<void> {
  return new Promise(resolve => {
    const socket = connect(port, '127.0.0.1', () => socket.write(`${command}\r\n`));
    socket.once('data', () => socket.destroy());
    socket.once('error', () => resolve());
    socket.once('close', () => resolve());
  });
}
