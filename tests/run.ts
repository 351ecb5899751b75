/**
 * `npm test`: every test, in stages from the quickest to the slowest; the first stage that fails ends the run.
 * The servers of the last stages are brought up on loopback and taken down again, unless they ran before.
 * `npm test -- NAME …` runs the named stages alone.
 */
import { spawn, spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

interface Stage {
  name: string;
  /** A program of node_modules/.bin, or test files for Node's runner. */
  run: { program: string[] } | { files: string[]; concurrency: number; environment?: Record<string, string> };
  /** Needs Kafka, Redis and S3. */
  servers?: true;
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
  { name: 'queries', run: { files: ['tests/duckdb/*.test.ts'], concurrency: 1 } },
  { name: 'fuzz', run: { files: ['tests/fuzz/*.test.ts'], concurrency: 1 } },
  { name: 'simulation', run: { files: ['tests/simulation/**/*.test.ts'], concurrency: 1 } },
  { name: 'manifests', run: { files: ['tests/deploy/manifests/*.deploy.test.ts'], concurrency: 1 } },
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
    run: { files: ['tests/e2e/*.e2e.test.ts'], concurrency: 2, environment: { [MODE]: 'distributed' } },
    servers: true,
  },
  {
    name: 'resilience-distributed',
    run: { files: ['tests/resilience/*.test.ts'], concurrency: 2, environment: { [MODE]: 'distributed' } },
    servers: true,
  },
];

const LOG_FOLDER = mkdtempSync(join(tmpdir(), 'textrail-test-'));
let passed = 0;
let failed = 0;

function command(stage: Stage, log: string): string[] {
  if ('program' in stage.run) return stage.run.program;
  const { files, concurrency } = stage.run;
  const reporters = [
    '--test-reporter=dot',
    '--test-reporter-destination=stdout',
    '--test-reporter=tap',
    `--test-reporter-destination=${log}`,
  ];
  return ['node', '--test', `--test-concurrency=${concurrency}`, ...reporters, ...files];
}

/** Adds up the stage's tests; answers how many ran, since a stage whose files were not found must not pass. */
function count(log: string): number {
  const text = readFileSync(log, 'utf8');
  const good = Number(/^# pass (\d+)$/m.exec(text)?.[1] ?? 0);
  const bad = Number(/^# fail (\d+)$/m.exec(text)?.[1] ?? 0);
  passed += good;
  failed += bad;
  // The reporter of dots does not say what was left out.
  const skipped = [...text.matchAll(/^ *ok \d+ - (.*) # SKIP (.*)$/gm)];
  for (const [, name, why] of skipped) console.log(`SKIPPED: ${name}: ${why}`);
  return good + bad + skipped.length;
}

async function run(stage: Stage, servers: Record<string, string>): Promise<boolean> {
  const startedAt = Date.now();
  console.log(`\n== ${stage.name}`);
  const log = join(LOG_FOLDER, `${stage.name}.tap`);
  const [file = '', ...rest] = command(stage, log);
  const added = 'environment' in stage.run ? stage.run.environment : {};
  const env = { ...process.env, ...servers, ...added };
  const code = await new Promise<number | null>(resolve => {
    const child = spawn(file, rest, { cwd: ROOT, env, stdio: ['ignore', 'inherit', 'inherit'] });
    child.once('exit', resolve);
    child.once('error', () => resolve(1));
  });
  const ran = 'files' in stage.run ? count(log) : 1;
  const good = code === 0 && ran > 0;
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
  console.log(
    `== ${stage.name} ${good ? 'passed' : ran === 0 ? 'FAILED: it ran no test' : 'FAILED'} in ${seconds} s`,
  );
  return good;
}

/** The settings that `stack up` prints, one NAME=value a line. */
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

// Servers of the tests' own: every suite leaves topics behind, and nobody's data is among them.
process.env.STACK_DIR ??= join(ROOT, '.stack', 'test');
// A third of the processor time of a start is the compilation of what hundreds of processes load alike.
process.env.NODE_COMPILE_CACHE ??= join(ROOT, 'node_modules/.cache/compiled');
const named = process.argv.slice(2);
const chosen = STAGES.filter(stage => named.length === 0 || named.includes(stage.name));
if (chosen.length === 0) {
  console.error(`usage: npm test -- [STAGE …], of ${STAGES.map(stage => stage.name).join(', ')}`);
  process.exit(1);
}
const ranBefore = chosen.some(stage => stage.servers) && serversRan();
let servers: Record<string, string> | undefined;
let good = true;
try {
  for (const stage of chosen) {
    if (stage.servers) servers ??= startServers();
    good = await run(stage, (stage.servers ? servers : undefined) ?? {});
    if (!good) break;
  }
} finally {
  if (servers !== undefined && !ranBefore)
    // After a failure the servers' logs are wanted.
    spawnSync('node', ['stack/stack.ts', 'down', ...(good ? ['--wipe'] : [])], {
      cwd: ROOT,
      stdio: 'inherit',
    });
}
if (good) rmSync(LOG_FOLDER, { recursive: true });
else console.log(`the failing stage's full report is in ${LOG_FOLDER}`);
console.log(`\n${passed} passed, ${failed} failed`);
process.exitCode = good ? 0 : 1;
