/** A stack for one test (servers that may be killed), and the four services on it with several instances. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freeBlock } from '../support/free-ports.ts';
import { finish, type Running, run } from '../support/process.ts';
import { until } from '../support/waiting.ts';

export type StackServer = 'kafka' | 'redis' | 'minio';
export type Environment = Record<string, string>;

export class OwnStack {
  readonly folder: string;
  readonly settings: Environment;

  private readonly advertised: number | undefined;

  /** `advertised`: the port that Kafka sends its clients to, if a relay stands in front of it. */
  static async up(advertised?: number): Promise<OwnStack> {
    const folder = mkdtempSync(join(tmpdir(), 'textrail-stack-'));
    // No caller has the stack yet, so servers that have started would run on.
    const settings = await stackUp(folder, advertised).catch(async error => {
      await wipe(folder);
      throw error;
    });
    return new OwnStack(folder, settings, advertised);
  }

  private constructor(folder: string, settings: Environment, advertised: number | undefined) {
    this.folder = folder;
    this.settings = settings;
    this.advertised = advertised;
  }

  pid(server: StackServer): number {
    const [pid] = readFileSync(join(this.folder, `${server}.pid`), 'utf8').split(' ');
    return Number(pid);
  }

  kill(server: StackServer): void {
    process.kill(this.pid(server), 'SIGKILL');
  }

  /** Starts the servers that died. */
  async again(): Promise<void> {
    assert.deepEqual(
      await stackUp(this.folder, this.advertised),
      this.settings,
      'the settings once exported stay right',
    );
  }

  async destroy(): Promise<void> {
    await wipe(this.folder);
  }
}

async function wipe(folder: string): Promise<void> {
  await finish(['stack/stack.ts', 'down', '--wipe'], { STACK_DIR: folder });
}

async function stackUp(folder: string, advertised: number | undefined): Promise<Environment> {
  // Use native servers even if Docker is available: a test kills them by their processes.
  const { code, stdout, stderr } = await finish(['stack/stack.ts', 'up'], {
    STACK_DIR: folder,
    STACK_ENGINE: 'native',
    ...(advertised === undefined ? {} : { STACK_KAFKA_ADVERTISED: String(advertised) }),
  });
  assert.equal(code, 0, stderr);
  const lines = stdout.trim().split('\n');
  return Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

/** Six processes start at once on two cores that others use as well. */
const READY_MS = 180_000;

/** `npm run cluster`, which restarts processes that die. */
export class Cluster {
  private readonly running: Running;
  private readonly environment: Environment;

  static async start(counts: Record<string, number>, settings: Environment): Promise<Cluster> {
    const instances = Object.values(counts).reduce((sum, count) => sum + count, 0);
    const port = await freeBlock(instances);
    const environment = { ...settings, PORT: String(port), LOG_LEVEL: 'warn' };
    const args = Object.entries(counts).flatMap(([role, count]) => [`--${role}`, String(count)]);
    const cluster = new Cluster(
      run(['commands/cluster.ts', ...args], environment, { detached: true }),
      environment,
    );
    await until(
      'a cluster that is ready',
      () => /Textrail is ready/.test(cluster.running.stdout()),
      READY_MS,
    );
    return cluster;
  }

  private constructor(running: Running, environment: Environment) {
    this.running = running;
    this.environment = environment;
  }

  /** Base addresses of a role's running instances. */
  bases(role: string): string[] {
    return [...new Set(this.started(role).map(({ base }) => base))];
  }

  /** Kills a running instance; `at` counts from 0. */
  kill(role: string, at: number): void {
    const base = this.bases(role)[at];
    const latest = this.started(role).findLast(instance => instance.base === base);
    if (latest === undefined) throw new Error(`no ${role} ${at} runs`);
    process.kill(latest.pid, 'SIGKILL');
  }

  async issueKey(quota: number): Promise<{ key_id: string; api_key: string }> {
    const args = ['commands/keys.ts', 'issue', '--quota', String(quota), '--rate', '1000000'];
    const { code, stdout, stderr } = await finish(args, this.environment);
    assert.equal(code, 0, stderr);
    return JSON.parse(stdout.trim().split('\n').at(-1) ?? '');
  }

  /** The command that it prints for issuing a key. */
  issueCommand(): string {
    return /issue a key: (.*)$/m.exec(this.running.stdout())?.[1] ?? '';
  }

  log(): string {
    return this.running.stderr();
  }

  /** Sends SIGINT to the whole process group, as a terminal does. */
  interrupt(): void {
    process.kill(-(this.running.child.pid ?? 0), 'SIGINT');
  }

  /** Kills `npm run cluster` itself with SIGKILL; its services get no signal. */
  killSupervisor(): void {
    this.running.child.kill('SIGKILL');
  }

  /** Process ids of everything that it started. */
  pids(): number[] {
    const lines = this.running.stdout().matchAll(/^\w+ http:\S+ pid (\d+)$/gm);
    return [...lines].map(([, pid]) => Number(pid));
  }

  ended(): Promise<number | string> {
    return this.running.ended;
  }

  async stop(): Promise<void> {
    this.running.child.kill('SIGTERM');
    await this.running.ended;
  }

  private started(role: string): { base: string; pid: number }[] {
    const lines = this.running.stdout().matchAll(/^(\w+) (http:\S+) pid (\d+)$/gm);
    return [...lines].flatMap(([, name, base = '', pid]) =>
      name === role ? [{ base, pid: Number(pid) }] : [],
    );
  }
}
