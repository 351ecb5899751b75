/**
 * The system calls that a document worker may make, as a filter in the kernel (seccomp(2), a classic BPF program over
 * `struct seccomp_data`). It is an allow-list: any other call returns EPERM, so that a library that merely tries one
 * continues without it. The list was collected with strace over all formats and both architectures' C libraries; no
 * allowed call opens a file for writing, a socket or another process.
 */

export type Architecture = 'x64' | 'arm64';

/** AUDIT_ARCH_X86_64 and AUDIT_ARCH_AARCH64 (linux/audit.h). */
const AUDIT: Record<Architecture, number> = { x64: 0xc000003e, arm64: 0xc00000b7 };

/** Call numbers on x64 and arm64 (asm/unistd_64.h, asm-generic/unistd.h); null if there is no such call. */
type Numbers = readonly [x64: number, arm64: number | null];

/** Allowed with any arguments. */
const ALLOWED: Readonly<Record<string, Numbers>> = {
  access: [21, null],
  arch_prctl: [158, null],
  brk: [12, 214],
  capget: [125, 90],
  clock_getres: [229, 114],
  clock_gettime: [228, 113],
  clock_nanosleep: [230, 115],
  close: [3, 57],
  close_range: [436, 436],
  dup: [32, 23],
  dup2: [33, null],
  dup3: [292, 24],
  epoll_create1: [291, 20],
  epoll_ctl: [233, 21],
  epoll_pwait: [281, 22],
  epoll_pwait2: [441, 441],
  epoll_wait: [232, null],
  eventfd2: [290, 19],
  // Needed once, to become the worker; Landlock decides what may be executed.
  execve: [59, 221],
  exit: [60, 93],
  exit_group: [231, 94],
  faccessat: [269, 48],
  faccessat2: [439, 439],
  fadvise64: [221, 223],
  fstat: [5, 80],
  fstatfs: [138, 44],
  futex: [202, 98],
  futex_waitv: [449, 449],
  get_robust_list: [274, 100],
  getcpu: [309, 168],
  getcwd: [79, 17],
  getdents64: [217, 61],
  getegid: [108, 177],
  geteuid: [107, 175],
  getgid: [104, 176],
  getgroups: [115, 158],
  getpgid: [121, 155],
  getpid: [39, 172],
  getppid: [110, 173],
  getpriority: [140, 141],
  getrandom: [318, 278],
  getrlimit: [97, 163],
  getrusage: [98, 165],
  getsockname: [51, 204],
  getsockopt: [55, 209],
  gettid: [186, 178],
  gettimeofday: [96, 169],
  getuid: [102, 174],
  lseek: [8, 62],
  lstat: [6, null],
  madvise: [28, 233],
  membarrier: [324, 283],
  mincore: [27, 232],
  mlock: [149, 228],
  mmap: [9, 222],
  mprotect: [10, 226],
  mremap: [25, 216],
  msync: [26, 227],
  munlock: [150, 229],
  munmap: [11, 215],
  nanosleep: [35, 101],
  newfstatat: [262, 79],
  pipe2: [293, 59],
  pkey_alloc: [330, 289],
  pkey_free: [331, 290],
  pkey_mprotect: [329, 288],
  poll: [7, null],
  ppoll: [271, 73],
  pread64: [17, 67],
  preadv: [295, 69],
  preadv2: [327, 286],
  pselect6: [270, 72],
  read: [0, 63],
  readahead: [187, 213],
  readlink: [89, null],
  readlinkat: [267, 78],
  readv: [19, 65],
  restart_syscall: [219, 128],
  rseq: [334, 293],
  rt_sigaction: [13, 134],
  rt_sigpending: [127, 136],
  rt_sigprocmask: [14, 135],
  rt_sigreturn: [15, 139],
  rt_sigsuspend: [130, 133],
  rt_sigtimedwait: [128, 137],
  sched_get_priority_max: [146, 125],
  sched_get_priority_min: [147, 126],
  sched_getaffinity: [204, 123],
  sched_getattr: [315, 275],
  sched_getparam: [143, 121],
  sched_getscheduler: [145, 120],
  sched_yield: [24, 124],
  set_robust_list: [273, 99],
  set_tid_address: [218, 96],
  shutdown: [48, 210],
  sigaltstack: [131, 132],
  stat: [4, null],
  statfs: [137, 43],
  statx: [332, 291],
  sysinfo: [99, 179],
  times: [100, 153],
  uname: [63, 160],
  wait4: [61, 260],
  write: [1, 64],
  writev: [20, 66],
};

/** A rule on the low 32 bits of an argument: allowed if `value & mask` equals `equals`. */
interface MaskRule {
  numbers: Numbers;
  argument: number;
  mask: number;
  equals: number;
}

/** O_ACCMODE, O_CREAT, O_TRUNC, O_APPEND and the bit of O_TMPFILE. */
const WRITING = 0o3 | 0o100 | 0o1000 | 0o2000 | 0o20000000;
const CLONE_THREAD = 0x10000;
/** CLONE_NEWNS, CGROUP, UTS, IPC, USER, PID, NET. */
const CLONE_NEW = 0x20000 | 0x2000000 | 0x4000000 | 0x8000000 | 0x10000000 | 0x20000000 | 0x40000000;

