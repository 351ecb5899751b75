import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, describe, it } from 'node:test';
import { lockFolder } from './instance-lock.ts';

const folder = mkdtempSync(join(tmpdir(), 'textrail-lock-'));
const MODULE = new URL('instance-lock.ts', import.meta.url).href;
/** A service in another container: its process id may be the same as ours, or unknown on this machine. */
const HOLDER = `
  const { lockFolder } = await import(process.argv[1]);
  const release = lockFolder(process.argv[2]);
  process.stdout.write('held');
  setInterval(release.bind(null, 'never'), 1e6);
`;

describe('the lock of a data folder', () => {
  after(() => rmSync(folder, { recursive: true }));

  it('holds between services that have the same process id, and ends with its process', async () => {
    const holder = spawn(process.execPath, ['--input-type=module', '-e', HOLDER, MODULE, folder], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(holder.stdout, 'data');
    writeFileSync(join(folder, 'service.pid'), String(process.pid));
    try {
      assert.throws(() => lockFolder(folder), /DATA_DIR is in use/);
    } finally {
      holder.kill('SIGKILL');
      await once(holder, 'exit');
    }
    lockFolder(folder)();
  });

  it('is not held by the name of a process that is gone', () => {
    writeFileSync(join(folder, 'service.pid'), '1');
    lockFolder(folder)();
  });

  it('can be taken again once it is released', () => {
    const release = lockFolder(folder);
    assert.throws(() => lockFolder(folder), /DATA_DIR is in use/);
    release();
    lockFolder(folder)();
  });
});
