import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, existsSync, openSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, test } from 'node:test';
import { pathToFileURL } from 'node:url';

const MODULE = pathToFileURL(join(import.meta.dirname, 'closed-output.ts')).href;
/** A program that would run for ever. */
const PROGRAM = `
  import { endWithReader } from '${MODULE}';
  endWithReader('audit');
  setInterval(() => process[process.argv[1]].write('a line\\n'), 1);`;

type Output = 'stdout' | 'stderr';

/** Runs a program that keeps writing to an output that nobody reads. */
async function endOf(stream: Output): Promise<{ code: number | null; said: string }> {
  const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, stream]);
  child[stream].destroy();
  const said = text(child[stream === 'stdout' ? 'stderr' : 'stdout']);
  const [code] = (await once(child, 'exit')) as [number | null];
  return { code, said: await said };
}

describe('a command that is over', () => {
  test('ends with its exit code although a client of it still tries to reach a server', async () => {
    const program = `
      import { endAnyway } from '${MODULE}';
      setInterval(() => {}, 10);
      process.stdout.write('a line\\n');
      process.exitCode = 3;
      endAnyway(50);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
    const printed = text(child.stdout);
    const [code] = await once(child, 'exit');
    assert.deepEqual({ code, printed: await printed }, { code: 3, printed: 'a line\n' });
  });

  test('does not wait for the limit where nothing goes on', async () => {
    const program = `
      import { endAnyway } from '${MODULE}';
      process.on('exit', code => process.stdout.write('by itself: ' + code));
      endAnyway(2 ** 30);`;
    const child = spawn(process.execPath, ['--input-type=module', '-e', program]);
    assert.equal(await text(child.stdout), 'by itself: 0');
  });
});

describe('a command whose output nobody reads to its end', () => {
  for (const stream of ['stdout', 'stderr'] as const) {
    test(`ends without a word, as one that got SIGPIPE: ${stream}`, async () => {
      assert.deepEqual(await endOf(stream), { code: 141, said: '' });
    });
  }

  test('says in one line what else keeps its output from being written', {
    skip: existsSync('/dev/full') ? false : 'no /dev/full here',
  }, async () => {
    const full = openSync('/dev/full', 'w');
    const child = spawn(process.execPath, ['--input-type=module', '-e', PROGRAM, 'stdout'], {
      stdio: ['ignore', full, 'pipe'],
    });
    closeSync(full);
    const said = child.stderr === null ? '' : text(child.stderr);
    const [code] = await once(child, 'exit');
    assert.equal(code, 1);
    assert.match(await said, /^audit: the output: ENOSPC.*\n$/);
  });

  test('is any program that prints', () => {
    const programs = readdirSync(import.meta.dirname)
      .filter(name => name.endsWith('.ts') && !name.endsWith('.test.ts'))
      .map(name => ({ name, source: readFileSync(join(import.meta.dirname, name), 'utf8') }))
      // A module that others import is not a program.
      .filter(({ source }) => /\bprint\(|stdout\.write\(/.test(source) && !/^export /m.test(source));
    assert.ok(programs.length >= 8);
    for (const { name, source } of programs) assert.match(source, /^(await command|endWithReader)\(/m, name);
  });
});
