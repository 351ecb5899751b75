/**
 * What machine code in a document worker could do. Perl makes the attempts behind the same walls, because it can make
 * any system call. If the machine cannot raise the walls, the tests say so and are skipped.
 */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { behind, type Confinement, confine } from './confinement.ts';

const PERL = '/usr/bin/perl';

/** The numbers of system calls that no parser needs, on x64 and arm64. */
const CALLS: Record<string, Record<string, number>> = {
  x64: {
    ptrace: 101,
    process_vm_readv: 310,
    mount: 165,
    unshare: 272,
    setns: 308,
    bpf: 321,
    memfd_create: 319,
    keyctl: 250,
    io_uring_setup: 425,
    userfaultfd: 323,
    pidfd_open: 434,
    perf_event_open: 298,
    open_by_handle_at: 304,
  },
  arm64: {
    ptrace: 117,
    process_vm_readv: 270,
    mount: 40,
    unshare: 97,
    setns: 268,
    bpf: 280,
    memfd_create: 279,
    keyctl: 219,
    io_uring_setup: 425,
    userfaultfd: 282,
    pidfd_open: 434,
    perf_event_open: 241,
    open_by_handle_at: 265,
  },
};

/** Prints for each attempt, on a line of its own, whether it succeeded. */
const ATTEMPTS = String.raw`
use Errno;
$| = 1;
my ($secret, $folder, $outside, @calls) = @ARGV;
sub tried { printf "%s %s\n", $_[0], $_[1] ? 'done' : 'denied' }
tried('read a file', open(my $a, '<', $secret));
tried('read the users of the machine', open(my $b, '<', '/etc/passwd'));
tried('read the environment of the service', open(my $c, '<', "/proc/$outside/environ"));
tried('read the memory of the service', open(my $d, '<', "/proc/$outside/mem"));
tried('list a folder', opendir(my $e, $folder));
tried('make a file', open(my $f, '>', "$folder/made"));
tried('make a folder', mkdir "$folder/made-folder");
tried('change a file', open(my $g, '>>', $secret));
tried('remove a file', unlink $secret);
tried('change the mode of a file', chmod 0777, $secret);
tried('open a socket to the internet', socket(my $h, 2, 1, 0));
tried('open a socket to the machine', socket(my $i, 1, 1, 0));
tried('signal the service', kill 0, $outside);
my $child = fork;
exit if defined $child && $child == 0;
tried('start a process', defined $child);
while (my ($name, $number) = splice @calls, 0, 2) {
  my $answer = syscall($number + 0, 0, 0, 0, 0, 0);
  tried($name, !($answer == -1 && $!{EPERM}));
}
{ no warnings; exec '/bin/sh', '-c', 'echo run a program done'; }
tried('run a program', 0);
`;

const STATUS = 'open(my $f, "<", "/proc/self/status"); print grep { /^(Cap|NoNewPrivs|Seccomp:)/ } <$f>';

/** A process that is frozen, or stopped for a tracer that is not there, would never end. */
const TIME_MS = 20_000;

const FORBIDDEN = CALLS[process.arch] ?? {};

describe('machine code behind the walls', { skip: skipped() }, () => {
  let folder: string;
  let secret: string;
  let program: string;
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'textrail-walls-'));
    secret = join(folder, 'secret');
    program = join(folder, 'program');
    mkdirSync(program);
    writeFileSync(join(program, 'attempts.pl'), ATTEMPTS);
    writeFileSync(join(program, 'status.pl'), STATUS);
  });
  after(() => rmSync(folder, { recursive: true, force: true }));

  const walls = (namespaces?: readonly (readonly string[])[]) =>
    confine({ file: PERL, readable: [program] }, namespaces);

  function run(confinement: Confinement, script: string, ...words: string[]) {
    const command = behind(confinement, [PERL, join(program, script), ...words]);
    const env = { PATH: process.env.PATH, ...command.environment };
    return spawnSync(command.file, command.arguments, { encoding: 'utf8', env, timeout: TIME_MS });
  }

  /** The attempts that succeeded. */
  function attempts(confinement: Confinement, numbers: Record<string, number>): string[] {
    writeFileSync(secret, 'document of another key');
    const calls = Object.entries(numbers).flat().map(String);
    const { stdout, stderr } = run(confinement, 'attempts.pl', secret, folder, String(process.pid), ...calls);
    const lines = stdout.trim().split('\n');
    assert.ok(lines.length >= 15 + calls.length / 2, stderr);
    return lines.filter(line => !line.endsWith(' denied'));
  }

  test('comes to nothing with all that this machine has', () => {
    assert.deepEqual(attempts(walls(), FORBIDDEN), []);
  });

  test('comes to nothing inside a restricted pod, where there are no namespaces', () => {
    const inPod = walls([[]]);
    assert.deepEqual([inPod.walls.network, inPod.walls.root], [false, false]);
    assert.deepEqual(attempts(inPod, FORBIDDEN), []);
  });

  test('would come to something without them', () => {
    const found = attempts({ ...walls([[]]), plan: [] }, {});
    for (const what of [
      'read a file',
      'make a file',
      'make a folder',
      'open a socket to the internet',
      'run a program',
    ])
      assert.ok(found.includes(`${what} done`), what);
  });

  test('has no privileges left, and cannot get any', () => {
    const { stdout } = run(walls(), 'status.pl');
    for (const set of ['Prm', 'Eff', 'Bnd', 'Amb']) assert.match(stdout, new RegExp(`^Cap${set}:\t0+$`, 'm'));
    assert.match(stdout, /^NoNewPrivs:\t1$/m);
    assert.match(stdout, /^Seccomp:\t2$/m);
  });
});

function skipped(): string | false {
  if (process.platform !== 'linux' || CALLS[process.arch] === undefined) return 'no walls on this system';
  if (!existsSync(PERL)) return 'Perl is not here: walls that take system calls are not raised';
  const { walls } = confine({ file: PERL, readable: [] });
  return walls.landlock && walls.seccomp ? false : 'this kernel gives no Landlock, or no seccomp';
}
