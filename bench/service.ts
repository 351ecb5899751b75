/** Starts the embedded service for a benchmark: a fresh data folder, a key without limits, two cores where it can. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServiceAddress } from './load.ts';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const UNLIMITED = '1000000000';
/** The bars are for a machine of this size. */
const CORES = 2;

export interface BenchService extends ServiceAddress {
  /** From the start of the process to the line that says it is ready. */
  readyMs: number;
  /** Proportional set size of the service and all its workers, MB: shared pages are counted once. */
  memoryMb(): number;
  stop(): Promise<void>;
  /** Another key, by default without limits. */
  issueKey(rate?: number): string;
  /** Ends it at once, whatever it still has to do. */
  kill(): Promise<void>;
}

export async function startService(environment: Record<string, string> = {}): Promise<BenchService> {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-bench-'));
  const settings = {
    PORT: '0',
    DATA_DIR: folder,
    RATE_LIMIT_PER_MINUTE: UNLIMITED,
    LOG_LEVEL: 'warn',
    EXTRACT_WORKERS: String(CORES),
  };
  const env = { ...process.env, ...settings, ...environment };
  const startedAt = performance.now();
  const [file = '', ...rest] = [...pinned(), process.execPath, '--max-semi-space-size=16', 'main.ts'];
  const child = spawn(file, rest, { cwd: ROOT, env, stdio: ['ignore', 'pipe', 'inherit'] });
  const base = await readyLine(child);
  const readyMs = performance.now() - startedAt;
  const issueKey = (rate = Number(UNLIMITED)) => {
    const flags = ['--quota', UNLIMITED, '--rate', String(rate)];
    const issued = execFileSync(process.execPath, ['commands/keys.ts', 'issue', ...flags], {
      cwd: ROOT,
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
    memoryMb: () => processTree(child.pid ?? 0).reduce((sum, pid) => sum + proportionalMb(pid), 0),
    stop: () => end('SIGTERM'),
    kill: () => end('SIGKILL'),
  };
}

/** Two cores for the service; the load comes from the others, where there are any. */
function pinned(): string[] {
  const cores = availableParallelism();
  if (cores <= CORES || spawnSync('taskset', ['-c', '0,1', 'true']).status !== 0) return [];
  spawnSync('taskset', ['-a', '-p', '-c', `${CORES}-${cores - 1}`, String(process.pid)]);
  return ['taskset', '-c', `0-${CORES - 1}`];
}

function readyLine(child: ChildProcess): Promise<string> {
  return new Promise((resolve, reject) => {
    let text = '';
    child.stdout?.on('data', chunk => {
      text += chunk;
      const base = /ready at (http:\S+)/.exec(text)?.[1];
      if (base !== undefined) resolve(base);
    });
    child.once('exit', code => reject(new Error(`the service ended with ${code} before it was ready`)));
  });
}

function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue;
    try {
      const status = readFileSync(`/proc/${name}/stat`, 'utf8');
      parents.set(Number(name), Number(status.slice(status.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It ended meanwhile.
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
