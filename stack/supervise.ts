import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { run, say } from './tools.ts';

/** Starts and stops server processes that outlive the command that starts them. */
export interface Server {
  name: string;
  /** Contains the server's data, logs and pid file. */
  folder: string;
  port: number;
  file: string;
  args: string[];
  env?: NodeJS.ProcessEnv;
  /** Sends a real request, because a connection alone proves little. */
  isReady(): Promise<boolean>;
}

const READY_LIMIT_MS = 120_000;
/** A server that is alive but silent for this many ms is frozen or broken, and is replaced. */
const SILENT_LIMIT_MS = 10_000;
const STOP_LIMIT_MS = 15_000;
const POLL_MS = 100;

const logFile = (server: Server) => join(server.folder, 'logs', `${server.name}.log`);
const pidFile = (server: Server) => join(server.folder, `${server.name}.pid`);

/** Starts the server unless it already answers. Resolves when it answers. */
export async function ensureRunning(server: Server): Promise<void> {
  if (await livingPid(server)) {
    if (await becomesReady(server, SILENT_LIMIT_MS)) return;
    say(`${server.name} lives but does not answer: replacing it`);
    await stopServer(server, 'SIGKILL');
  }
  say(`starting ${server.name} on port ${server.port}`);
  launch(server);
  if (await becomesReady(server, READY_LIMIT_MS)) return;
  throw new Error(`${server.name} did not come up; the end of ${logFile(server)}:\n${logTail(server)}`);
}

function launch(server: Server): void {
  const path = logFile(server);
  mkdirSync(dirname(path), { recursive: true });
  if (existsSync(path)) renameSync(path, `${path}.1`);
  const log = openSync(path, 'a');
  const child = spawn(server.file, server.args, {
    cwd: server.folder,
    env: { ...process.env, ...server.env },
    detached: true,
    stdio: ['ignore', log, log],
  });
  // If the file cannot be executed, the start fails with "did not come up", and this line is in the log.
  child.on('error', error => writeFileSync(path, `${error.message}\n`, { flag: 'a' }));
  child.unref();
  if (child.pid) writeFileSync(pidFile(server), `${child.pid} ${birth(child.pid)}\n`);
}

async function becomesReady(server: Server, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (Date.now() < end) {
    if (await server.isReady().catch(() => false)) return true;
    if (!(await livingPid(server))) return false;
    await sleep(POLL_MS);
  }
  return false;
}

/** The pid if the process that we started is still alive, and not a later one with the same pid. */
export async function livingPid(server: Server): Promise<number | undefined> {
  if (!existsSync(pidFile(server))) return undefined;
  const [pidText = '', ...rest] = readFileSync(pidFile(server), 'utf8').trim().split(' ');
  const pid = Number(pidText);
  if (!Number.isInteger(pid) || pid <= 1) return undefined;
  const born = birth(pid) || (await birthByPs(pid));
  const recorded = rest.join(' ');
  return born !== '' && (recorded === '' || recorded === born) ? pid : undefined;
}

/** Clock ticks from boot to the process's start (field 22 of proc(5) stat); empty for a zombie or if there is no such process. */
function birth(pid: number): string {
  try {
    const afterName = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return afterName[0] === 'Z' ? '' : (afterName[19] ?? '');
  } catch {
    return '';
  }
}

/** Without /proc (macOS), a pid file has no start time, and ps only tells whether the process is alive. */
async function birthByPs(pid: number): Promise<string> {
  if (existsSync('/proc/self/stat')) return '';
  return (await run('ps', ['-o', 'pid=', '-p', String(pid)]).catch(() => '')).trim();
}

export async function stopServer(server: Server, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  const pid = await livingPid(server);
  if (pid) {
    process.kill(pid, signal);
    // A stopped process keeps SIGTERM pending until it is continued.
    process.kill(pid, 'SIGCONT');
    if (!(await isGone(server, STOP_LIMIT_MS))) process.kill(pid, 'SIGKILL');
    if (!(await isGone(server, STOP_LIMIT_MS)))
      throw new Error(`${server.name} (pid ${pid}) cannot be stopped`);
  }
  rmSync(pidFile(server), { force: true });
}

async function isGone(server: Server, limitMs: number): Promise<boolean> {
  const end = Date.now() + limitMs;
  while (await livingPid(server)) {
    if (Date.now() > end) return false;
    await sleep(POLL_MS);
  }
  return true;
}

const TAIL_LINES = 30;

function logTail(server: Server): string {
  if (!existsSync(logFile(server))) return '(no log)';
  return readFileSync(logFile(server), 'utf8').trimEnd().split('\n').slice(-TAIL_LINES).join('\n');
}
