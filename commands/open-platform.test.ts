import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { test } from 'node:test';
import { SqliteEventLog } from '../platform/event-log/sqlite/sqlite-event-log.ts';
import { rotateKey, rotateWebhookSecret } from '../platform/keys.ts';
import { JournalDatabase } from '../platform/sqlite/journal-database.ts';

const JOB = '01a2077e-cbc1-74d4-91e0-c2ca8068c8e4';
/** Commands that would each create an empty service in the folder, and print its answers. */
const COMMANDS = [
  ['keys', 'list'],
  ['keys', 'revoke', 'f186fc1c9bfe63eb'],
  ['audit', JOB],
  ['erase', JOB, '--yes'],
  ['rebuild', '--check'],
];

/** Runs a command on a folder to its end. */
async function run(data: string, name: string, ...args: string[]) {
  const child = spawn(process.execPath, [`commands/${name}.ts`, ...args], {
    cwd: join(import.meta.dirname, '..'),
    env: { PATH: process.env.PATH, DATA_DIR: data },
  });
  const [stdout, stderr] = [text(child.stdout), text(child.stderr)];
  const [code] = await once(child, 'exit');
  return { code, stdout: await stdout, stderr: await stderr };
}

test('a command on a folder that no service was started on says so, makes none and answers nothing', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-nobody-'));
  const data = join(folder, 'data');
  try {
    for (const [name = '', ...args] of COMMANDS) {
      const { code, stdout, stderr } = await run(data, name, ...args);
      assert.equal(code, 1, name);
      assert.equal(stdout, '');
      const said = `${name}: DATA_DIR: no service was ever started on ${data}: name the folder of the one that is meant\n`;
      assert.equal(stderr, said);
      assert.equal(existsSync(data), false);
    }
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test('a key may be issued before the first start, and the folder that is made for it is named', async () => {
  const data = mkdtempSync(join(tmpdir(), 'textrail-first-key-'));
  try {
    const { code, stdout, stderr } = await run(data, 'keys', 'issue');
    assert.equal(code, 0);
    assert.match(stdout, /"api_key":"dk_/);
    assert.match(
      stderr,
      /^keys: DATA_DIR: no service was ever started on \/.*\/textrail-first-key-\w+ yet: it is created now/m,
    );
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test('an overlap that ends after all that can be told is refused before anything is written', async () => {
  const data = mkdtempSync(join(tmpdir(), 'textrail-overlap-'));
  try {
    const { stdout } = await run(data, 'keys', 'issue');
    const { key_id: keyId } = JSON.parse(stdout.split('\n')[0] ?? '');
    // This value used to be written, and no list of keys could be printed afterwards.
    const { code, stderr } = await run(data, 'keys', 'rotate', keyId, '--overlap', '9000000000000');
    assert.equal(code, 1);
    assert.match(stderr, /^keys: --overlap takes a whole number up to \d+\n$/);
    assert.equal((await run(data, 'keys', 'list')).code, 0);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});

test('a key whose overlap ends after all that can be told, written by an earlier build, is listed, shown and named like the others', async () => {
  const data = mkdtempSync(join(tmpdir(), 'textrail-overlap-'));
  try {
    const { stdout } = await run(data, 'keys', 'issue');
    const { key_id: keyId } = JSON.parse(stdout.split('\n')[0] ?? '');
    const database = new JournalDatabase(data);
    const log = new SqliteEventLog(database);
    await rotateKey(log, keyId, 9e15);
    await rotateWebhookSecret(log, keyId, 2, 9e15);
    await log.close();
    database.close();
    const last = '+275760-09-13T00:00:00.000Z';
    for (const verb of ['list', 'show', 'webhook-secret']) {
      const { code, stdout: told } = await run(data, 'keys', verb, ...(verb === 'list' ? [] : [keyId]));
      assert.equal(code, 0, verb);
      const until = verb === 'webhook-secret' ? 'previous_until' : 'previous_secret_until';
      assert.equal(JSON.parse(told)[until], last, verb);
    }
    const { stderr } = await run(data, 'keys', 'rotate', keyId);
    assert.match(stderr, /was rotated already: the secret before that is accepted until \+275760-09-13/);
  } finally {
    rmSync(data, { recursive: true, force: true });
  }
});
