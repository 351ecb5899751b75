/** Child processes of the suites: started with a clean environment, watched, and never left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What a child inherits of the suite's own environment; everything else is named by the test. */
const INHERITED = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'NODE_COMPILE_CACHE'];

export interface Running {
  child: ChildProcess;
  /** Everything written so far. */
  stdout: () => string;
  stderr: () => string;
  /** Exit code, or the signal's name. */
  ended: Promise<number | string>;
}

export interface Finished {
  code: number | string;
  stdout: string;
  stderr: string;
}

/** After a file's tests, for its own hooks to stop what they started: they may bring down a whole stack. */
const LEFT_BEHIND_MS = 120_000;
/** For a child that stops children of its own. */
const STOP_MS = 30_000;

const alive = new Set<ChildProcess>();
const killAll = () => {
  for (const child of alive) {
    child.kill('SIGKILL');
    // Its own children may live on and hold these, and with them this process.
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
};
// A `before` that throws leaves its suite no service to dispose of, and a living child holds the file's process.
after(() => {
  const stop = () => {
    for (const child of alive) child.kill('SIGTERM');
    setTimeout(killAll, STOP_MS).unref();
  };
  setTimeout(stop, LEFT_BEHIND_MS).unref();
});
process.on('exit', killAll);

/** Starts `node FILE …` in the repository's root; `detached`: as the leader of a process group of its own. */
export function run(
  args: readonly string[],
  environment: Record<string, string>,
  { detached = false } = {},
): Running {
  const inherited = INHERITED.flatMap(name =>
    process.env[name] === undefined ? [] : [[name, process.env[name]]],
  );
  const child = spawn(process.execPath, args, {
    cwd: ROOT,
    env: { ...Object.fromEntries(inherited), ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
    detached,
  });
  alive.add(child);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', chunk => {
    stdout += chunk;
  });
  child.stderr.setEncoding('utf8').on('data', chunk => {
    stderr += chunk;
  });
  const ended = new Promise<number | string>(resolve => {
    child.once('close', (code, signal) => {
      alive.delete(child);
      resolve(code ?? signal ?? 'unknown');
    });
  });
  return { child, stdout: () => stdout, stderr: () => stderr, ended };
}

/**
 * A command that is not done by then is killed, and its test fails by the exit code. A start takes two seconds, and
 * has taken more than 30 where seven other suites wanted the same cores; that of a whole stack more than 90.
 */
const FINISH_MS = 240_000;

/** Runs `node FILE …` to its end. */
export async function finish(
  args: readonly string[],
  environment: Record<string, string>,
): Promise<Finished> {
  const running = run(args, environment);
  const late = setTimeout(() => running.child.kill('SIGKILL'), FINISH_MS);
  void running.ended.then(() => clearTimeout(late));
  const code = await running.ended;
  return { code, stdout: running.stdout(), stderr: running.stderr() };
}
