import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { type BlobKey, BlobRefused } from './blob-store/blob-store.ts';
import { DirectoryBlobStore } from './blob-store/directory/directory-blob-store.ts';
import { encrypted } from './encryption.ts';
import type { Entry } from './journal/journal.ts';
import { readSettings } from './settings.ts';
import { JournalDatabase } from './sqlite/journal-database.ts';
import { createTelemetry } from './telemetry.ts';

const KEY: BlobKey = 'result/1';
const CEILING_BYTES = 1_000;
const BLOB_KEYS = `2026-11:${randomBytes(32).toString('base64')}`;
const folder = mkdtempSync(join(tmpdir(), 'textrail-encryption-'));
const database = new JournalDatabase(folder);
const store = new DirectoryBlobStore(database, join(folder, 'blobs'));
after(() => {
  database.close();
  rmSync(folder, { recursive: true });
});

/** What the journal is given, and the store as this role sees it. */
function encryptedBy(settings: Record<string, string>) {
  const recorded: Entry[] = [];
  const journal = { record: async (entry: Entry) => void recorded.push(entry) };
  const ports = { blobs: store, journal };
  return { recorded, ...encrypted(ports, readSettings(settings, false), createTelemetry('silent')) };
}

test('what was stored plain is read beside BLOB_KEYS, and refused where BLOB_PLAIN=refuse', async () => {
  await store.put({ key: KEY, bytes: Buffer.from('plain') });
  for (const settings of [{}, { BLOB_KEYS }, { BLOB_KEYS, BLOB_PLAIN: 'read' }]) {
    const { blobs } = encryptedBy(settings);
    assert.equal((await blobs.read(KEY, CEILING_BYTES)).toString(), 'plain');
  }
  const { blobs } = encryptedBy({ BLOB_KEYS, BLOB_PLAIN: 'refuse' });
  await assert.rejects(blobs.read(KEY, CEILING_BYTES), BlobRefused);
});

test('store and journal write sealed where there is a key for it, and plain where there is none', async () => {
  for (const [settings, isSealed] of [
    [{ BLOB_KEYS }, true],
    [{}, false],
  ] as const) {
    const { blobs, journal, recorded } = encryptedBy(settings);
    await journal.record({ blobs: [{ key: KEY, bytes: Buffer.from('secret') }], events: [] });
    const [blob] = recorded[0]?.blobs ?? [];
    assert.equal(Buffer.from(blob?.bytes ?? '').includes('secret'), !isSealed);
    await blobs.put({ key: KEY, bytes: Buffer.from('secret') });
    assert.equal((await store.read(KEY, CEILING_BYTES)).includes('secret'), !isSealed);
    assert.equal((await blobs.read(KEY, CEILING_BYTES)).toString(), 'secret');
  }
});
