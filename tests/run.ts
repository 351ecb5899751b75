/**
 * `npm test`: runs every test, in stages from the quickest to the slowest. The first stage that fails ends the run.
 * Stages that only compute run at the lowest priority beside later ones, which mostly wait for servers and time limits.
 * If the machine lacks the last stages' servers, they are built meanwhile in the same way. Servers are started on
 * loopback and stopped at the end, unless they were already running. `npm test -- NAME …` runs only the named stages.
 */
import { type SpawnOptions, spawn, spawnSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { constants, cpus, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';

interface Stage {
  name: string;
  /** A program of node_modules/.bin, or test files for Node's runner. */
  run: { program: string[] } | { files: string[]; concurrency: number; environment?: Record<string, string> };
  /** Whether it needs Kafka, Redis and S3. */
  servers?: true;
  /** Whether it only computes, without time limits of its own, and so may run beside the stages that follow. */
  beside?: true;
}

const ROOT = join(import.meta.dirname, '..');
const UNIT_FILES = '{clients,commands,core,schemas,platform,services,examples,stack}/**/!(*.stack).test.ts';
const MODE = 'TEXTRAIL_TEST_MODE';

const STAGES: Stage[] = [
  { name: 'types', run: { program: ['tsc', '--noEmit'] } },
  { name: 'lint', run: { program: ['biome', 'check', '.'] } },
  { name: 'unit', run: { files: [UNIT_FILES], concurrency: 4 } },
  { name: 'architecture', run: { files: ['tests/*.test.ts'], concurrency: 2 } },
  { name: 'documents', run: { files: ['tests/documents/*.test.ts'], concurrency: 1 } },
  { name: 'fuzz', run: { files: ['tests/fuzz/*.test.ts'], concurrency: 1 } },
  { name: 'queries', run: { files: ['tests/duckdb/*.test.ts'], concurrency: 1 }, beside: true },
  {
    name: 'manifests',
    run: { files: ['tests/deploy/manifests/*.deploy.test.ts'], concurrency: 1 },
    beside: true,
  },
  { name: 'simulation', run: { files: ['tests/simulation/**/*.test.ts'], concurrency: 1 }, beside: true },
  {
    name: 'e2e',
    run: { files: ['tests/e2e/*.e2e.test.ts'], concurrency: 2, environment: { [MODE]: 'embedded' } },
  },
  {
    name: 'browser',
    run: {
      files: ['tests/browser/*.browser.test.ts'],
      concurrency: 1,
      environment: { [MODE]: 'embedded' },
    },
  },
  {
    name: 'properties',
    run: {
      files: ['tests/properties/*.properties.test.ts'],
      concurrency: 1,
      environment: { [MODE]: 'embedded' },
    },
  },
  {
    name: 'resilience',
    run: {
      files: ['tests/resilience/!(*.stack).test.ts'],
      concurrency: 2,
      environment: { [MODE]: 'embedded' },
    },
  },
  {
    name: 'adapters',
    run: { files: ['{platform,stack}/**/*.stack.test.ts'], concurrency: 2 },
    servers: true,
  },
  {
    name: 'e2e-distributed',
    run: {
      files: ['tests/e2e/*.e2e.test.ts'],
      concurrency: 2,
      // Each role has its own user of Redis and S3, so a right that is missing in deploy/access fails here.
      environment: { [MODE]: 'distributed', TEXTRAIL_TEST_ROLE_USERS: '1' },
    },
    servers: true,
  },
  {
    name: 'resilience-distributed',
    run: {
      files: ['tests/resilience/!(rollout.stack).test.ts'],
      concurrency: 2,
      environment: { [MODE]: 'distributed' },
    },
    servers: true,
  },
  // Runs alone: beside another file on two cores, callers' connections were reset now and then. An ingest that said too
  // soon that it was ready explains this, but the stage stays alone until many runs beside others confirm it.
  {
    name: 'rollouts',
    run: {
      files: ['tests/resilience/rollout.stack.test.ts'],
      concurrency: 1,
      environment: { [MODE]: 'distributed' },
    },
    servers: true,
  },
];

/** Time limit of a stage, against tests that never end; the longest takes 14 minutes on a slow machine. */
const STAGE_LIMIT_MS = 25 * 60_000;
/**
 * Time limit of a stage beside others, which gets only the processor time that they leave: the simulation has taken
 * more than 20 minutes.
 */
const BESIDE_LIMIT_MS = 75 * 60_000;
/** Time in which a stopped stage may report which tests were still running. */
const LAST_WORDS_MS = 10_000;

const LOG_FOLDER = mkdtempSync(join(tmpdir(), 'textrail-test-'));
/** Process groups that are running; all of them are killed when a stage fails. */
const groups = new Set<number>();
function endGroup(group: number): void {
  try {
    process.kill(-group, 'SIGKILL');
  } catch {
    // The group has ended.
  }
}
const endGroups = () => groups.forEach(endGroup);
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => {
    endGroups();
    process.kill(process.pid, signal);
  });
let passed = 0;
let failed = 0;

function command(stage: Stage, log: string): string[] {
  if ('program' in stage.run) return stage.run.program;
  const { files, concurrency } = stage.run;
  const reporters = [
    `--test-reporter=${join(import.meta.dirname, 'reporter.ts')}`,
    `--test-reporter-destination=${stage.beside ? `${log}.report` : 'stdout'}`,
    '--test-reporter=tap',
    `--test-reporter-destination=${log}`,
  ];
  return ['node', '--test', `--test-concurrency=${concurrency}`, ...reporters, ...files];
}

/**
 * Adds the stage's results to the totals. Returns how many tests ran, because a stage whose files were not found must
 * not pass.
 */
function count(log: string): number {
  const text = readFileSync(log, 'utf8');
  const good = Number(/^# pass (\d+)$/m.exec(text)?.[1] ?? 0);
  const bad = Number(/^# fail (\d+)$/m.exec(text)?.[1] ?? 0);
  passed += good;
  failed += bad;
  // Our reporter does not print skipped tests.
  const skipped = [...text.matchAll(/^ *ok \d+ - (.*) # SKIP (.*)$/gm)];
  for (const [, name, why] of skipped) console.log(`SKIPPED: ${name}: ${why}`);
  return good + bad + skipped.length;
}

/** Processor time of the whole machine since it was started, in seconds: the time worked, and all of it. */
function processorSeconds(): { worked: number; all: number } {
  let worked = 0;
  let idle = 0;
  for (const { times } of cpus()) {
    worked += times.user + times.nice + times.sys + times.irq;
    idle += times.idle;
  }
  return { worked: worked / 1000, all: (worked + idle) / 1000 };
}

/**
 * Gives a process that leads a session the lowest priority. Some kernels share the processor between sessions first
 * (sched(7), autogroup), so the session gets it too.
 */
function giveWay(pid: number): void {
  setPriority(pid, constants.priority.PRIORITY_LOW);
  try {
    writeFileSync(`/proc/${pid}/autogroup`, String(constants.priority.PRIORITY_LOW));
  } catch {
    // This kernel has no autogroups, or this user may not set them.
  }
}

/**
 * Runs a program in a process group of its own, with the lowest priority if it runs `beside` a stage. Resolves with its
 * exit code.
 */
function spawnGroup(
  file: string,
  args: string[],
  options: SpawnOptions,
  beside: boolean,
): Promise<number | null> {
  return new Promise(resolve => {
    const child = spawn(file, args, { ...options, cwd: ROOT, detached: true });
    child.once('error', () => resolve(1));
    const { pid } = child;
    if (pid === undefined) return;
    if (beside) giveWay(pid);
    groups.add(pid);
    const limitMs = beside ? BESIDE_LIMIT_MS : STAGE_LIMIT_MS;
    const limit = setTimeout(() => {
      console.log(`\nafter ${limitMs / 60_000} minutes it is stopped`);
      process.kill(pid, 'SIGTERM');
      setTimeout(endGroup, LAST_WORDS_MS, pid).unref();
    }, limitMs);
    child.once('exit', code => {
      clearTimeout(limit);
      // Processes that it started may still be running.
      endGroup(pid);
      groups.delete(pid);
      resolve(code);
    });
  });
}

async function run(stage: Stage, servers: Record<string, string>): Promise<boolean> {
  const startedAt = Date.now();
  const before = processorSeconds();
  console.log(`\n== ${stage.name}${stage.beside ? ' begins, beside what follows' : ''}`);
  const log = join(LOG_FOLDER, `${stage.name}.tap`);
  const [file = '', ...rest] = command(stage, log);
  const added = 'environment' in stage.run ? stage.run.environment : {};
  const env = { ...process.env, ...servers, ...added };
  const options: SpawnOptions = { env, stdio: ['ignore', 'inherit', 'inherit'] };
  const code = await spawnGroup(file, rest, options, stage.beside === true);
  // The output of a stage beside others is kept until its end, so that it does not stand between another stage's dots.
  if (stage.beside && existsSync(`${log}.report`)) console.log(`\n${readFileSync(`${log}.report`, 'utf8')}`);
  const ran = 'files' in stage.run ? count(log) : 1;
  const good = code === 0 && ran > 0;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  const after = processorSeconds();
  const busy = ((after.worked - before.worked) / (after.all - before.all)).toFixed(2);
  const outcome = good ? 'passed' : code === 0 ? 'FAILED: it ran no test' : 'FAILED';
  console.log(`== ${stage.name} ${outcome} in ${seconds} s, the machine ${busy} busy`);
  return good;
}

/** Resolves when the servers have been built. A failure is not reported here, because starting them then says why. */
const prepareServers = () =>
  spawnGroup('node', ['stack/stack.ts', 'prepare', '--versitygw'], { stdio: 'ignore' }, true);

/** Starts the servers and returns the settings that `stack up` prints, one NAME=value a line. */
function startServers(): Record<string, string> {
  const { status, stdout } = spawnSync('node', ['stack/stack.ts', 'up', '--versitygw'], {
    cwd: ROOT,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (status !== 0) throw new Error('the servers did not start; see above');
  const lines = String(stdout).trim().split('\n');
  return Object.fromEntries(
    lines.map(line => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}

const serversRan = () =>
  spawnSync('node', ['stack/stack.ts', 'status'], { cwd: ROOT, stdio: 'ignore' }).status === 0;

// The tests have servers of their own, because every suite leaves topics behind and must not touch anybody's data.
process.env.STACK_DIR ??= join(ROOT, '.stack', 'test');
// Hundreds of processes load the same code, and compiling it takes a third of the processor time of a start.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/compiled');
const named = process.argv.slice(2);
const chosen = STAGES.filter(stage => named.length === 0 || named.includes(stage.name));
if (chosen.length === 0) {
  console.error(`usage: npm test -- [STAGE …], of ${STAGES.map(stage => stage.name).join(', ')}`);
  process.exit(1);
}
const ranBefore = chosen.some(stage => stage.servers) && serversRan();
let servers: Record<string, string> | undefined;
let prepared: Promise<unknown> | undefined;
let good = true;

/** Runs the stages one after the other until one fails; a failure also ends those beside. */
async function runAll(stages: Stage[]): Promise<void> {
  for (const stage of stages) {
    if (!good) return;
    if (stage.servers) {
      await prepared;
      servers ??= startServers();
    }
    if (await run(stage, (stage.servers ? servers : undefined) ?? {})) continue;
    good = false;
    endGroups();
  }
}

try {
  const first = chosen.findIndex(stage => stage.beside);
  const before = first < 0 ? chosen : chosen.slice(0, first);
  const later = first < 0 ? [] : chosen.slice(first);
  await runAll(before);
  if (good && later.some(stage => stage.servers)) prepared = prepareServers();
  await Promise.all([
    // Start after `prepared`, because apt-get has only one lock.
    Promise.resolve(prepared).then(() => runAll(later.filter(stage => stage.beside))),
    runAll(later.filter(stage => !stage.beside)),
  ]);
} finally {
  if (servers !== undefined && !ranBefore)
    // After a failure the servers' logs are kept for the investigation.
    spawnSync('node', ['stack/stack.ts', 'down', ...(good ? ['--wipe'] : [])], {
      cwd: ROOT,
      stdio: 'inherit',
    });
}
if (good) rmSync(LOG_FOLDER, { recursive: true });
else console.log(`the failing stage's full report is in ${LOG_FOLDER}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = good ? 0 : 1;
