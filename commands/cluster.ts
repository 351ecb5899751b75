/**
 * `npm run cluster [-- --ingest N --extractor N --projector N --webhooker N]`: runs the four services as separate
 * processes on the distributed adapters, with the addresses from the environment or from the running stack. Each role
 * uses its own user if there is one (stack/role-settings.ts). Each instance listens on the next port after PORT. A
 * service that ends is restarted, as an orchestrator would do. No service outlives this process, however that ends:
 * each holds a channel to it, and stops when the channel closes (see main.ts).
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { parseArgs } from 'node:util';
import { baseUrl } from '../platform/listen.ts';
import { InvalidSetting } from '../platform/setting-value.ts';
import { readSettings } from '../platform/settings.ts';
import { roleSettings } from '../stack/role-settings.ts';
import { stackSettings } from '../stack/settings.ts';
import { endWithReader } from './closed-output.ts';
import { fail, understood } from './usage.ts';

const ROLES = ['projector', 'extractor', 'webhooker', 'ingest'] as const;
type Role = (typeof ROLES)[number];

const RESTART_PAUSE_MS = 1_000;
/** Time to stop beyond the services' own drain, in ms. */
const STOP_GRACE_MS = 10_000;
const READY_POLL_MS = 100;
const PARENT_POLL_MS = 500;

interface Instance {
  role: Role;
  port: number;
  child: ChildProcess;
}

const COUNT_OPTIONS = Object.fromEntries(
  ROLES.map(role => [role, { type: 'string', default: '1' }]),
) as Record<Role, { type: 'string'; default: string }>;
const USAGE = 'npm run cluster [-- --ingest N --extractor N --projector N --webhooker N]';
endWithReader('cluster');
const counts = orExit(() => understood(USAGE, readCounts));
const environment = { ...(process.env.KAFKA_BROKERS ? {} : stackOrExplain()), ...process.env };
const settings = orExit(() => readSettings(environment, true));
const instances: Instance[] = [];
/** A prefix that no other cluster on the same servers shares, even if two hosts have the same name. */
const clusterName = randomUUID().slice(0, 8);
let stopping = false;

/** Reports a mistake at the command line or in the environment in one clear line, and exits with 1. */
function orExit<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    fail('cluster', error);
    process.exit();
  }
}

/** Reads the number of instances of each role. */
function readCounts(): Map<Role, number> {
  const { values } = parseArgs({ options: COUNT_OPTIONS });
  return new Map(
    ROLES.map(role => {
      if (!/^\d{1,2}$/.test(values[role])) throw new Error(`--${role} takes a number up to 99`);
      return [role, Number(values[role])];
    }),
  );
}

function stackOrExplain(): Record<string, string> {
  try {
    return stackSettings();
  } catch {
    process.stderr.write(
      'cluster: set KAFKA_BROKERS, REDIS_URL and the S3_* settings, or start the servers: npm run stack -- up\n',
    );
    process.exit(1);
  }
}

/** Fails if a port is in use: the other program would be taken for a service that is ready. */
async function checkPorts(ports: readonly number[]): Promise<void> {
  for (const port of ports) {
    const server = createServer().listen(port, settings.HOST);
    await once(server, 'listening').catch(error => {
      fail('cluster', new InvalidSetting('HOST, PORT', error.message));
      process.exit();
    });
    await new Promise(resolve => server.close(resolve));
  }
}

function start(role: Role, port: number): void {
  // The name stays the same after a restart, so that the instance gets its partitions back at once.
  const INSTANCE_NAME = `${role}-${clusterName}-${port}`;
  const env = { ...environment, ...roleSettings(role, environment), PORT: String(port), INSTANCE_NAME };
  const child = spawn(process.execPath, ['main.ts', role], {
    cwd: new URL('..', import.meta.url),
    env,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    // Run in a process group of its own: otherwise Ctrl-C in a terminal would signal it as well, and our SIGTERM would
    // be its second signal.
    detached: true,
  });
  const instance = { role, port, child };
  instances.push(instance);
  process.stdout.write(`${role} ${baseUrl(settings.HOST, port)} pid ${child.pid}\n`);
  child.once('exit', (code, signal) => {
    instances.splice(instances.indexOf(instance), 1);
    if (stopping) return;
    process.stderr.write(`cluster: ${role} on port ${port} ended (${signal ?? code}); starting it again\n`);
    setTimeout(() => {
      if (!stopping) start(role, port);
    }, RESTART_PAUSE_MS);
  });
}

