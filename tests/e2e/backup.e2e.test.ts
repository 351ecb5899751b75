/** Copies an embedded service while it runs, by the commands in docs/operations.md. */
import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { describe, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../support/client.ts';
import { page } from '../support/documents.ts';
import { issueKey } from '../support/keys.ts';
import { inEmbedded, suite } from '../support/mode.ts';
import { ROOT } from '../support/process.ts';
import { operate, startService } from '../support/service.ts';

/** The commands of the page's block that copies the log with VACUUM, one a line. */
function commands(data: string, copy: string): string[] {
  const text = readFileSync(join(ROOT, 'docs/operations.md'), 'utf8');
  const blocks = text.match(/(?: {4}.*\n)+/g) ?? [];
  const block = blocks.find(lines => lines.includes('VACUUM INTO')) ?? '';
  const lines = block.trim().split('\n');
  assert.equal(lines.length, 3);
  return lines.map(line => line.trim().replaceAll('data/', `${data}/`).replaceAll('COPY', copy));
}

inEmbedded(() => {
  describe(suite('a copy of a running service'), () => {
    test('has every job that was accepted before it, its results, keys and secrets, and goes on from there', async () => {
      const folder = mkdtempSync(join(tmpdir(), 'textrail-backup-'));
      const service = await startService();
      const { client, keyId, apiKey } = await issueKey(service);
      const jobs: string[] = [];
      let copied = false;
      const accept = async (text: string) => void jobs.push(await client.accepted({ file: page(text) }));
      // Small documents are in the log's own file, larger ones in files beside it.
      for (const text of ['first', 'large '.repeat(20_000), 'third']) await accept(text);
      for (const id of jobs) await client.finished(id);
      const load = (async () => {
        while (!copied) await Promise.all([accept('on its way'), sleep(20)]);
      })();
      while (jobs.length < 6) await sleep(20);
      const before = [...jobs];
      const copy = join(folder, 'copy');
      for (const command of commands(service.dataFolder, copy))
        execFileSync('sh', ['-c', command], {
          env: { ...process.env, PATH: `${dirname(process.execPath)}:${process.env.PATH}` },
          stdio: 'pipe',
        });
      copied = true;
      await load;
      const [secret] = await operate(service, 'keys', 'webhook-secret', keyId);
      await service.stop();
      const restored = await startService({ DATA_DIR: copy, PORT: '0' });
      try {
        const again = new Client(restored, apiKey);
        for (const id of before) {
          const { body } = await again.finished(id);
          assert.equal(body.status, 'success', id);
        }
        const [kept] = await operate(restored, 'keys', 'webhook-secret', keyId);
        assert.deepEqual(kept, secret);
        assert.equal((await again.extract({ file: page('after') })).status, 200);
      } finally {
        await restored.dispose();
        await service.dispose();
        rmSync(folder, { recursive: true, force: true });
      }
    });
  });
});
