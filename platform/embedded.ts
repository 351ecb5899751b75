/**
 * The embedded platform, the default: everything is under DATA_DIR, with no servers. Only one service at a time may use
 * a folder.
 */
import { randomBytes } from 'node:crypto';
import {
  accessSync,
  constants,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { DirectoryBlobStore } from './blob-store/directory/directory-blob-store.ts';
import { ProvenResults } from './blob-store/proven-results.ts';
import { encrypted } from './encryption.ts';
import { singleObjectCodecOf } from './event-log/codec.ts';
import { SqliteEventLog } from './event-log/sqlite/sqlite-event-log.ts';
import { makeFolder } from './folders.ts';
import { SqliteJournal } from './journal/sqlite-journal.ts';
import { Peppers } from './peppers.ts';
import { type Platform, secretsOf, viewPolicy } from './platform.ts';
import { closeToOthers, makePrivate } from './private-files.ts';
import { InvalidSetting } from './setting-value.ts';
import type { Settings } from './settings.ts';
import { OWN_CLOCK } from './shared-clock.ts';
import { signsByAnother } from './signing-mark.ts';
import { JOURNAL_FILE, JournalDatabase } from './sqlite/journal-database.ts';
import { MemoryStoredBytes } from './stored-bytes/memory/memory-stored-bytes.ts';
import type { Telemetry } from './telemetry.ts';
import { READ_MODEL_FILE } from './view-store/sqlite/generations.ts';
import { SqliteViewStore } from './view-store/sqlite/sqlite-view-store.ts';

const SECRET_FILE = 'webhook-secret';
const BLOB_FOLDER = 'blobs';
/**
 * Largest upload to hold in memory, in bytes. Ingest holds an upload of this size in memory anyway until its event is
 * written (services/ingest/upload.ts).
 */
const HELD_BYTES = 256 * 1024;

export function openEmbedded(settings: Settings, telemetry: Telemetry): Platform {
  const folder = settings.DATA_DIR;
  makePrivate();
  prepare(folder);
  const open = closeToOthers(folder, BLOB_FOLDER);
  if (open.length > 0)
    telemetry.logger.warn(
      { files: open.length, first: open[0] },
      'other users of this machine may read the data folder: it belongs to another user, or is shared',
    );
  const database = new JournalDatabase(folder);
  const codec = singleObjectCodecOf(settings.EVENT_WRITE_RELEASE);
  const onPoison = (topic: string) => telemetry.poison.inc({ topic });
  const log = new SqliteEventLog(database, telemetry.logger, onPoison, codec);
  const blobs = new DirectoryBlobStore(database, join(folder, BLOB_FOLDER));
  const views = new SqliteViewStore(folder, log, viewPolicy(settings));
  // Below the encryption: a pepper outlives master keys.
  const peppers = new Peppers(blobs);
  const webhookSecrets = secretsOf(settings.WEBHOOK_SIGNING_SECRET || keptSecret(folder));
  const sealed = encrypted({ blobs, journal: new SqliteJournal(blobs, log) }, settings, telemetry);
  return {
    log,
    blobs: new ProvenResults(sealed.blobs, peppers),
    journal: sealed.journal,
    views,
    foldedKeys: async () => {
      const positions = await views.positions();
      return { positions, keys: await views.keys() };
    },
    rebuildsUnasked: true,
    holdsUpToBytes: settings.SOURCE_REPLAY_SECONDS > 0 ? 0 : HELD_BYTES,
    settings,
    telemetry,
    clock: OWN_CLOCK,
    storedBytes: new MemoryStoredBytes(),
    peppers,
    webhookSecrets,
    signsByAnother: signsByAnother(folder, webhookSecrets),
    close: async () => {
      await log.close();
      await views.close();
      await blobs.close();
      database.close();
    },
  };
}

function prepare(folder: string): void {
  try {
    makeFolder(folder);
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new InvalidSetting('DATA_DIR', error instanceof Error ? error.message : String(error));
  }
  checkJournal(folder);
}

/** True if no service has used the folder, or if there is no such folder. */
export function holdsNoService(folder: string): boolean {
  return !existsSync(join(folder, JOURNAL_FILE)) && readModelIn(folder) === undefined;
}

function readModelIn(folder: string): string | undefined {
  return existsSync(folder) ? readdirSync(folder).find(name => READ_MODEL_FILE.test(name)) : undefined;
}

/**
 * Refuses a folder that has been used but whose journal is missing. SQLite would make a new journal without jobs and
 * keys, and delete the write-ahead log of the missing one.
 */
function checkJournal(folder: string): void {
  const bytes = statSync(join(folder, JOURNAL_FILE), { throwIfNoEntry: false })?.size;
  if (bytes !== undefined && bytes > 0) return;
  const left = readModelIn(folder);
  if (left === undefined) return;
  const state = bytes === undefined ? 'missing' : 'empty';
  throw new InvalidSetting(
    'DATA_DIR',
    `${JOURNAL_FILE} is ${state} in ${folder}, of which ${left} was made: restore it, or begin with another folder`,
  );
}

/**
 * Returns the signing secret of the folder, and makes one if there is none. A file that became empty through a power
 * cut is written again; otherwise nothing would sign the deliveries.
 */
function keptSecret(folder: string): string {
  const path = join(folder, SECRET_FILE);
  const kept = () => (existsSync(path) ? readFileSync(path, 'utf8').trim() : '');
  if (kept() === '') rmSync(path, { force: true });
  try {
    const secret = `whsec_${randomBytes(32).toString('hex')}`;
    writeFileSync(path, secret, { flag: 'wx', flush: true });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return kept();
}
