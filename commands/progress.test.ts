import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, test } from 'node:test';
import { moment } from './moments.ts';
import { writeText, writeWhole } from './private-output.ts';
import { Interrupted, Progress } from './progress.ts';

function shown(options: { json: boolean; isTTY: boolean; total?: number }) {
  const written: string[] = [];
  let at = 0;
  const stream = { isTTY: options.isTTY, write: (text: string) => written.push(text) > 0 };
  const { isTTY: _, ...rest } = options;
  const progress = new Progress({ unit: 'events', stream, now: () => at, ...rest });
  return { progress, written, wait: (ms: number) => (at += ms) };
}

describe('the progress of a command', () => {
  test('is a bar on a terminal, which goes when the command ends', async () => {
    const { progress, written, wait } = shown({ json: false, isTTY: true, total: 200 });
    await progress.at(50, 'outcomes');
    wait(1_500);
    await progress.at(100);
    progress.end();
    assert.match(written[0] ?? '', /\[#{8}\.{22}\] 50 of 200 events, outcomes, 0 s/);
    assert.match(written[1] ?? '', /\[#{15}\.{15}\] 100 of 200 events, outcomes, 1.5 s/);
    assert.equal(written[2], '\r\u001b[K');
  });

  test('is a line every five seconds elsewhere, and none of what is over sooner', async () => {
    const { progress, written, wait } = shown({ json: false, isTTY: false });
    for (let done = 1; done <= 12; done++, wait(1_000)) await progress.at(done);
    progress.end();
    assert.deepEqual(written, ['6 events, 5 s\n', '11 events, 10 s\n']);
  });

  test('is JSON where it is asked for, on a terminal too', async () => {
    const { progress, written } = shown({ json: true, isTTY: true, total: 9 });
    await progress.at(3, 'a');
    progress.end();
    assert.deepEqual(
      written.map(line => JSON.parse(line)),
      [{ progress: 'events', done: 3, total: 9, note: 'a', seconds: 0 }],
    );
  });

  test('ends the command at its next step after SIGINT, and takes no later one', async () => {
    const before = process.listenerCount('SIGINT');
    const { progress } = shown({ json: false, isTTY: false });
    process.emit('SIGINT');
    await assert.rejects(progress.at(1), Interrupted);
    progress.end();
    assert.equal(process.listenerCount('SIGINT'), before);
  });
});

test('SIGINT ends a command that never waits for anything', { timeout: 60_000 }, async () => {
  const program = `import { Progress } from ${JSON.stringify(new URL('progress.ts', import.meta.url).href)};
    const progress = new Progress({ unit: 'rounds', json: true });
    try { for (;;) await progress.more(1); } catch (error) { process.exitCode = error.exitCode; } finally { progress.end(); }`;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  await once(child.stderr, 'data');
  child.kill('SIGINT');
  assert.deepEqual(await once(child, 'exit'), [130, null]);
});

describe('a file of a command', () => {
  test('is there whole or as it was, and for its owner only', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'textrail-output-'));
    try {
      const path = join(folder, 'page.html');
      writeFileSync(path, 'before');
      await assert.rejects(
        writeWhole(path, async temporary => {
          writeFileSync(temporary, 'half');
          throw new Interrupted();
        }),
        Interrupted,
      );
      assert.equal(readFileSync(path, 'utf8'), 'before');
      await writeText(path, 'after');
      assert.equal(readFileSync(path, 'utf8'), 'after');
      assert.equal(statSync(path).mode & 0o777, 0o600);
      assert.deepEqual(readdirSync(folder), ['page.html']);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

describe('a moment on the command line', () => {
  const now = Date.UTC(2026, 10, 22, 12);
  test('is a date in UTC, an instant with its zone, or an age', () => {
    assert.equal(moment('--since', '2026-11-22', now), Date.UTC(2026, 10, 22));
    assert.equal(moment('--since', '2026-11-22T10:00:00Z', now), now - 7_200_000);
    assert.equal(moment('--since', '2026-11-22T10:00+01:00', now), now - 10_800_000);
    assert.equal(moment('--since', '2024-02-29', now), Date.UTC(2024, 1, 29));
    assert.equal(moment('--since', '90m', now), now - 5_400_000);
  });

  test('is nothing else: neither a time without a zone nor a day that no month has', () => {
    const days = ['2026-13-01', '2026-02-29', '2026-04-31T10:00:00Z', '2026-00-10', '2026-01-00'];
    for (const text of [
      ...days,
      '2026-11-22T10:00:00',
      '2026-11-22T24:00Z',
      'yesterday',
      '',
      '7',
      '-1d',
      '1e3d',
    ])
      assert.throws(() => moment('--since', text, now), /--since takes/, text);
  });
});
