/**
 * The walls around a worker that are raised by system calls, as lines for raise-walls.pl. Those that need no privileges
 * (no new privileges, seccomp, Landlock) also work in a restricted pod, where there are no user namespaces.
 */
import { statSync } from 'node:fs';
import { dirname, resolve, sep } from 'node:path';
import { type Architecture, seccompFilter } from './seccomp.ts';

/** Numbers of the system calls that raise walls; those of Landlock and mount_setattr are the same everywhere. */
const CALLS = {
  x64: { prctl: 157, capset: 126, prlimit: 302, openat: 257, mount: 165, umount: 166, pivotRoot: 155 },
  arm64: { prctl: 167, capset: 91, prlimit: 261, openat: 56, mount: 40, umount: 39, pivotRoot: 41 },
} as const satisfies Record<Architecture, Record<string, number>>;

/** Undefined on a system or a CPU whose system calls are not known here, because the numbers mean other calls there. */
export function architecture(): Architecture | undefined {
  const { arch, platform } = process;
  return platform === 'linux' && (arch === 'x64' || arch === 'arm64') ? arch : undefined;
}

/** What a Node process and its native modules read on the machine. Not every machine has all of it. */
const LIBRARIES = ['/lib', '/lib64', '/usr/lib', '/usr/lib64', '/usr/local/lib', '/etc/ld.so.cache'];
const MACHINE = ['/sys/devices/system/cpu', '/etc/localtime', '/usr/share/zoneinfo'];
const PROCESS = ['/proc/self', '/proc/cpuinfo', '/proc/meminfo', '/proc/sys/vm'];
/** The kernel executes these for every program. */
const INTERPRETERS = [
  '/lib64/ld-linux-x86-64.so.2',
  '/lib/ld-linux-aarch64.so.1',
  '/lib/ld-musl-x86_64.so.1',
  '/lib/ld-musl-aarch64.so.1',
];

const EXECUTE = 1;
const READ_FILE = 4;
const READ_FOLDER = 8;

/** RLIMIT_NPROC. Threads count, of which a worker has about twenty and a few for each core. */
const PROCESSES_LIMIT = 6;
const THREADS_MAX = 512;

const line = (...words: (string | number)[]): string => words.join('\t');

export interface Program {
  /** Path of the executable. */
  file: string;
  /** Files and folders that it may read, by their own paths and by those that links lead to. */
  readable: readonly string[];
}

/** Nothing executed later can have more rights than this. */
export function withoutPrivileges(on: Architecture): string[] {
  const { prctl, capset } = CALLS[on];
  return [line('no-new-privileges', prctl), line('capabilities', prctl, capset)];
}

/** Only meaningful in a user namespace of its own; otherwise the user's other processes count as well. */
export function fewThreads(on: Architecture): string[] {
  return [line('limit', CALLS[on].prlimit, PROCESSES_LIMIT, THREADS_MAX)];
}

export function systemCalls(on: Architecture): string[] {
  return [line('seccomp', CALLS[on].prctl, seccompFilter(on).toString('hex'))];
}

/** A root file system with nothing in it but the program and what it needs, all read-only. */
export function ownRoot(on: Architecture, { file, readable }: Program): string[] {
  const { mount, umount, pivotRoot } = CALLS[on];
  const paths = outermost([...LIBRARIES, ...MACHINE, file, ...readable]);
  return [
    line('root', mount, mountPoint(paths)),
    ...paths.map(path => line('root-path', mount, path)),
    line('root-proc', mount),
    line('root-end', pivotRoot, umount),
  ];
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;

/** Folders that exist in every root file system and rarely contain a program. */
const MOUNT_POINTS = ['/mnt', '/media', '/srv', '/tmp'];

function mountPoint(paths: readonly string[]): string {
  const isFree = (point: string) => !paths.some(path => path === point || path.startsWith(`${point}/`));
  return MOUNT_POINTS.find(isFree) ?? '/mnt';
}

/** Leaves out paths inside other paths of the list. Links stay, because they are created anew. */
function outermost(paths: readonly string[]): string[] {
  const whole = new Set(paths.map(path => resolve(path)));
  const isInside = (path: string): boolean => {
    for (let at = dirname(path); at !== sep; at = dirname(at)) if (whole.has(at)) return true;
    return false;
  };
  return [...whole].filter(path => !isInside(path));
}

/** Landlock (landlock(7)) by the version of its interface, 0 for none: denies all it can, except reading the program. */
export function landlock(on: Architecture, version: number, { file, readable }: Program): string[] {
  if (version === 0) return [];
  const { openat } = CALLS[on];
  // A version's rights are the lowest bits: 13 in the first version, and more since.
  const files = 2 ** ({ 1: 13, 2: 14, 3: 15, 4: 15 }[version] ?? 16) - 1;
  const network = version >= 4 ? 3 : 0;
  // Abstract sockets of outside processes, and signals to them.
  const scoped = version >= 6 ? 3 : 0;
  const bytes = version < 4 ? 8 : version < 6 ? 16 : 24;
  const rule = (allowed: number) => (path: string) => line('landlock-path', openat, allowed, path);
  const folders = [...LIBRARIES, ...MACHINE, ...PROCESS, ...readable];
  return [
    line('landlock', files, network, scoped, bytes),
    ...folders.map(path => rule(isFolder(path) ? READ_FILE | READ_FOLDER : READ_FILE)(path)),
    ...[file, ...INTERPRETERS].map(rule(READ_FILE | EXECUTE)),
    line('landlock-end'),
  ];
}
