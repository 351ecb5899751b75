/** Starts single services of the distributed mode as processes, for a benchmark on the running stack. */
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { freePort } from '../tests/support/free-ports.ts';
import type { ServiceAddress } from './load.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const READY_MS = 60_000;
const POLL_MS = 50;
const UNLIMITED = '1000000000';

export type Environment = Record<string, string>;

export interface Role {
  base: string;
  pid: number;
  /** Resolves when the service says that it is ready. */
  ready: Promise<void>;
  /** A counter of `/metrics`, summed over its labels; 0 before the service listens. */
  counter(name: string): Promise<number>;
  stop(signal?: NodeJS.Signals): Promise<void>;
}

/** `core`: the only core on which the service and its children run. */
export async function startRole(role: string, environment: Environment, core?: number): Promise<Role> {
  const port = await freePort();
  const base = `http://127.0.0.1:${port}`;
  const pinned = core === undefined ? [] : ['taskset', '-c', String(core)];
  const [file = '', ...rest] = [...pinned, process.execPath, 'main.ts', role];
  const child = spawn(file, rest, {
    cwd: ROOT,
    env: { ...process.env, ...environment, PORT: String(port) },
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  return {
    base,
    pid: child.pid ?? 0,
    ready: ready(role, child, base),
    counter: name => counter(base, name),
    stop: async (signal = 'SIGTERM') => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      const gone = new Promise(resolve => child.once('exit', resolve));
      child.kill(signal);
      await gone;
    },
  };
}

/** Runs an operator's command to its end and returns its last line, parsed. */
export function operate<T>(environment: Environment, name: string, ...args: string[]): T {
  const output = execFileSync(process.execPath, [`commands/${name}.ts`, ...args], {
    cwd: ROOT,
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  }).toString();
  return JSON.parse(output.trim().split('\n').at(-1) ?? '{}') as T;
}

/** The address for requests, and a new key without limits. */
export function unlimited({ base }: Role, environment: Environment): ServiceAddress {
  const { api_key: key } = operate<{ api_key: string }>(environment, 'keys', 'issue', '--quota', UNLIMITED);
  return { base, key };
}

async function ready(role: string, child: ChildProcess, base: string): Promise<void> {
  for (const end = Date.now() + READY_MS; Date.now() < end; await sleep(POLL_MS)) {
    if (child.exitCode !== null) throw new Error(`${role} ended at its start`);
    const answer = await fetch(`${base}/readyz`).catch(() => undefined);
    if (answer?.ok) return;
  }
  child.kill('SIGKILL');
  throw new Error(`${role} did not get ready`);
}

async function counter(base: string, name: string): Promise<number> {
  const answer = await fetch(`${base}/metrics`).catch(() => undefined);
  const text = (await answer?.text()) ?? '';
  return text
    .split('\n')
    .filter(line => line.startsWith(`${name}{`) || line.startsWith(`${name} `))
    .reduce((sum, line) => sum + Number(line.slice(line.lastIndexOf(' ') + 1)), 0);
}
