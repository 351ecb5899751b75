import { spawn } from 'node:child_process';
import { accessSync, constants, existsSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** The tools that a machine needs before anything can be fetched or built. */
export interface Tool {
  command: string;
  /** Debian's package, which is installed if we are root on Debian. */
  debianPackage: string;
  /** How to install the tool elsewhere, in one line. */
  elsewhere: string;
}

export const JAVA: Tool = {
  command: 'java',
  debianPackage: 'default-jre-headless',
  elsewhere: 'a Java 17 runtime (brew install openjdk@17, dnf install java-17-openjdk-headless)',
};
export const MAVEN: Tool = {
  command: 'mvn',
  debianPackage: 'maven',
  elsewhere: 'Apache Maven (brew install maven, dnf install maven)',
};
export const GO: Tool = {
  command: 'go',
  debianPackage: 'golang-go',
  elsewhere: 'Go 1.24 or newer (brew install go, dnf install golang)',
};
// Debian's redis-server package starts a service; redis-tools contains the same binary without one.
export const REDIS: Tool = {
  command: 'redis-check-rdb',
  debianPackage: 'redis-tools',
  elsewhere: 'Redis 7 (brew install redis, dnf install redis)',
};

/** Built and fetched programs. The folder is outside the checkout, so that all clones share it and `down` keeps it. */
export const CACHE_DIR =
  process.env.TEXTRAIL_CACHE_DIR ?? join(process.env.XDG_CACHE_HOME ?? join(homedir(), '.cache'), 'textrail');

/** Prints progress to stderr: stdout is for the settings. */
export function say(line: string): void {
  process.stderr.write(`stack: ${line}\n`);
}

export function onPath(command: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/local/go/bin', '/usr/sbin'];
  return folders.map(folder => join(folder, command)).find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

export interface RunOptions {
  cwd?: string;
  env?: NodeJS.ProcessEnv;
}

const KEPT_OUTPUT_CHARS = 64_000;

/** Runs a command to its end and returns its stdout; its stderr is only shown if it fails. */
export function run(file: string, args: string[], options: RunOptions = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { ...options, stdio: ['ignore', 'pipe', 'pipe'] });
    let out = '';
    let err = '';
    child.stdout.on('data', chunk => {
      out = (out + chunk).slice(-KEPT_OUTPUT_CHARS);
    });
    child.stderr.on('data', chunk => {
      err = (err + chunk).slice(-KEPT_OUTPUT_CHARS);
    });
    child.on('error', reject);
    child.on('close', code => {
      if (code === 0) resolve(out);
      else reject(new Error(`${file} ${args[0] ?? ''} ended with ${code}:\n${(err || out).slice(-2000)}`));
    });
  });
}

/** Installs missing tools with apt-get if that is possible; otherwise throws an error that lists all of them in one line. */
export async function ensureTools(tools: Tool[]): Promise<void> {
  const missing = tools.filter(tool => !onPath(tool.command));
  if (missing.length === 0) return;
  if (!existsSync('/etc/debian_version') || process.getuid?.() !== 0) {
    throw new Error(`please install ${missing.map(tool => tool.elsewhere).join(' and ')}`);
  }
  const packages = missing.map(tool => tool.debianPackage);
  say(`installing ${packages.join(', ')} with apt-get`);
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const install = ['-o', 'DPkg::Lock::Timeout=300', 'install', '-y', '--no-install-recommends', ...packages];
  try {
    await run('apt-get', install, { env });
  } catch {
    // A fresh image has no package lists, or old ones.
    await run('apt-get', ['update'], { env });
    await run('apt-get', install, { env });
  }
}