async function isReady({ port }: Instance): Promise<boolean> {
  try {
    return (await fetch(`${baseUrl(settings.HOST, port)}/readyz`)).ok;
  } catch {
    return false;
  }
}

/**
 * Waits until all instances run and are ready. `instances` does not contain an instance that has ended and waits for
 * its restart.
 */
async function allReady(count: number): Promise<void> {
  const areReady = async () =>
    instances.length === count && (await Promise.all(instances.map(isReady))).every(Boolean);
  while (!stopping && !(await areReady())) await new Promise(resolve => setTimeout(resolve, READY_POLL_MS));
}

/** Stops the roles one after another, so that ingest can still answer callers whose jobs the others are finishing. */
async function stopInTurn(): Promise<void> {
  stopping = true;
  await end(instances.filter(({ role }) => role === 'ingest'));
  await end(instances);
}

async function end(some: readonly Instance[]): Promise<void> {
  const gone = some.map(({ child }) => new Promise(resolve => child.once('exit', resolve)));
  for (const { child } of some) child.kill('SIGTERM');
  const late = setTimeout(
    () => {
      for (const { child } of some) child.kill('SIGKILL');
    },
    settings.DRAIN_ACCEPT_MS + settings.DRAIN_MS + STOP_GRACE_MS,
  );
  await Promise.all(gone);
  clearTimeout(late);
}

let stopped: Promise<void> | undefined;
async function stopAndExit(): Promise<void> {
  // npm passes a terminal's signal on, so that it arrives twice.
  stopped ??= stopInTurn();
  await stopped;
  process.exit(0);
}
for (const signal of ['SIGTERM', 'SIGINT', 'SIGHUP'] as const) process.on(signal, stopAndExit);

/** Writes the targets for the Prometheus of `npm run stack -- up --observability`, in the format of its file_sd_config. */
function writeTargets(all: { role: Role; port: number }[]): void {
  const file = process.env.PROMETHEUS_TARGETS_FILE;
  if (file === undefined) return;
  const targets = all.map(({ role, port }) => ({
    targets: [`127.0.0.1:${port}`],
    labels: { app_kubernetes_io_component: role, pod: `${role}-${port}` },
  }));
  writeFileSync(file, JSON.stringify(targets));
}

/**
 * npm passes signals on, but not SIGKILL: after that nobody could stop the processes it started. So stop when the
 * parent process changes.
 */
function stopWithNpm(): void {
  if (process.env.npm_lifecycle_event !== 'cluster') return;
  const npm = process.ppid;
  setInterval(() => {
    if (process.ppid !== npm) void stopAndExit();
  }, PARENT_POLL_MS).unref();
}

stopWithNpm();
const roles = ROLES.toReversed().flatMap(role => Array.from({ length: counts.get(role) ?? 0 }, () => role));
await checkPorts(roles.map((_, at) => settings.PORT + at));
writeTargets(roles.map((role, at) => ({ role, port: settings.PORT + at })));
for (const [at, role] of roles.entries()) start(role, settings.PORT + at);
await allReady(roles.length);
// The command only reads its environment: without the stack's addresses it would issue a key of the embedded service.
const ISSUE = 'npm run keys -- issue';
const issue = process.env.KAFKA_BROKERS ? ISSUE : `(set -a; eval "$(npm run -s stack -- up)"; ${ISSUE})`;
process.stdout.write(
  `Textrail is ready at ${baseUrl(settings.HOST, settings.PORT)}; issue a key: ${issue}\n`,
);
