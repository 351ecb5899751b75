/** Child processes of the suites: started with a clean environment, watched, and always ended. */
import { type ChildProcess, spawn } from 'node:child_process';
import { after } from 'node:test';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** What a child inherits from the suite's environment; a test names everything else. */
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

/** Time after a file's tests for its hooks to stop what they started, which may be a whole stack. */
const LEFT_BEHIND_MS = 120_000;
/** Time for a child to stop its own children. */
const STOP_MS = 30_000;

const alive = new Set<ChildProcess>();
const killAll = () => {
  for (const child of alive) {
    child.kill('SIGKILL');
    // Its own children may live on and hold these pipes open, and so keep this process alive.
    child.stdout?.destroy();
    child.stderr?.destroy();
  }
};
// If a suite's `before` throws, it has no service to dispose of, and a child that lives on keeps the file's process
// alive.
after(() => {
  const stop = () => {
    for (const child of alive) child.kill('SIGTERM');
    setTimeout(killAll, STOP_MS).unref();
  };
  setTimeout(stop, LEFT_BEHIND_MS).unref();
});
process.on('exit', killAll);

/** Starts `node FILE …` in the repository's root. `detached`: as the leader of its own process group. */
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
 * A command that has not finished by then is killed, and its test fails by the exit code. A start takes two seconds,
 * but has taken more than 30 while seven other suites used the same cores; starting a whole stack has taken more than
 * 90.
 */
const FINISH_MS = 240_000;

/** Runs `node FILE …` until it ends. */
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
