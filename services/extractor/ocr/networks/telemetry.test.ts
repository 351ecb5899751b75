import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

const RUNTIME = new URL('runtime.ts', import.meta.url).href;

/** Prints the number of threads before and after a network has run. */
const SCRIPT = `
  import { readdirSync } from 'node:fs';
  const { Networks } = await import(${JSON.stringify(RUNTIME)});
  const threads = () => readdirSync('/proc/self/task').length;
  readdirSync('/');
  const before = threads();
  const networks = await Networks.load('int8');
  await networks.detect(new Float32Array(32 * 32), 32, 32);
  console.log(before, threads());`;

test('onnxruntime does not begin to report to its maker', { skip: process.platform !== 'linux' }, () => {
  const env = { PATH: process.env.PATH };
  const run = spawnSync(process.execPath, ['--input-type=module', '-e', SCRIPT], { encoding: 'utf8', env });
  assert.match(run.stdout, /^(\d+) \1\n$/, `what reports has a thread: ${run.stdout} ${run.stderr}`);
});
