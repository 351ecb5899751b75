/**
 * The walls around a document worker, raised before its first instruction. A parser that is made to run a stranger's
 * machine code meets the kernel's: memory and CPU time, no network, no file but the program's own and none to write, no
 * other process, no privileges, and only the system calls that parsing takes (walls.ts). What the machine does not let
 * us raise is found out once, told at the start and in the metrics; each wall alone still denies most.
 * Node's permission model stands inside them, against a parser that is only made to run other JavaScript: no writing, no
 * threads and processes; node:sqlite, which it does not hold, is left out. `network-denial.ts` is one more.
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

/** What a worker runs: never the whole of the program's folder, where DATA_DIR is by default. */
const OWN_FILES = ['core', 'patches', 'schemas', 'services', 'node_modules', 'package.json'].map(name =>
  fileURLToPath(new URL(`../../../${name}`, import.meta.url)),
);

/** Compiled code that workers start with (compiled.ts). */
export const COMPILED_FOLDER = fileURLToPath(
  new URL('../../../node_modules/.cache/compiled-workers', import.meta.url),
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

/** What the kernel enforces; each is raised or not. */
export interface Walls {
  /** A network namespace of its own, with nothing in it. */
  network: boolean;
  /** A root of the file system with nothing but the program. */
  root: boolean;
  /** A namespace of processes of its own. */
  processes: boolean;
  /** No new privileges, no capabilities. */
  privileges: boolean;
  /** Landlock: nothing to read but the program. */
  landlock: boolean;
  /** Seccomp: only the system calls that parsing takes. */
  seccomp: boolean;
  /** Ends with the service, however that ends. */
  death: boolean;
}

export interface Confinement {
  walls: Walls;
  /** Runs what follows behind the walls that are raised from outside. */
  prefix: readonly string[];
  /** Those that system calls raise, for raise-walls.pl. */
  plan: readonly string[];
}

export interface Command {
  file: string;
  arguments: string[];
  environment: Record<string, string>;
}

/** A program that takes longer to tell its version than this hangs. */
const PROBE_MS = 20_000;

let probed: Confinement | undefined;

/** What this machine lets us raise around a worker, tried once. */
export function confinement(): Confinement {
  probed ??= confine(PROGRAM);
  return probed;
}

const PROGRAM: Program = { file: realpathSync(process.execPath), readable: ownFiles() };
const RAISE_WALLS = fileURLToPath(new URL('raise-walls.pl', import.meta.url));

/** Namespaces, the most first. With its own processes, a worker is a child of the program that made them. */
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

/** All walls where the program starts behind all at once, as on most machines; else each is tried for itself. */
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

/** Tries the walls one after the other: each stays that the program still starts behind. */
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

/** The command behind these walls. */
export function behind(
  { prefix, plan }: Pick<Confinement, 'prefix' | 'plan'>,
  command: readonly string[],
): Command {
  const [file = '', ...words] = [...prefix, ...(plan.length > 0 ? ['perl', RAISE_WALLS] : []), ...command];
  return { file, arguments: words, environment: plan.length > 0 ? { WALLS: plan.join('\n') } : {} };
}

/** Version of Landlock's interface; 0 where the kernel has none. */
function landlockVersion(): number {
  const asked = spawnSync('perl', ['-e', 'print syscall(444, 0, 0, 1)'], {
    encoding: 'utf8',
    timeout: PROBE_MS,
  });
  return Math.max(0, Number(asked.stdout || 0));
}

/** The kernel's limit on a worker's data segment. */
export function dataLimitBytes(memoryMb: number): number {
  return (memoryMb + RESERVED_MB) * 1024 * 1024;
}

/**
 * How V8 keeps a worker's heap (docs/notebook/pdf-cost.md, "A worker's heap"). Code compiled under other flags is refused by V8, so
 * `compile.ts` takes them as well.
 */
export const HEAP_FLAGS: readonly string[] = [
  // Megabytes; V8's own choice lets a PDF of 500 pages peak a quarter higher (`bench/pdf.ts`).
  '--max-semi-space-size=16',
  // Where documents of one kind follow each other, V8 takes what lives as long as a document for what lives for ever, and puts it among
  // what only a full collection takes away: one for every 37 documents of a page, and the code of functions made inside others with it.
  '--no-allocation-site-pretenuring',
  // What is left of one full collection may grow by this share until the next; V8's own choice is a fifth to a half.
  '--heap-growing-percent=60',
];

/** Node's own permissions; sharp and the OCR engine are native. */
function permissions(): string[] {
  return [
    '--permission',
    ...PROGRAM.readable.map(path => `--allow-fs-read=${path}`),
    '--allow-addons',
    '--no-experimental-sqlite',
  ];
}

/** Dependencies may stand elsewhere, behind a link. */
function ownFiles(): string[] {
  return [...new Set(OWN_FILES.flatMap(path => [path, realpathSync(path)]))];
}

/**
 * Node reads compiled code only where its permissions would let it write there as well. So it does where the kernel lets a worker
 * open nothing for writing; elsewhere a worker compiles for itself.
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
 * Among sessions: a third of what another one gets (the kernel weighs niceness 5 with 335, 0 with 1024), of which the service and each
 * worker for callers are one each. At the lowest priority, a seventieth, and at 10, a tenth, jobs of a second took a minute where other
 * programs of the machine were busy.
 */
export const SESSION_PRIORITY = 5;
/**
 * Where the kernel shares the processor between sessions first (sched(7), "The autogroup feature"), niceness counts within one only, and a worker
 * leads a session of its own. Who is not root may set it ten times a second on the whole machine, so it is tried twice.
 */
const setPriority = (priority: number) =>
  `for again in 0 1; do [ -w /proc/self/autogroup ] || break; echo ${priority} 2>/dev/null >/proc/self/autogroup && break; sleep 0.2; done; `;

/**
 * The command that starts a confined worker. Its pipes are file descriptors 3 (requests) and 4 (answers). `lowPriority`: for jobs;
 * `sessionPriority`: niceness of its session until somebody sets another.
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
    // A path is taken for CommonJS, and stripped of its types for that first: package.json's folder may not be looked into.
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
