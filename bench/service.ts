/**
 * Starts the embedded service for a benchmark, with a fresh data folder, a key without limits, and two cores where the
 * system can pin processes.
 */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceAddress } from './load.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const UNLIMITED = '1000000000';
/** The targets are for a machine with this many cores; the service has as many workers. */
export const CORES = 2;
/** Linux reports processor time in hundredths of a second (USER_HZ). */
const TICKS_A_SECOND = 100;

export interface BenchService extends ServiceAddress {
  /** Ms from the start of the process to its line that says it is ready. */
  readyMs: number;
  /** What the service has printed so far. */
  printed(): string;
  /** CPU seconds of the service and all its workers so far, including those that have ended. */
  cpuSeconds(): number;
  /** CPU seconds of the service's own process so far. */
  ownCpuSeconds(): number;
  /** Size of its data folder in MB. */
  storedMb(): number;
  /** Proportional set size of the service and all its workers, MB: shared pages are counted once. */
  memoryMb(): number;
  stop(): Promise<void>;
  /** Issues another key, by default without limits. */
  issueKey(rate?: number): string;
  /** Kills the service, whatever it still has to do. */
  kill(): Promise<void>;
}

/** `program`: the folder of another build; this one by default. `flags`: further Node flags for the service's own process. */
export async function startService(
  environment: Record<string, string> = {},
  program = ROOT,
  flags: readonly string[] = [],
): Promise<BenchService> {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-bench-'));
  const settings = {
    PORT: '0',
    DATA_DIR: folder,
    RATE_LIMIT_PER_MINUTE: UNLIMITED,
    LOG_LEVEL: 'warn',
    EXTRACT_WORKERS: String(CORES),
  };
  const compiled = { NODE_COMPILE_CACHE: 'node_modules/.cache/compiled' };
  const env = { ...process.env, ...compiled, ...settings, ...environment };
  const startedAt = performance.now();
  const command = [...pinned(), process.execPath, '--max-semi-space-size=16', ...flags, 'main.ts'];
  const [file = '', ...rest] = command;
  const child = spawn(file, rest, { cwd: program, env, stdio: ['ignore', 'pipe', 'inherit'] });
  let printed = '';
  child.stdout.on('data', chunk => {
    printed += chunk;
  });
  const base = await readyLine(child, () => printed);
  const readyMs = performance.now() - startedAt;
  const issueKey = (rate = Number(UNLIMITED)) => {
    const flags = ['--quota', UNLIMITED, '--rate', String(rate)];
    const issued = execFileSync(process.execPath, ['commands/keys.ts', 'issue', ...flags], {
      cwd: program,
      env,
    });
    const last = issued.toString().trim().split('\n').at(-1) ?? '{}';
    return (JSON.parse(last) as { api_key: string }).api_key;
  };
  const end = async (signal: NodeJS.Signals) => {
    const gone = new Promise(resolve => child.once('exit', resolve));
    child.kill(signal);
    await gone;
    rmSync(folder, { recursive: true, force: true });
  };
  return {
    base,
    key: issueKey(),
    issueKey,
    readyMs,
    printed: () => printed,
    cpuSeconds: () => cpuSeconds(child),
    ownCpuSeconds: () => cpuTicks(child.pid ?? 0, 2) / TICKS_A_SECOND,
    storedMb: () => filesMb(folder),
    memoryMb: () => processTree(child.pid ?? 0).reduce((sum, pid) => sum + proportionalMb(pid), 0),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** The command prefix that gives the service two cores. The load runs on the others, if there are any. */
function pinned(): string[] {
  const cores = availableParallelism();
  if (cores <= CORES || spawnSync('taskset', ['-c', '0,1', 'true']).status !== 0) return [];
  spawnSync('taskset', ['-a', '-p', '-c', `${CORES}-${cores - 1}`, String(process.pid)]);
  return ['taskset', '-c', `0-${CORES - 1}`];
}

/** Resolves to the address in the ready line. `printed`: what the process has written to standard output so far. */
function readyLine(child: ChildProcess, printed: () => string): Promise<string> {
  return new Promise((resolve, reject) => {
    child.stdout?.on('data', () => {
      const base = /ready at (http:\S+)/.exec(printed())?.[1];
      if (base !== undefined) resolve(base);
    });
    child.once('exit', code => reject(new Error(`the service ended with ${code} before it was ready`)));
  });
}

/** CPU seconds of a process and all below it so far, including those that have ended and were waited for. */
export function cpuSeconds({ pid = 0 }: ChildProcess): number {
  return processTree(pid).reduce((sum, one) => sum + cpuTicks(one), 0) / TICKS_A_SECOND;
}

/** Clock ticks of a process: the first two fields are its own, the next two those of its ended children. */
function cpuTicks(pid: number, fieldsTaken = 4): number {
  try {
    // proc(5), stat: behind the name, utime, stime, cutime and cstime are fields 12 to 15.
    const status = readFileSync(`/proc/${pid}/stat`, 'utf8');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    return fields.slice(11, 11 + fieldsTaken).reduce((sum, field) => sum + Number(field), 0);
  } catch {
    return 0;
  }
}

function filesMb(folder: string): number {
  const files = readdirSync(folder, { recursive: true, encoding: 'utf8' });
  const sizes = files.map(name => statSync(join(folder, name), { throwIfNoEntry: false })?.size ?? 0);
  return sizes.reduce((sum, size) => sum + size, 0) / 1024 / 1024;
}

function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // The process has ended meanwhile.
    }
  }
  const tree = [root];
  for (const parent of tree) tree.push(...[...parents].filter(([, of]) => of === parent).map(([pid]) => pid));
  return tree;
}

function proportionalMb(pid: number): number {
  try {
    const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, 'utf8');
    return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}
