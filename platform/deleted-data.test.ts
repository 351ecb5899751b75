import assert from 'node:assert/strict';
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, before, describe, it, mock } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BlobKey } from './blob-store/blob-store.ts';
import { openEmbedded } from './embedded.ts';
import { EXAMPLE_EVENTS } from './event-log/codec-examples.ts';
import { lockFolder } from './instance-lock.ts';
import type { Platform } from './platform.ts';
import { readSettings } from './settings.ts';
import { Sweeper } from './sweeper.ts';
import { createTelemetry } from './telemetry.ts';

const SENTINEL = 'the-secret-recipe';
const DAY_MS = 86_400_000;
/** Sizes in bytes around SQLite's limits: cells of a page, overflow pages, the largest row, the smallest file. */
const SIZES = [30, 300, 1_000, 3_900, 4_100, 9_000, 65_536, 65_537];
const ROUNDS = 20;
/** Longer than it takes until the write-ahead log is emptied, in ms of mocked time. */
const SOON_MS = 10_000;
/** Longest wait in real time, in ms. */
const FOLDED_MS = 5_000;
const POLL_MS = 20;

const folders: string[] = [];
after(() => {
  for (const folder of folders) rmSync(folder, { recursive: true, force: true });
});

function newFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'textrail-deleted-'));
  folders.push(folder);
  return folder;
}

const open = (folder: string) =>
  openEmbedded(readSettings({ DATA_DIR: folder }, false), createTelemetry('silent'));

/** The paths of everything below a folder. */
const below = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, withFileTypes: true }).map(({ parentPath, name }) =>
    join(parentPath, name),
  );

/** Counts how often the sentinel occurs in the files of a folder. */
function hits(folder: string): number {
  const files = below(folder).filter(path => statSync(path).isFile());
  return files.reduce((sum, path) => sum + readFileSync(path, 'latin1').split(SENTINEL).length - 1, 0);
}

const documentOf = (bytes: number): Buffer => Buffer.alloc(bytes, `${SENTINEL} `);
const otherOf = (bytes: number): Buffer => Buffer.alloc(bytes, 'somebody else’s document ');

/** Writes secret documents of all sizes, among others that stay, with their events. */
async function fill({ journal, blobs }: Platform): Promise<{ secret: BlobKey[]; others: BlobKey[] }> {
  const secret: BlobKey[] = [];
  const others: BlobKey[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const writes = SIZES.map(async bytes => {
      const [key, other]: BlobKey[] = [`source/${round}-${bytes}`, `result/${round}-${bytes}`];
      const entries = [
        { key: key!, bytes: documentOf(bytes) },
        { key: other!, bytes: otherOf(bytes) },
      ];
      await journal.record({ blobs: entries, events: [EXAMPLE_EVENTS.ExtractRequested] });
      secret.push(key!);
      others.push(other!);
    });
    await Promise.all(writes);
  }
  // This blob is replaced by another: the first version must not stay either.
  await blobs.put({ key: 'result/replaced', bytes: documentOf(5_000) });
  await blobs.put({ key: 'result/replaced', bytes: otherOf(5_000) });
  return { secret, others };
}

/** Counts the hits once the log is folded, which a thread does a moment later. */
async function hitsSoon(folder: string): Promise<number> {
  for (const end = Date.now() + FOLDED_MS; hits(folder) > 0 && Date.now() < end; ) await sleep(POLL_MS);
  return hits(folder);
}

