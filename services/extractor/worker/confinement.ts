/**
 * The walls around a document worker, raised before its first instruction. If a parser is made to run an attacker's
 * machine code, that code meets the kernel's limits: memory and CPU time, no network, no files but the program's own
 * and none to write, no other process, no privileges, and only the system calls that parsing needs (walls.ts). What the
 * machine does not support is determined once, and reported at start and in the metrics; each wall alone still denies
 * most.
 * Inside these is Node's permission model, against a parser that is only made to run other JavaScript: no writing, no
 * threads, no processes. node:sqlite, which it does not cover, is left out. `network-denial.ts` adds one more.
 */
import { spawnSync } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Architecture } from './seccomp.ts';
import {
  architecture,
  fewThreads,
  landlock,
  ownRoot,
  type Program,
  systemCalls,
  withoutPrivileges,
} from './walls.ts';

export const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));

/** The files that a worker runs; never the program's whole folder, which contains DATA_DIR by default. */
const OWN_FILES = ['core', 'patches', 'schemas', 'services', 'node_modules', 'package.json'].map(name =>
  fileURLToPath(new URL(`../../../${name}`, import.meta.url)),
);

/** Folder of the compiled code that workers start with (compiled.ts). */
export const COMPILED_FOLDER = fileURLToPath(
  new URL('../../../node_modules/.cache/compiled-workers', import.meta.url),
);

/**
 * RLIMIT_DATA counts reserved memory, not only memory in use: Node reserves 650 MB before it runs anything, and a
 * WebAssembly engine such as OCR's reserves 700 MB more while 450 MB are resident. So the kernel's limit is this much
 * above the ceiling; the parent compares resident memory with the ceiling itself.
 */
const RESERVED_MB = 1_280;
/** Share of the ceiling for the JavaScript heap; the rest is for buffers and WebAssembly memory. */
const HEAP_SHARE = 0.75;
/** A worker is renewed long before it has used this much; it stops one whose parent was killed while it was in a loop. */
const CPU_SECONDS = 3_600;

/** The walls of the kernel, and whether each is raised. */
export interface Walls {
  /** A separate, empty network namespace. */
  network: boolean;
  /** A root file system that contains only the program. */
  root: boolean;
  /** A separate process namespace. */
  processes: boolean;
  /** No new privileges, no capabilities. */
  privileges: boolean;
  /** Landlock: only the program can be read. */
  landlock: boolean;
  /** Seccomp: only the system calls that parsing needs. */
  seccomp: boolean;
  /** The worker ends with the service, however that ends. */
  death: boolean;
}

export interface Confinement {
  walls: Walls;
  /** The command that runs what follows behind the walls raised from outside. */
  prefix: readonly string[];
  /** The walls that system calls raise, for raise-walls.pl. */
  plan: readonly string[];
}

export interface Command {
  file: string;
  arguments: string[];
  environment: Record<string, string>;
}

/** A program that takes longer than this to print its version hangs. */
const PROBE_MS = 20_000;

let probed: Confinement | undefined;

/** The walls that this machine supports, tried once. */
export function confinement(): Confinement {
  probed ??= confine(PROGRAM);
  return probed;
}

const PROGRAM: Program = { file: realpathSync(process.execPath), readable: ownFiles() };
const RAISE_WALLS = fileURLToPath(new URL('raise-walls.pl', import.meta.url));

/**
 * Options for namespaces, the most complete first. With its own process namespace, a worker is a child of the program
 * that created it.
 */
const OWN_USER = ['unshare', '--user', '--map-root-user', '--net'];
const OWN_SYSTEM = ['--mount', '--ipc', '--uts', '--pid', '--fork', '--kill-child=KILL'];
const NAMESPACES: readonly (readonly string[])[] = [
  [...OWN_USER, ...OWN_SYSTEM],
  ['unshare', '--net', ...OWN_SYSTEM],
  OWN_USER,
  ['unshare', '--net'],
  [],
];
const ALL_WALLS: Walls = {
  network: true,
  root: true,
  processes: true,
  privileges: true,
  landlock: true,
  seccomp: true,
  death: true,
};
const DIES_WITH_SERVICE = ['setpriv', '--pdeathsig', 'KILL'];

