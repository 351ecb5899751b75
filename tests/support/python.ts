/** Installs Python programs for tests once into the project's cache, from requirements that list every package with its hash. */
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { withLock } from '../../stack/lock.ts';
import { CACHE_DIR } from '../../stack/tools.ts';

const PYTHONS = ['python3', 'python'];
/** A package registry slower than this counts as absent. */
const INSTALL_LIMIT_MS = 240_000;
/** Checks for the version of Python that the requirements were made for. */
const OLDEST_PYTHON = 'import sys, venv, ensurepip; sys.exit(sys.version_info < (3, 11))';

export interface Ended {
  code: number | null;
  output: string;
}

export interface Requirements {
  file: string;
  /** Download as wheels into the folder `wheels` beside the programs' one, without installing. */
  wheels?: true;
}

export function execute(
  program: string,
  args: readonly string[],
  options: { cwd?: string; env?: Record<string, string>; timeout?: number } = {},
): Promise<Ended> {
  return new Promise(resolve => {
    const env = { ...process.env, ...options.env };
    const child = spawn(program, args, { ...options, env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding('utf8').on('data', text => {
        output += text;
      });
    child.once('error', error => resolve({ code: null, output: error.message }));
    child.once('close', (code, signal) => {
      if (signal !== null) output += `\n${program} was ended by ${signal}`;
      resolve({ code, output });
    });
  });
}

type Programs = { programs: string } | { missing: string };

/**
 * The folder of the programs, or the reason why there is none. Test files that want the same ones at the same time
 * install them once.
 */
export async function pythonPrograms(name: string, requirements: readonly Requirements[]): Promise<Programs> {
  const texts = requirements.map(({ file }) => readFileSync(file));
  const hash = createHash('sha256').update(Buffer.concat(texts)).digest('hex').slice(0, 12);
  const folder = join(CACHE_DIR, `${name}-${hash}`);
  return withLock(`${folder}.lock`, () => install(folder, requirements));
}

async function install(folder: string, requirements: readonly Requirements[]): Promise<Programs> {
  const programs = join(folder, 'bin');
  const whole = join(folder, 'installed');
  // If Python was replaced, the installed programs no longer start.
  if (existsSync(whole) && (await execute(join(programs, 'python'), ['--version'])).code === 0)
    return { programs };
  const python = await firstPython();
  if (python === undefined) return { missing: 'there is no Python 3.11 or newer with venv on this machine' };
  rmSync(folder, { recursive: true, force: true });
  const made = await execute(python, ['-m', 'venv', folder]);
  if (made.code !== 0) return { missing: `Python makes no virtual environment: ${lastLine(made.output)}` };
  for (const { file, wheels } of requirements) {
    const flags = ['--quiet', '--disable-pip-version-check', '--only-binary', ':all:', '--require-hashes'];
    const way = wheels ? ['download', '--no-deps', '--dest', join(folder, 'wheels')] : ['install'];
    const args = ['-m', 'pip', ...way, ...flags, '-r', file];
    const installed = await execute(join(programs, 'python'), args, { timeout: INSTALL_LIMIT_MS });
    if (installed.code === 0) continue;
    // Remove it: half an installation would count as a whole one the next time.
    renameSync(folder, `${folder}.failed`);
    rmSync(`${folder}.failed`, { recursive: true, force: true });
    return { missing: `pip cannot install it here: ${lastLine(installed.output)}` };
  }
  mkdirSync(whole);
  return { programs };
}

async function firstPython(): Promise<string | undefined> {
  for (const python of PYTHONS) if ((await execute(python, ['-c', OLDEST_PYTHON])).code === 0) return python;
  return undefined;
}

const lastLine = (text: string): string => text.trim().split('\n').at(-1) ?? '';