describe('a document that was deleted', { timeout: 60_000 }, () => {
  before(() => mock.timers.enable({ apis: ['setInterval'] }));
  after(() => mock.timers.reset());

  it('stands in no file of the data folder any more, soon after a sweep: database, write-ahead log and blobs', async () => {
    const folder = newFolder();
    const platform = open(folder);
    await fill(platform);
    assert.ok(hits(folder) > 1_000);
    const sweeper = new Sweeper(platform);
    platform.log.isBehind = async () => false;
    await sweeper.sweep(Date.now() + 2 * DAY_MS);
    await sweeper.stop();
    mock.timers.tick(SOON_MS);
    assert.equal(await hitsSoon(folder), 0);
    await platform.close();
    assert.equal(hits(folder), 0);
  });

  it('leaves nothing behind when it is deleted by itself, among documents that come and go', async () => {
    const folder = newFolder();
    const platform = open(folder);
    const { secret, others } = await fill(platform);
    for (const [at, key] of secret.entries()) {
      await platform.blobs.delete([key]);
      if (at % 3 === 0) await platform.blobs.put({ key: `request/${at}`, bytes: otherOf(20 * at) });
      if (at % 2 === 0) await platform.blobs.delete([others[at] ?? key]);
    }
    mock.timers.tick(SOON_MS);
    assert.equal(await hitsSoon(folder), 0);
    await platform.close();
  });

  it('is gone soon after another process, which read the file when it was to go, is done with it', async () => {
    const folder = newFolder();
    const platform = open(folder);
    await platform.blobs.put({ key: 'source/1', bytes: documentOf(9_000) });
    const reader = new DatabaseSync(join(folder, 'journal.db'));
    reader.exec('BEGIN');
    reader.prepare('SELECT count(*) FROM small_blobs').get();
    await platform.blobs.delete(['source/1']);
    mock.timers.tick(SOON_MS);
    await sleep(10 * POLL_MS);
    assert.ok(hits(folder) > 0);
    reader.exec('COMMIT');
    reader.close();
    mock.timers.tick(SOON_MS);
    assert.equal(await hitsSoon(folder), 0);
    await platform.close();
  });

  it('is gone soon after the start where the process was killed after deleting it', async () => {
    const folder = newFolder();
    const killed = open(folder);
    await killed.blobs.put({ key: 'source/1', bytes: documentOf(9_000) });
    await killed.blobs.delete(['source/1']);
    // What is in the files at this moment is what a kill leaves.
    const copy = newFolder();
    for (const name of readdirSync(folder).filter(name => /^journal\.db/.test(name)))
      writeFileSync(join(copy, name), readFileSync(join(folder, name)));
    await killed.close();
    assert.ok(hits(copy) > 0);
    const platform = open(copy);
    mock.timers.tick(SOON_MS);
    assert.equal(await hitsSoon(copy), 0);
    await platform.close();
  });
});

describe('the data folder', () => {
  const modes = (folder: string) =>
    [folder, ...below(folder)].map(path => {
      const status = statSync(path);
      return { path, mode: status.mode & 0o777, expected: status.isDirectory() ? 0o700 : 0o600 };
    });
  const assertPrivate = (folder: string) => {
    for (const { path, mode, expected } of modes(folder))
      assert.equal(mode.toString(8), expected.toString(8), path);
  };

  for (const umask of [0o000, 0o022, 0o777]) {
    it(`is closed to other users with all that is in it, under a umask of ${umask.toString(8)} too`, async () => {
      const folder = join(newFolder(), 'data');
      const before = process.umask(umask);
      const platform = open(folder);
      const release = lockFolder(folder);
      await fill(platform);
      await platform.views.sweep({ finishedBefore: 0, foldedAt: 0 }, 1);
      assertPrivate(folder);
      const rebuild = await platform.views.rebuild();
      assertPrivate(folder);
      await rebuild.promote();
      assertPrivate(folder);
      release();
      await platform.close();
      process.umask(before);
    });
  }

  it('that was made for everybody is closed at the start, and so is what lay in it', async () => {
    const folder = newFolder();
    const platform = open(folder);
    await fill(platform);
    await platform.close();
    for (const path of [folder, ...below(folder)])
      chmodSync(path, statSync(path).isDirectory() ? 0o777 : 0o666);
    await open(folder).close();
    assertPrivate(folder);
  });

  it('keeps its hands off files that are not the service’s, and off a folder that is everybody’s on purpose', async () => {
    const folder = newFolder();
    mkdirSync(join(folder, 'photos'));
    chmodSync(join(folder, 'photos'), 0o755);
    writeFileSync(join(folder, 'notes.txt'), '');
    chmodSync(join(folder, 'notes.txt'), 0o644);
    chmodSync(folder, 0o1777);
    await open(folder).close();
    assert.equal(statSync(join(folder, 'photos')).mode & 0o777, 0o755);
    assert.equal(statSync(join(folder, 'notes.txt')).mode & 0o777, 0o644);
    assert.equal(statSync(folder).mode & 0o7777, 0o1777);
    assert.equal(statSync(join(folder, 'journal.db')).mode & 0o777, 0o600);
  });
});
