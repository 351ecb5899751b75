import assert from 'node:assert/strict';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, describe, it } from 'node:test';
import { TOPICS } from '../schemas/events.ts';
import { openEmbedded } from './embedded.ts';
import { EXAMPLE_EVENTS } from './event-log/codec-examples.ts';
import { newId } from './ids.ts';
import type { Platform } from './platform.ts';
import { readSettings } from './settings.ts';
import { createTelemetry } from './telemetry.ts';

const PAGE_BYTES = 4096;
const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-embedded-'));
  folders.push(folder);
  return folder;
}

const open = (folder: string) =>
  openEmbedded(readSettings({ DATA_DIR: folder }, false), createTelemetry('silent'));

async function secretsOf(folder: string): Promise<readonly string[]> {
  const platform = open(folder);
  await platform.close();
  return platform.webhookSecrets;
}

describe('a data folder after a power cut', () => {
  it('that lost its signing secret gets a new one: deliveries would go out unsigned', async () => {
    const folder = newFolder();
    const [first = ''] = await secretsOf(folder);
    assert.match(first, /^whsec_[0-9a-f]{64}$/);
    assert.deepEqual(await secretsOf(folder), [first]);
    writeFileSync(join(folder, 'webhook-secret'), '');
    const [second = ''] = await secretsOf(folder);
    assert.match(second, /^whsec_[0-9a-f]{64}$/);
    assert.deepEqual(await secretsOf(folder), [second]);
  });

  it('whose read model is damaged has it from the log again, whether that shows at the start or later', async () => {
    const folder = newFolder();
    const request = EXAMPLE_EVENTS.ExtractRequested;
    const platform = open(folder);
    await platform.log.append([request]);
    await projected(platform);
    await platform.close();
    const first = join(folder, 'views-1.db');
    const whole = readFileSync(first);
    const pages = (from: number, byte: number) =>
      Buffer.concat([
        whole.subarray(0, from * PAGE_BYTES),
        Buffer.alloc(whole.length - from * PAGE_BYTES, byte),
      ]);
    for (const damaged of [Buffer.alloc(whole.length, 'x'), pages(1, 0xff), pages(2, 0xff), pages(2, 0)]) {
      for (const name of readdirSync(folder)) if (/^views-/.test(name)) rmSync(join(folder, name));
      writeFileSync(first, damaged);
      const again = open(folder);
      const ended = { ...EXAMPLE_EVENTS.ExtractFailed, job_id: request.job_id, event_id: newId() };
      await again.log.append([ended]);
      // The read model's consumer repeats a step that failed.
      await projected(again).catch(() => projected(again));
      assert.equal((await again.views.job(request.job_id))?.status, 'failed');
      assert.equal((await again.views.job(request.job_id))?.fingerprint, request.fingerprint);
      await again.close();
    }
  });
});

describe('a data folder whose journal', () => {
  const served = async () => {
    const folder = newFolder();
    const platform = open(folder);
    await platform.log.append([EXAMPLE_EVENTS.ExtractRequested]);
    await projected(platform);
    await platform.close();
    return { folder, journal: join(folder, 'journal.db') };
  };

  it('is missing or empty is not served as a new one: nothing is made or removed', async () => {
    const { folder, journal } = await served();
    const whole = readFileSync(journal);
    writeFileSync(`${journal}-wal`, 'what may yet be had again');
    for (const [state, change] of [
      ['missing', () => rmSync(journal)],
      ['empty', () => writeFileSync(journal, '')],
    ] as const) {
      change();
      assert.throws(
        () => open(folder),
        new RegExp(`DATA_DIR: journal.db is ${state} .* views-1.db was made`),
      );
      assert.equal(readFileSync(`${journal}-wal`, 'utf8'), 'what may yet be had again');
    }
    rmSync(`${journal}-wal`);
    writeFileSync(journal, whole);
    await open(folder).close();
  });

  it('has pages that no write can use is not ready, and says which file it is', async () => {
    const { folder, journal } = await served();
    const database = new DatabaseSync(journal);
    const root = database.prepare("SELECT rootpage FROM sqlite_master WHERE name = 'small_blobs'").get();
    database.close();
    const at = (Number(root?.rootpage) - 1) * PAGE_BYTES;
    writeFileSync(journal, readFileSync(journal).fill(0xff, at, at + PAGE_BYTES));
    const platform = open(folder);
    await platform.log.check();
    const blob = { key: 'result/a.b', bytes: Buffer.from('text') } as const;
    await assert.rejects(platform.blobs.put(blob), /malformed/);
    await assert.rejects(
      platform.log.check(),
      /^LogUnavailable: journal.db: database disk image is malformed$/,
    );
    await platform.close();
  });
});

/** Folds the events that the read model does not have yet. */
async function projected({ log, views }: Platform): Promise<void> {
  const [{ next = 0 } = {}] = await views.positions();
  for await (const batch of log.read(TOPICS))
    await views.apply(
      batch.records.filter(({ offset }) => offset >= next),
      batch.next,
    );
}
