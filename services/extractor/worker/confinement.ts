/**
 * The walls around a document worker, raised before its first instruction and enforced by the kernel where it can:
 * memory (RLIMIT_DATA), CPU seconds (RLIMIT_CPU), no network (an empty network namespace), death with its parent.
 * Node's permission model denies writing files, reading any but the program's own (other callers' documents and the
 * service's secrets are files, too), threads and processes; node:sqlite, which it does not hold, is left out.
 * `network-denial.ts` is the second wall.
 */
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));

/** What a worker runs: never the whole of the program's folder, where DATA_DIR is by default. */
const OWN_FILES = ['core', 'schemas', 'services', 'node_modules', 'package.json'].map(name =>
  fileURLToPath(new URL(`../../../${name}`, import.meta.url)),
);

/**
 * The data segment counts what is reserved, not only what is touched: Node takes 650 MB of it before it runs anything,
 * and a WebAssembly engine such as OCR's reserves 700 MB more while 450 MB are resident. So the kernel's limit stands
 * this much above the ceiling; the parent watches resident memory against the ceiling itself.
 */
const RESERVED_MB = 1_280;
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

/** The kernel's limit on a worker's data segment. */
export function dataLimitBytes(memoryMb: number): number {
  return (memoryMb + RESERVED_MB) * 1024 * 1024;
}

/** Megabytes; V8's own choice lets a PDF of 500 pages peak a quarter higher (`bench/pdf.ts`). */
export const SEMI_SPACE_MB = 16;

/** Node's own permissions. Dependencies may stand elsewhere, behind a link; sharp is native. */
function permissions(): string[] {
  const readable = new Set(OWN_FILES.flatMap(path => [path, realpathSync(path)]));
  return [
    '--permission',
    ...[...readable].map(path => `--allow-fs-read=${path}`),
    '--allow-addons',
    '--no-experimental-sqlite',
  ];
}

/** The command that starts a confined worker. Its pipes are file descriptors 3 (requests) and 4 (answers). */
export function workerCommand(memoryMb: number): Command {
  const node = [
    process.execPath,
    ...permissions(),
    '--no-warnings',
    `--max-semi-space-size=${SEMI_SPACE_MB}`,
    `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
    CHILD,
  ];
  const limits = `ulimit -d ${dataLimitBytes(memoryMb) / 1024} 2>/dev/null; ulimit -t ${CPU_SECONDS}; ulimit -c 0; exec "$@"`;
  return { file: '/bin/sh', arguments: ['-c', limits, 'worker', ...confinement().prefix, ...node] };
}
