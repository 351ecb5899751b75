/** The compiled code that workers start with. */
import assert from 'node:assert/strict';
import { spawn, spawnSync } from 'node:child_process';
import { readdirSync, rmSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { behind, COMPILED_FOLDER, confinement, workerCommand } from './confinement.ts';

const COMPILE = fileURLToPath(new URL('compile.ts', import.meta.url));
const TIME_MS = 120_000;
const skip = confinement().walls.seccomp
  ? false
  : 'this machine raises no seccomp: workers read no compiled code';

describe('compiled code that is kept for workers', { skip }, () => {
  /** A folder that a worker behind its walls may read. */
  const folder = `${COMPILED_FOLDER}-test-${process.pid}`;
  /** Runs as the user that workers run as. */
  const compile = () => {
    const command = behind({ prefix: confinement().prefix, plan: [] }, [process.execPath, COMPILE, folder]);
    return spawnSync(command.file, command.arguments, { encoding: 'utf8', timeout: TIME_MS });
  };
  const files = () => readdirSync(folder, { recursive: true, encoding: 'utf8' }).sort();
  before(() => assert.equal(compile().stdout, 'compiled\n'));
  after(() => rmSync(folder, { recursive: true, force: true }));

  /** What Node reports about each source that a worker loads, until the worker is ready. */
  async function told(): Promise<string> {
    const { file, arguments: words, environment } = workerCommand(512);
    const elsewhere = (text: string) => text.replace(COMPILED_FOLDER, folder);
    const NODE_COMPILE_CACHE = elsewhere(environment.NODE_COMPILE_CACHE ?? '');
    const child = spawn(file, words.map(elsewhere), {
      env: { ...environment, NODE_COMPILE_CACHE, NODE_DEBUG_NATIVE: 'COMPILE_CACHE', PATH: process.env.PATH },
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      timeout: TIME_MS,
      killSignal: 'SIGKILL',
    });
    let text = '';
    child.stderr?.on('data', (chunk: Buffer) => {
      text += chunk;
    });
    const [requests, answers] = child.stdio.slice(3);
    // The worker is ready now. It is asked nothing more, so it ends by itself, which is when Node would write.
    answers?.once('data', () => requests?.destroy());
    await new Promise(resolve => child.once('close', resolve));
    return text;
  }

  test('is all that a worker starts with, and it writes none', async () => {
    const before = files();
    const text = await told();
    const compiled = text.match(/code cache for ESM .* was accepted/g) ?? [];
    assert.ok(compiled.length > 50, text);
    assert.deepEqual(text.match(/.*(no such file|was rejected|no transpile cache).*/g), null);
    assert.deepEqual(files(), before);
  });

  test('is not made again for the same sources', () => {
    assert.deepEqual([compile().status, compile().stdout], [0, '']);
  });
});
