/**
 * The walls around a document worker, raised before its first instruction and enforced by the kernel where it can:
 * memory (RLIMIT_DATA), CPU seconds (RLIMIT_CPU), no network (an empty network namespace), death with its parent.
 * Node's permission model denies writing files and starting processes; `network-denial.ts` is the second wall.
 */
import { spawnSync } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));

/**
 * Node reserves about half a gigabyte of data segment for itself before it runs anything (it fails to start below
 * 0.3 GB), so the kernel's limit stands that much above the ceiling; the parent watches resident memory below it.
 */
const NODE_RESERVE_MB = 512;
/** Share of the ceiling for the JavaScript heap: the rest is buffers and WebAssembly memory. */
const HEAP_SHARE = 0.75;
/** A worker is renewed long before it has burnt this much; it stops one whose parent was killed in mid-loop. */
const CPU_SECONDS = 3_600;

export interface Confinement {
  /** `namespace`: enforced by the kernel. `process`: only denied inside the worker. */
  network: 'namespace' | 'process';
  diesWithParent: boolean;
  prefix: readonly string[];
}

export interface Command {
  file: string;
  arguments: string[];
}

let probed: Confinement | undefined;

/** What this machine lets an unprivileged process do, tried once. */
export function confinement(): Confinement {
  probed ??= probe();
  return probed;
}

function probe(): Confinement {
  const setpriv = works(['setpriv', '--pdeathsig', 'KILL']) ? ['setpriv', '--pdeathsig', 'KILL'] : [];
  const namespaces = [
    ['unshare', '--user', '--map-root-user', '--net'],
    ['unshare', '--net'],
  ];
  const unshare = namespaces.find(works);
  return {
    network: unshare === undefined ? 'process' : 'namespace',
    diesWithParent: setpriv.length > 0,
    prefix: [...setpriv, ...(unshare ?? [])],
  };
}

function works([file = '', ...rest]: readonly string[]): boolean {
  return spawnSync(file, [...rest, 'true'], { stdio: 'ignore', timeout: 5_000 }).status === 0;
}

/** The command that starts a confined worker. Its pipes are file descriptors 3 (requests) and 4 (answers). */
export function workerCommand(memoryMb: number): Command {
  const node = [
    process.execPath,
    '--permission',
    '--allow-fs-read=*',
    '--allow-addons',
    '--allow-worker',
    '--allow-wasi',
    '--no-warnings',
    `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
    CHILD,
  ];
  const limits = `ulimit -d ${(memoryMb + NODE_RESERVE_MB) * 1024} 2>/dev/null; ulimit -t ${CPU_SECONDS}; ulimit -c 0; exec "$@"`;
  return { file: '/bin/sh', arguments: ['-c', limits, 'worker', ...confinement().prefix, ...node] };
}
