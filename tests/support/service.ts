/** The service under test, as child processes, in the mode of the suite. */
import { randomBytes } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Administrator, ensureBucket } from '../../commands/access/minio-admin.ts';
import type { AccessRole } from '../../commands/access/roles.ts';
import { roleSettings } from '../../stack/role-settings.ts';
import { freeBlock } from './free-ports.ts';
import { MODE } from './mode.ts';
import { finish, type Running, run } from './process.ts';
import { until } from './waiting.ts';

export type Environment = Record<string, string>;

/** Where a service is, for tests that look at what it keeps. */
export type Place = Pick<Service, 'base' | 'environment' | 'dataFolder'>;

export interface Service {
  base: string;
  /** The environment of its processes; the operator's commands run with the same. */
  environment: Environment;
  /** The embedded service's data folder; empty in the distributed mode. */
  dataFolder: string;
  /** The key that the first start printed; undefined after later starts and in the distributed mode. */
  firstKey: string | undefined;
  processes: Running[];
  /** Log lines of all processes. */
  log(): string;
  /** Sends SIGTERM to all processes at once and waits until they end. Returns their exit codes. */
  stop(): Promise<(number | string)[]>;
  /** Sends SIGTERM as an orchestrator does: to ingest first, and to the others once nobody waits any more. */
  stopInTurn(): Promise<(number | string)[]>;
  /** Sends SIGKILL to all processes. */
  kill(): Promise<void>;
  /** Starts the same service again on the same data after a stop or kill. Throws if it does not become ready. */
  again(changes?: Environment): Promise<Service>;
  /** Stops the service and removes its data. */
  dispose(): Promise<void>;
}