const MASKED: readonly MaskRule[] = [
  // Files may be opened for reading only.
  { numbers: [2, null], argument: 1, mask: WRITING, equals: 0 },
  { numbers: [257, 56], argument: 2, mask: WRITING, equals: 0 },
  // Threads may be created, processes may not.
  { numbers: [56, 220], argument: 0, mask: CLONE_THREAD | CLONE_NEW, equals: CLONE_THREAD },
  // Only its own limits.
  { numbers: [302, 261], argument: 0, mask: 0xffffffff, equals: 0 },
];

/** A rule on the low 32 bits of an argument: allowed if it is one of these values. */
interface ListRule {
  numbers: Numbers;
  argument: number;
  values: readonly number[];
}

const LISTED: readonly ListRule[] = [
  // fcntl: F_DUPFD, F_GETFD, F_SETFD, F_GETFL, F_SETFL, F_DUPFD_CLOEXEC. F_SETOWN is left out, because it would make
  // the kernel send signals.
  { numbers: [72, 25], argument: 1, values: [0, 1, 2, 3, 4, 1030] },
  // ioctl: TCGETS, TIOCGWINSZ, FIONREAD, FIONBIO, FIONCLEX, FIOCLEX.
  { numbers: [16, 29], argument: 1, values: [0x5401, 0x5413, 0x541b, 0x5421, 0x5450, 0x5451] },
  // prctl: PR_GET_DUMPABLE, PR_SET_NAME, PR_GET_NAME, PR_SET_VMA.
  { numbers: [157, 167], argument: 0, values: [3, 15, 16, 0x53564d41] },
];

/** clone3: its flags are behind a pointer, which a filter cannot read. ENOSYS makes the C library use clone. */
const CLONE3 = 435;
/**
 * mkdir and mkdirat never run, but report that the folder exists: before reading compiled code Node creates the folder
 * for it, and gives up if that is denied.
 */
const MAKING_FOLDERS: readonly Numbers[] = [
  [83, null],
  [258, 34],
];
const EPERM = 1;
const EEXIST = 17;
const ENOSYS = 38;

/** linux/seccomp.h, linux/filter.h. */
const KILL_PROCESS = 0x80000000;
const ERRNO = 0x00050000;
const ALLOW = 0x7fff0000;
const LOAD = 0x20;
const AND = 0x54;
const JUMP_EQUAL = 0x15;
const JUMP_GREATER_EQUAL = 0x35;
const RETURN = 0x06;
/** x32 calls have this bit in their number, and another meaning. */
const X32 = 0x40000000;
/** Offsets in `struct seccomp_data`. */
const NUMBER_OFFSET = 0;
const ARCHITECTURE_OFFSET = 4;
const ARGUMENTS_OFFSET = 16;

type Instruction = readonly [code: number, whenTrue: number, whenFalse: number, value: number];

const load = (offset: number): Instruction => [LOAD, 0, 0, offset];
const answer = (value: number): Instruction => [RETURN, 0, 0, value];
const unlessEqual = (value: number, skip: number): Instruction => [JUMP_EQUAL, 0, skip, value];

/** The instructions for one call; they are skipped for any other. */
function when(number: number, body: readonly Instruction[]): Instruction[] {
  return [unlessEqual(number, body.length), ...body];
}

function masked({ argument, mask, equals }: MaskRule): Instruction[] {
  const low = load(ARGUMENTS_OFFSET + 8 * argument);
  return [low, [AND, 0, 0, mask], unlessEqual(equals, 1), answer(ALLOW), answer(ERRNO | EPERM)];
}

function listed({ argument, values }: ListRule): Instruction[] {
  const tests = values.flatMap(value => [unlessEqual(value, 1), answer(ALLOW)]);
  return [load(ARGUMENTS_OFFSET + 8 * argument), ...tests, answer(ERRNO | EPERM)];
}

/** The filter for this architecture: an array of `struct sock_filter`. */
export function seccompFilter(architecture: Architecture): Buffer {
  const numberOf = ([x64, arm64]: Numbers) => (architecture === 'x64' ? x64 : arm64);
  const call = (numbers: Numbers, body: readonly Instruction[]) => {
    const number = numberOf(numbers);
    return number === null ? [] : when(number, body);
  };
  return encoded([
    load(ARCHITECTURE_OFFSET),
    [JUMP_EQUAL, 1, 0, AUDIT[architecture]],
    answer(KILL_PROCESS),
    load(NUMBER_OFFSET),
    [JUMP_GREATER_EQUAL, 0, 1, X32],
    answer(ERRNO | ENOSYS),
    ...Object.values(ALLOWED).flatMap(numbers => call(numbers, [answer(ALLOW)])),
    ...MASKED.flatMap(rule => call(rule.numbers, masked(rule))),
    ...LISTED.flatMap(rule => call(rule.numbers, listed(rule))),
    ...MAKING_FOLDERS.flatMap(numbers => call(numbers, [answer(ERRNO | EEXIST)])),
    ...when(CLONE3, [answer(ERRNO | ENOSYS)]),
    answer(ERRNO | EPERM),
  ]);
}

function encoded(instructions: readonly Instruction[]): Buffer {
  const bytes = Buffer.alloc(instructions.length * 8);
  for (const [at, [code, whenTrue, whenFalse, value]] of instructions.entries()) {
    bytes.writeUInt16LE(code, at * 8);
    bytes.writeUInt8(whenTrue, at * 8 + 2);
    bytes.writeUInt8(whenFalse, at * 8 + 3);
    bytes.writeUInt32LE(value >>> 0, at * 8 + 4);
  }
  return bytes;
}
