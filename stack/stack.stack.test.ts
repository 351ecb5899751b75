import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';

/** Two clones' own folders; the programs in the user's cache are shared. */
const folders = [newFolder(), newFolder()] as const;

function newFolder(): string {
  return mkdtempSync(join(tmpdir(), 'textrail-stack-'));
}

function stack(folder: string, ...args: string[]) {
  const env = { ...process.env, STACK_DIR: folder, STACK_ENGINE: 'native' };
  const script = join(import.meta.dirname, 'stack.ts');
  const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...args], {
    env,
    encoding: 'utf8',
  });
  return { status, stdout, stderr };
}

const pidOf = (folder: string, server: string) =>
  Number(readFileSync(join(folder, `${server}.pid`), 'utf8').split(' ')[0]);

function lives(pid: number): boolean {
  try {
    process.kill(pid, 0);
    // A zombie that nobody has waited for still has its process id.
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

after(() => {
  for (const folder of folders) stack(folder, 'down', '--wipe');
});

const NAMES = [
  'KAFKA_BROKERS',
  'REDIS_URL',
  'S3_ENDPOINT',
  'S3_ACCESS_KEY',
  'S3_SECRET_KEY',
  'S3_BUCKET',
  'WEBHOOK_SIGNING_SECRET',
  ...['INGEST', 'EXTRACTOR', 'PROJECTOR', 'WEBHOOKER', 'OPERATOR'].flatMap(role =>
    ['REDIS_URL', 'S3_ACCESS_KEY', 'S3_SECRET_KEY'].map(name => `${role}_${name}`),
  ),
];

test('up prints the settings to export and nothing else, every time the same', () => {
  const first = stack(folders[0], 'up');
  assert.equal(first.status, 0, first.stderr);
  const lines = first.stdout.trim().split('\n');
  assert.deepEqual(
    lines.map(line => line.split('=')[0]),
    NAMES,
  );
  const again = stack(folders[0], 'up');
  assert.equal(again.stdout, first.stdout);
  assert.equal(again.stderr, '', 'nothing had to be started');
});

test('what up prints can be evaluated by a shell as it is', () => {
  const { stdout } = stack(folders[0], 'up');
  const shell = spawnSync('sh', ['-c', 'set -a; eval "$1"; env', 'sh', stdout], {
    encoding: 'utf8',
    env: {},
  });
  for (const line of stdout.trim().split('\n')) assert.ok(shell.stdout.split('\n').includes(line), line);
});

test('status tells what runs, and fails if something does not', () => {
  assert.equal(stack(folders[0], 'status').status, 0);
  process.kill(pidOf(folders[0], 'redis'), 'SIGKILL');
  const { status, stdout } = stack(folders[0], 'status');
  assert.equal(status, 1);
  assert.match(stdout, /^redis\tdown/m);
  assert.match(stdout, /^kafka\tup/m);
});

test('up brings back whichever server died, and leaves the others alone', () => {
  const kafka = pidOf(folders[0], 'kafka');
  const { stderr } = stack(folders[0], 'up');
  assert.match(stderr, /starting redis/);
  assert.doesNotMatch(stderr, /starting kafka/);
  assert.equal(pidOf(folders[0], 'kafka'), kafka);
  assert.equal(stack(folders[0], 'status').status, 0);
});

test('a server that hangs is replaced', () => {
  const frozen = pidOf(folders[0], 'minio');
  process.kill(frozen, 'SIGSTOP');
  assert.match(stack(folders[0], 'up').stderr, /minio lives but does not answer/);
  assert.notEqual(pidOf(folders[0], 'minio'), frozen);
  assert.ok(!lives(frozen));
});

test('the stack of another clone runs beside it on other ports', () => {
  const other = stack(folders[1], 'up');
  assert.equal(other.status, 0, other.stderr);
  const portOf = (text: string) => /KAFKA_BROKERS=\S+:(\d+)/.exec(text)?.[1];
  assert.notEqual(portOf(other.stdout), portOf(stack(folders[0], 'up').stdout));
});

test('down leaves nothing running, and up comes back with the same settings', () => {
  const before = stack(folders[1], 'up').stdout;
  const pids = ['kafka', 'redis', 'minio'].map(server => pidOf(folders[1], server));
  assert.equal(stack(folders[1], 'down').status, 0);
  assert.ok(!pids.some(lives));
  assert.equal(stack(folders[1], 'down').status, 0, 'a second time as well');
  assert.equal(stack(folders[1], 'up').stdout, before);
});

test('anything else is answered with the usage', () => {
  const { status, stdout, stderr } = stack(folders[0], 'sideways');
  assert.equal(status, 2);
  assert.equal(stdout, '');
  assert.match(stderr, /usage: npm run stack/);
});
