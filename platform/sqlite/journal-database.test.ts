import assert from 'node:assert/strict';
import { cpSync, renameSync, rmSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, it } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { JournalDatabase, JournalGone } from './journal-database.ts';

const LOOK_EVERY_MS = 200;

describe('a journal whose folder is moved, deleted or replaced while it is served', () => {
  let root: string;
  let folder: string;
  let journal: JournalDatabase;
  let told: unknown[];

  beforeEach(async () => {
    root = await mkdtemp(join(tmpdir(), 'textrail-journal-'));
    folder = join(root, 'data');
    journal = new JournalDatabase(folder);
    told = [];
    journal.commits.onFailure(error => void told.push(error));
  });
  afterEach(() => {
    journal.close();
    rmSync(root, { recursive: true, force: true });
  });

  const write = () =>
    journal.commits.write(() => {
      journal.database.exec("INSERT INTO events (topic, key, value) VALUES ('t', 'k', x'00')");
    });

  const happenings: Record<string, () => void> = {
    moved: () => renameSync(folder, `${folder}.old`),
    deleted: () => rmSync(folder, { recursive: true }),
    'replaced by a copy': () => {
      renameSync(folder, `${folder}.old`);
      cpSync(`${folder}.old`, folder, { recursive: true });
    },
  };
  for (const [what, happens] of Object.entries(happenings))
    it(`${what}: nothing more is promised, and whoever serves is told, once`, async () => {
      await write();
      happens();
      const deadline = performance.now() + 10_000;
      while (told.length === 0 && performance.now() < deadline) await sleep(LOOK_EVERY_MS / 4);
      await assert.rejects(write(), JournalGone);
      await sleep(3 * LOOK_EVERY_MS);
      assert.equal(told.length, 1);
      assert.match(String(told[0]), /journal\.db was moved, deleted or replaced while it was served/);
    });

  it('one that has its name again at the next look goes on', async () => {
    renameSync(folder, `${folder}.old`);
    renameSync(`${folder}.old`, folder);
    await sleep(3 * LOOK_EVERY_MS);
    await write();
    assert.deepEqual(told, []);
  });
});
