/** Runs the Python client's own tests (test_textrail.py) if a suitable Python is installed. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { test } from 'node:test';

test('the Python client passes its tests', t => {
  const run = (...args: string[]) =>
    spawnSync('python3', ['-B', ...args], { cwd: import.meta.dirname, encoding: 'utf8' });
  if (run('-c', 'import sys; sys.exit(sys.version_info < (3, 10))').status !== 0) {
    t.skip('there is no Python 3.10 or newer on this machine');
    return;
  }
  const { status, stderr } = run('-m', 'unittest', 'test_textrail');
  assert.equal(status, 0, stderr);
  assert.match(stderr, /Ran [12]\d tests/);
});