/** Resident memory of its own processes in MB, without workers. */
export function residentMb({ processes }: Service): number {
  const sizes = processes.map(({ child }) => {
    const status = readFileSync(`/proc/${child.pid}/status`, 'utf8');
    return Number(/^VmRSS:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1024;
  });
  return sizes.reduce((sum, size) => sum + size, 0);
}

export const ROLES = ['projector', 'extractor', 'webhooker', 'ingest'] as const;
export type Role = (typeof ROLES)[number];

/** Two document workers are enough for tests; four would compete for the machine. */
const TEST_SETTINGS: Environment = { LOG_LEVEL: 'warn', EXTRACT_WORKERS: '2', OCR_LANGUAGES: 'eng' };
/** The stack's settings, taken from the suite's environment. */
const STACK_SETTINGS = [
  'KAFKA_BROKERS',
  'REDIS_URL',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'SCHEMA_REGISTRY_URL',
];
/** Settings of a distributed service whose servers all do not answer. */
export const NO_SERVERS: Environment = {
  WEBHOOK_SIGNING_SECRET: 'x',
  KAFKA_BROKERS: '127.0.0.1:1',
  REDIS_URL: 'redis://127.0.0.1:1',
  S3_ENDPOINT: 'http://127.0.0.1:1',
  S3_ACCESS_KEY: 'x',
  S3_SECRET_KEY: 'x',
  S3_BUCKET: 'bucket',
};
/** Most ms for a start, which takes two seconds on idle cores. */
const START_MS = 180_000;

/** Starts a new service; resolves when it is ready. */
export async function startService(settings: Environment = {}): Promise<Service> {
  const environment = { ...TEST_SETTINGS, ...(await surroundings()), ...settings };
  if (MODE === 'distributed' && hasRoleUsers(environment))
    await ensureBucket(administrator(environment), environment.S3_BUCKET ?? '');
  return MODE === 'embedded' ? startEmbedded(environment) : startDistributed(environment);
}

/** Settings that give each service its own place: a folder, or names in the stack that no other suite uses. */
async function surroundings(): Promise<Environment> {
  if (MODE === 'embedded') return { DATA_DIR: mkdtempSync(join(tmpdir(), 'textrail-test-')), PORT: '0' };
  const given = STACK_SETTINGS.flatMap(name => {
    const value = process.env[name];
    return value === undefined ? [] : [[name, value]];
  });
  const suffix = randomBytes(4).toString('hex');
  return {
    ...Object.fromEntries(given),
    S3_BUCKET: `textrail-test-${suffix}`,
    KAFKA_TOPIC_PREFIX: `test-${suffix}.`,
    REDIS_PREFIX: `test-${suffix}:`,
    WEBHOOK_SIGNING_SECRET: `whsec_${suffix}`,
  };
}

/**
 * Whether roles use their own users: only on the stack's servers with the stack's settings, since a test's own server
 * or relay has one user.
 */
const hasRoleUsers = (environment: Environment): boolean =>
  process.env.TEXTRAIL_TEST_ROLE_USERS === '1' &&
  ['REDIS_URL', 'S3_ENDPOINT', 'S3_ACCESS_KEY'].every(
    name => environment[name] !== undefined && environment[name] === process.env[name],
  );

/** Settings for the role's own user of Redis and S3, with the rights of deploy/access. */
const asRole = (role: AccessRole, environment: Environment): Environment =>
  hasRoleUsers(environment) ? roleSettings(role, process.env) : {};

const administrator = (environment: Environment): Administrator => ({
  endpoint: environment.S3_ENDPOINT ?? '',
  accessKey: environment.S3_ACCESS_KEY ?? '',
  secretKey: environment.S3_SECRET_KEY ?? '',
});

async function startEmbedded(environment: Environment): Promise<Service> {
  const running = run(['main.ts'], environment);
  const base = await until(
    'the service to get ready',
    async () => {
      if (running.child.exitCode !== null)
        throw new Error(`the service ended at its start: ${running.stderr()}`);
      return /^Textrail is ready at (\S+)$/m.exec(running.stdout())?.[1];
    },
    START_MS,
  );
  const firstKey = /^API key.*: (\S+)$/m.exec(running.stdout())?.[1];
  return service({ environment, processes: [running], base, firstKey, start: startEmbedded });
}

async function startDistributed(environment: Environment): Promise<Service> {
  const first = await freeBlock(ROLES.length);
  // Like a pod's name, it stays the same after a kill.
  const named = (role: Role) => ({ ...environment, INSTANCE_NAME: role });
  const instances = ROLES.map((role, at) => beginRole(role, named(role), first + at));
  await Promise.all(instances.map(({ ready }) => ready()));
  const processes = instances.map(({ running }) => running);
  const base = instances.at(-1)?.base ?? '';
  return service({ environment, processes, base, firstKey: undefined, start: startDistributed });
}

/** One process of the distributed service. */
export interface Instance {
  role: Role;
  base: string;
  running: Running;
  ready: () => Promise<void>;
}

/**
 * Starts another instance beside a service's own, with the service's environment; resolves when it is ready. `program`:
 * absolute path of another build; this one by default.
 */
export async function startRole(role: Role, environment: Environment, program?: string): Promise<Instance> {
  const port = await freeBlock(1);
  const instance = beginRole(role, { ...environment, INSTANCE_NAME: `${role}-${port}` }, port, program);
  await instance.ready();
  return instance;
}

function beginRole(role: Role, environment: Environment, port: number, program = 'main.ts'): Instance {
  const running = run([program, role], { ...environment, ...asRole(role, environment), PORT: String(port) });
  const base = `http://127.0.0.1:${port}`;
  const isReady = async () => {
    if (running.child.exitCode !== null) throw new Error(`${role} ended at its start: ${running.stderr()}`);
    const answer = await fetch(`${base}/readyz`).catch(() => undefined);
    return answer?.status === 200;
  };
  const ready = async () => void (await until(`${role} to get ready`, isReady, START_MS));
  return { role, base, running, ready };
}

interface Started {
  environment: Environment;
  processes: Running[];
  base: string;
  firstKey: string | undefined;
  start: (environment: Environment) => Promise<Service>;
}

function service({ environment, processes, base, firstKey, start }: Started): Service {
  const dataFolder = environment.DATA_DIR ?? '';
  let ending = false;
  for (const { ended, stderr } of processes) {
    void ended.then(code => {
      if (!ending && code !== 0)
        process.stderr.write(`a process of the service ended by itself with ${code}:\n${stderr()}`);
    });
  }
  const end = async (signal: NodeJS.Signals, some = processes) => {
    ending = true;
    for (const { child } of some) child.kill(signal);
    return Promise.all(some.map(({ ended }) => ended));
  };
  return {
    base,
    environment,
    dataFolder,
    firstKey,
    processes,
    log: () => processes.map(({ stderr }) => stderr()).join(''),
    stop: () => end('SIGTERM'),
    stopInTurn: async () => {
      // Ingest is the last role in the list.
      const first = await end('SIGTERM', processes.slice(-1));
      return [...first, ...(await end('SIGTERM', processes.slice(0, -1)))];
    },
    kill: async () => {
      await end('SIGKILL');
    },
    again: (changes = {}) => start({ ...environment, ...changes }),
    dispose: async () => {
      await end('SIGKILL');
      if (dataFolder !== '') rmSync(dataFolder, { recursive: true, force: true });
    },
  };
}

/** Runs an operator's command beside the service. Throws with its error output if it fails. */
export async function operate(service: Place, name: string, ...args: string[]): Promise<object[]> {
  const { code, stdout, stderr } = await finish([`commands/${name}.ts`, ...args], {
    ...service.environment,
    ...asRole('operator', service.environment),
  });
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${stderr}`);
  return stdout
    .split('\n')
    .filter(line => line.startsWith('{'))
    .map(line => JSON.parse(line) as object);
}
