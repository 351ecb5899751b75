/** Runs deploy/operator.sh with a kubectl that keeps its state in a file, and checks which calls it makes in which order. */
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { REPOSITORY } from '../rendered.ts';

/** `$STATE`: none, running, or the condition that ended a job. */
const KUBECTL = `#!/bin/sh
echo "$*" >> "$FOLDER/calls"
STATE=$(cat "$FOLDER/state")
case "$*" in
  *"get job"*jsonpath*) case $STATE in none|running) ;; *) printf %s "$STATE" ;; esac ;;
  *"get job"*name*) [ "$STATE" = none ] || echo job.batch/operator ;;
  *"delete job"*) echo none > "$FOLDER/state" ;;
  *"create job"*) [ "$STATE" = none ] || { echo 'jobs.batch "operator" already exists' >&2; exit 1; }; echo running > "$FOLDER/state" ;;
  *" exec "*) echo '{"api_key":"dk_1_2"}' ;;
esac
`;

function operator(state: string, ...args: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-operator-'));
  writeFileSync(join(folder, 'kubectl'), KUBECTL);
  chmodSync(join(folder, 'kubectl'), 0o755);
  writeFileSync(join(folder, 'state'), state);
  writeFileSync(join(folder, 'calls'), '');
  const { status, stdout, stderr } = spawnSync('sh', [join(REPOSITORY, 'deploy/operator.sh'), ...args], {
    env: { PATH: `${folder}:${process.env.PATH}`, FOLDER: folder },
    encoding: 'utf8',
  });
  const calls = readFileSync(join(folder, 'calls'), 'utf8').trim().split('\n');
  rmSync(folder, { recursive: true });
  const verbs = calls.map(call => /^--namespace \S+ (\w+)/.exec(call)?.[1] ?? call);
  return { status, stdout, stderr, calls, verbs: verbs.filter(verb => verb !== 'get' && verb !== '') };
}

const ISSUE = ['-n', 'textrail-local', '--when-ready', 'keys', 'issue', '--name', 'two words'];

describe('the command for the first key', () => {
  test('waits for the service, makes the pod, waits for it, and prints what the command prints', () => {
    const { status, stdout, verbs, calls } = operator('none', ...ISSUE);
    assert.deepEqual([status, stdout], [0, '{"api_key":"dk_1_2"}\n']);
    assert.deepEqual(verbs, ['rollout', 'create', 'wait', 'exec']);
    assert.ok(calls.every(call => call.startsWith('--namespace textrail-local ')));
    assert.match(calls.at(-1) ?? '', /exec job\/operator -- node commands\/keys\.ts issue --name two words$/);
  });

  test('within the hour uses the pod that is there, and says so', () => {
    const { status, stderr, verbs } = operator('running', ...ISSUE);
    assert.deepEqual([status, verbs], [0, ['rollout', 'wait', 'exec']]);
    assert.match(stderr, /using the operator pod that is there/);
  });

  test('after the hour replaces the pod, and says why', () => {
    const { status, stderr, verbs } = operator('Failed', ...ISSUE);
    assert.deepEqual([status, verbs], [0, ['rollout', 'delete', 'create', 'wait', 'exec']]);
    assert.match(stderr, /has ended \(Failed\)/);
  });
});

test('without a command the script tells its usage and asks nobody', () => {
  const { status, stderr, verbs } = operator('none', '-n', 'textrail');
  assert.deepEqual([status, verbs], [2, []]);
  assert.match(stderr, /usage:/);
});