/** All walls, if the program starts behind all at once, as on most machines; otherwise tries each by itself. */
export function confine(program: Program, namespaces = NAMESPACES): Confinement {
  const on = architecture();
  const [most = []] = namespaces;
  if (on === undefined || most.length === 0) return confineStepByStep(program, namespaces);
  const prefix = [...DIES_WITH_SERVICE, ...most];
  const denied = landlock(on, landlockVersion(), program);
  const plan = [
    ...ownRoot(on, program),
    ...(most.includes('--user') ? fewThreads(on) : []),
    ...withoutPrivileges(on),
    ...denied,
    ...systemCalls(on),
  ];
  const isWhole = ['--net', '--mount', '--pid'].every(kind => most.includes(kind)) && denied.length > 0;
  return isWhole && works(program, prefix, plan)
    ? { walls: ALL_WALLS, prefix, plan }
    : confineStepByStep(program, namespaces);
}

/** Tries the walls one after another, and keeps each that the program still starts behind. */
function confineStepByStep(program: Program, namespaces: readonly (readonly string[])[]): Confinement {
  const on = architecture();
  const death = works(program, DIES_WITH_SERVICE, []) ? DIES_WITH_SERVICE : [];
  const rootIn = (namespace: readonly string[]) =>
    on !== undefined && namespace.includes('--mount') ? ownRoot(on, program) : [];
  const namespace = namespaces.find(tried => works(program, [...death, ...tried], rootIn(tried))) ?? [];
  const prefix = [...death, ...namespace];
  const plan = rootIn(namespace);
  const raise = (wall: (on: Architecture) => string[]): boolean => {
    const lines = on === undefined ? [] : wall(on);
    if (lines.length === 0 || !works(program, prefix, [...plan, ...lines])) return false;
    plan.push(...lines);
    return true;
  };
  const hasOwnRoot = plan.length > 0;
  if (namespace.includes('--user')) raise(fewThreads);
  const privileges = raise(withoutPrivileges);
  const walls = {
    network: namespace.includes('--net'),
    root: hasOwnRoot,
    processes: namespace.includes('--pid'),
    privileges,
    landlock: privileges && raise(known => landlock(known, landlockVersion(), program)),
    seccomp: privileges && raise(systemCalls),
    death: death.length > 0,
  };
  return { walls, prefix, plan };
}

/** Whether the program starts behind these walls. */
function works(program: Program, prefix: readonly string[], plan: readonly string[]): boolean {
  const { file, arguments: words, environment } = behind({ prefix, plan }, [program.file, '--version']);
  const env = { PATH: process.env.PATH, ...environment };
  return spawnSync(file, words, { stdio: 'ignore', timeout: PROBE_MS, env }).status === 0;
}

/** The command that runs `command` behind these walls. */
export function behind(
  { prefix, plan }: Pick<Confinement, 'prefix' | 'plan'>,
  command: readonly string[],
): Command {
  const [file = '', ...words] = [...prefix, ...(plan.length > 0 ? ['perl', RAISE_WALLS] : []), ...command];
  return { file, arguments: words, environment: plan.length > 0 ? { WALLS: plan.join('\n') } : {} };
}

/** Version of the Landlock interface; 0 if the kernel has none. */
function landlockVersion(): number {
  const asked = spawnSync('perl', ['-e', 'print syscall(444, 0, 0, 1)'], {
    encoding: 'utf8',
    timeout: PROBE_MS,
  });
  return Math.max(0, Number(asked.stdout || 0));
}

/** The kernel's limit for a worker's data segment, in bytes. */
export function dataLimitBytes(memoryMb: number): number {
  return (memoryMb + RESERVED_MB) * 1024 * 1024;
}

/**
 * How V8 manages a worker's heap (docs/notebook/pdf-cost.md, "A worker's heap"). V8 rejects code that was compiled with
 * other flags, so `compile.ts` uses them too.
 */
