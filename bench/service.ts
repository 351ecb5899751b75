/** Starts the embedded service for a benchmark: a fresh data folder, a key without limits, two cores where it can. */
import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { availableParallelism, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('..', import.meta.url));
const UNLIMITED = '1000000000';
/** The bars are for a machine of this size. */
const CORES = 2;

export interface BenchService {
  base: string;
  key: string;
  /** From the start of the process to the line that says it is ready. */
  readyMs: number;
  /** Proportional set size of the service and all its workers, MB: shared pages are counted once. */
  memoryMb(): number;
  stop(): Promise<void>;
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
  const issued = execFileSync(process.execPath, ['commands/keys.ts', 'issue', '--quota', UNLIMITED], {
    cwd: ROOT,
    env,
  });
  const { api_key: key } = JSON.parse(issued.toString().trim().split('\n').at(-1) ?? '{}') as {
    api_key: string;
  };
  return {
    base,
    key,
    readyMs,
    memoryMb: () => processTree(child.pid ?? 0).reduce((sum, pid) => sum + proportionalMb(pid), 0),
    stop: async () => {
      const gone = new Promise(resolve => child.once('exit', resolve));
      child.kill('SIGTERM');
      await gone;
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function pinned(): string[] {
  const able = availableParallelism() > CORES && spawnSync('taskset', ['-c', '0,1', 'true']).status === 0;
  return able ? ['taskset', '-c', '0,1'] : [];
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