export const HEAP_FLAGS: readonly string[] = [
  // Megabytes. With V8's default, a PDF of 500 pages peaks a quarter higher (`bench/pdf.ts`).
  '--max-semi-space-size=16',
  // If documents of one kind follow each other, V8 takes objects that live as long as a document for permanent ones,
  // and allocates them where only a full collection frees them: one for every 37 documents of a page, which also
  // discards code of inner functions.
  '--no-allocation-site-pretenuring',
  // The heap left by a full collection may grow by this share before the next; V8's default is a fifth to a half.
  '--heap-growing-percent=60',
];

/** Node's own permissions; addons are allowed because sharp and the OCR engine are native. */
function permissions(): string[] {
  return [
    '--permission',
    ...PROGRAM.readable.map(path => `--allow-fs-read=${path}`),
    '--allow-addons',
    '--no-experimental-sqlite',
  ];
}

/** Includes real paths, because dependencies may be behind a symbolic link. */
function ownFiles(): string[] {
  return [...new Set(OWN_FILES.flatMap(path => [path, realpathSync(path)]))];
}

/**
 * Node reads compiled code only where its permissions would also let it write. So this is used only if the kernel lets
 * a worker open nothing for writing; otherwise a worker compiles for itself.
 */
function compiledCode({ walls }: Confinement): {
  permissions: string[];
  environment: Record<string, string>;
} {
  if (!walls.seccomp) return { permissions: [], environment: {} };
  return {
    permissions: [`--allow-fs-write=${COMPILED_FOLDER}`],
    environment: { NODE_COMPILE_CACHE: COMPILED_FOLDER },
  };
}

const LOWEST_PRIORITY = 19;
/**
 * Priority among sessions: a third of another session's share (the kernel weighs niceness 5 with 335, 0 with 1024),
 * where the service and each worker for callers are one session each. At the lowest priority (a seventieth), and at 10
 * (a tenth), one-second jobs took a minute while other programs of the machine were busy.
 */
export const SESSION_PRIORITY = 5;
/**
 * If the kernel divides the CPU between sessions first (sched(7), "The autogroup feature"), niceness only counts within
 * a session, and a worker leads its own. Without root, it may be set only ten times a second on the whole machine, so
 * try twice.
 */
const setPriority = (priority: number) =>
  `for again in 0 1; do [ -w /proc/self/autogroup ] || break; echo ${priority} 2>/dev/null >/proc/self/autogroup && break; sleep 0.2; done; `;

/**
 * The command that starts a confined worker. Its pipes are file descriptors 3 (requests) and 4 (answers).
 * `lowPriority`: for jobs. `sessionPriority`: initial niceness of its session.
 */
export function workerCommand(
  memoryMb: number,
  lowPriority = false,
  sessionPriority = lowPriority ? SESSION_PRIORITY : 0,
): Command {
  const compiled = compiledCode(confinement());
  const node = [
    PROGRAM.file,
    ...permissions(),
    ...compiled.permissions,
    '--no-warnings',
    ...HEAP_FLAGS,
    `--max-old-space-size=${Math.floor(memoryMb * HEAP_SHARE)}`,
    // As a URL, because Node takes a path for CommonJS and strips its types for that first: it may not read
    // package.json's folder.
    '--entry-url',
    pathToFileURL(CHILD).href,
  ];
  const limits = `ulimit -d ${dataLimitBytes(memoryMb) / 1024} 2>/dev/null; ulimit -t ${CPU_SECONDS}; ulimit -c 0; ulimit -f 0; ${sessionPriority > 0 ? setPriority(sessionPriority) : ''}exec "$@"`;
  const priority = lowPriority ? ['nice', '-n', String(LOWEST_PRIORITY)] : [];
  const { file, arguments: words, environment } = behind(confinement(), node);
  return {
    file: '/bin/sh',
    arguments: ['-c', limits, 'worker', ...priority, file, ...words],
    environment: { ...environment, ...compiled.environment },
  };
}
